/**
 * Small preferences of the page (theme, open conversation) in localStorage. A browser that refuses
 * storage loses them at the end of the visit, nothing else.
 */
const prefix = 'touchstone.';

/** The stored value, or `fallback` when there is none or it does not pass `isValid`. */
export function readStored<T>(
  key: string,
  fallback: T,
  isValid: (value: unknown) => value is T,
): T {
  try {
    const text = localStorage.getItem(prefix + key);
    if (text === null) return fallback;
    const value: unknown = JSON.parse(text);
    return isValid(value) ? value : fallback;
  } catch {
    return fallback;
  }
}

export function writeStored(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(prefix + key);
    else localStorage.setItem(prefix + key, JSON.stringify(value));
  } catch {
    // Private windows may refuse; the value then lives as long as the page.
  }
}

/** Forgets every preference; part of "delete everything". */
export function clearStored(): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(prefix)) localStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}

export const isString = (value: unknown): value is string => typeof value === 'string';
export const isStrings = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every(isString);
