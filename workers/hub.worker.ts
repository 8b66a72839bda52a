import { expose } from 'comlink';
import { createHubEntry } from '../src/engine/models/hub-entry';
import { installSignalHandler } from '../src/link/signal';

installSignalHandler();
expose(createHubEntry());
