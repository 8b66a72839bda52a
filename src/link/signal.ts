import { transferHandlers, type TransferHandler } from 'comlink';

/**
 * Lets comlink carry an AbortSignal as an argument of its own (it cannot cross inside an options
 * object). Install on both sides, once, before the first call.
 */
export function installSignalHandler(): void {
  transferHandlers.set('signal', handler);
}

interface Carried {
  readonly aborted: boolean;
  readonly port: MessagePort | null;
}

const handler: TransferHandler<AbortSignal, Carried> = {
  canHandle: (value): value is AbortSignal => value instanceof AbortSignal,
  serialize(signal) {
    if (signal.aborted) return [{ aborted: true, port: null }, []];
    const { port1, port2 } = new MessageChannel();
    signal.addEventListener(
      'abort',
      () => {
        port1.postMessage('abort');
        port1.close();
      },
      { once: true },
    );
    return [{ aborted: false, port: port2 }, [port2]];
  },
  deserialize({ aborted, port }) {
    if (aborted || !port) return AbortSignal.abort();
    const controller = new AbortController();
    port.onmessage = () => {
      controller.abort();
      port.close();
    };
    return controller.signal;
  },
};
