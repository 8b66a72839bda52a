import { expose } from 'comlink';
import { createLayout } from '../src/engine/trust/layout';
import { installSignalHandler } from '../src/link/signal';

installSignalHandler();
expose(createLayout(() => performance.now()));
