import { expose } from 'comlink';
import { createEngineEntry } from '../src/engine/entry';
import { openEngine } from '../src/engine/open-engine';
import { installSignalHandler } from '../src/link/signal';

installSignalHandler();
expose(createEngineEntry(openEngine));
