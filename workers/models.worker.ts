import { expose } from 'comlink';
import { createModelsEntry } from '../src/engine/models/entry';
import { installSignalHandler } from '../src/link/signal';

installSignalHandler();
expose(createModelsEntry());
