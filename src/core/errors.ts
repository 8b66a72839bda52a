/**
 * Expected failures, by name. Comlink keeps only name, message and stack, so callers test
 * `error.name`, never `instanceof`. "Not enough evidence" is a result, not an error.
 */
export const errorNames = [
  'AbortError',
  'BadSetting',
  'BadArchive',
  'BadQuestions',
  'Busy',
  'DatabaseBlocked',
  'DatabaseTooNew',
  'DeviceLost',
  'DocumentEmpty',
  'DocumentEncrypted',
  'DocumentDamaged',
  'DocumentNoText',
  'DocumentTooLarge',
  'DocumentUnsupported',
  'EngineElsewhere',
  'HubUnreachable',
  'ModelCorrupt',
  'ModelMissing',
  'ModelTooLarge',
  'NotFound',
  'OriginRefused',
  'QuotaExceeded',
  'StorageRefused',
] as const;

export type ErrorName = (typeof errorNames)[number];

/** An expected failure; `message` says what happened and what to do next. */
export function failure(name: ErrorName, message: string, cause?: unknown): Error {
  const error = new Error(message, cause === undefined ? undefined : { cause });
  error.name = name;
  return error;
}

/** True for an error of that name, also after it crossed a worker boundary. */
export function isFailure(error: unknown, name: ErrorName): boolean {
  return typeof error === 'object' && error !== null && (error as { name?: unknown }).name === name;
}

/** True for a failure whose name is in the list, whatever it is. */
export function isExpected(error: unknown): boolean {
  return errorNames.some((name) => isFailure(error, name));
}
