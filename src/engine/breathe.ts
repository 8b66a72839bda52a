const channel = new MessageChannel();
const waiting: (() => void)[] = [];
channel.port1.onmessage = () => waiting.shift()?.();
// In Node an open port keeps the process alive; browsers have no unref.
(channel.port1 as unknown as { unref?: () => void }).unref?.();

/**
 * Lets messages in. In Chromium a busy worker sees an abort only after a MessageChannel tick:
 * `await null` and `scheduler.yield()` do not let messages through.
 */
export function breathe(): Promise<void> {
  return new Promise<void>((resolve) => {
    waiting.push(resolve);
    (channel.port1 as unknown as { ref?: () => void }).ref?.();
    channel.port2.postMessage(null);
  }).then(() => {
    if (waiting.length === 0) (channel.port1 as unknown as { unref?: () => void }).unref?.();
  });
}

/** A pause for long loops: breathes when `everyMs` have passed, throws when aborted. */
export function createPause(signal: AbortSignal, everyMs = 12): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < everyMs) return;
    await breathe();
    last = performance.now();
    signal.throwIfAborted();
  };
}
