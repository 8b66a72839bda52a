/**
 * Long loops of core call `pause` every few thousand steps; the engine passes one that lets
 * messages in and throws when the run was aborted, tests pass `noPause`.
 */
export type Pause = () => Promise<void>;
export const noPause: Pause = () => Promise.resolve();
