/**
 * What went wrong, for the person. Expected failures carry a message that says what to do next; of
 * others we show the message too, because a hidden one helps nobody.
 */
export function describeError(error: unknown): string {
  if (error instanceof Error && error.message) return error.message;
  if (typeof error === 'string' && error) return error;
  const message = (error as { message?: unknown } | null)?.message;
  return typeof message === 'string' && message ? message : 'Something went wrong; try again.';
}

/** A stop that was asked for is silence, not a message. */
export function wasStopped(error: unknown, signal?: AbortSignal): boolean {
  return (
    signal?.aborted === true ||
    (typeof error === 'object' && error !== null && (error as Error).name === 'AbortError')
  );
}
