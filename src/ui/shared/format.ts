/** Numbers, sizes, times and dates as a person reads them. Pure; locale and clock are passed in. */

export const clamp = (value: number): number => Math.min(1, Math.max(0, value || 0));

export const percent = (share: number): string => `${Math.round(clamp(share) * 100)} %`;

/** `1536` -> "1.5 KB"; binary steps, as file managers count. */
export function formatBytes(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  const digits = unit === 0 || value >= 100 ? 0 : 1;
  // A number and its unit stay on one line.
  return `${value.toFixed(digits)}\u00a0${units[unit]}`;
}

/** `count(1, 'file')` -> "1 file", `count(3, 'file')` -> "3 files". */
export function count(n: number, one: string, many = `${one}s`): string {
  return `${n.toLocaleString('en')} ${n === 1 ? one : many}`;
}

/** Time that is left, rounded as a person would: "about 2 min", "a few seconds". */
export function formatLeft(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 8) return 'a few seconds left';
  if (seconds < 55) return `about ${Math.ceil(seconds / 10) * 10} s left`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `about ${Math.max(1, minutes)} min left`;
  return `about ${Math.round(minutes / 60)} h left`;
}

/** Time that something took: "340 ms", "2.4 s", "1 min 5 s". */
export function formatTook(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
}

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** Milliseconds since 1970 -> "3 Mar 2024". */
export const formatDay = (at: number): string => day.format(at);

/** "14:05" on the same day as `now`, else "3 Mar 2024". */
export function formatWhen(at: number, now: number): string {
  return new Date(at).toDateString() === new Date(now).toDateString()
    ? clock.format(at)
    : day.format(at);
}

/** An ISO 8601 date, also a year or a month alone -> "3 Mar 2024", "Mar 2024", "2024". */
export function formatIsoDate(iso: string): string {
  const [, year, month, dayOf] = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?/.exec(iso) ?? [];
  if (!year) return iso;
  if (!month) return year;
  const at = Date.UTC(Number(year), Number(month) - 1, Number(dayOf ?? 1));
  const options: Intl.DateTimeFormatOptions = { timeZone: 'UTC', month: 'short', year: 'numeric' };
  if (dayOf) options.day = 'numeric';
  return new Intl.DateTimeFormat('en-GB', options).format(at);
}

/** The name of a file without its folders. */
export const fileName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The folder of a path, without a slash at its end; '' at the top. */
export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
