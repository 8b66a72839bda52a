/**
 * The date at the start of what a file says of itself, as ISO 8601 (`2021-03-05`, or `2021-03` where
 * no day is given), or null. Reads ISO, `5 March 2021`, `March 5, 2021`, `D:20210305...` (PDF) and
 * `Fri, 5 Mar 2021 ...` (mail). All-number dates that are not year first are ambiguous and left.
 */
export function isoDate(text: string | null | undefined): string | null {
  if (!text) return null;
  const value = text.trim();
  const numeric =
    /^(\d{4})[-/.](\d{1,2})(?:[-/.](\d{1,2}))?(?!\d)/.exec(value) ??
    /^(?:D:(\d{4})(\d{2})(\d{2})?|(\d{4})(\d{2})(\d{2})$)/.exec(value);
  if (numeric) {
    const [year, month, day] = numeric.slice(1).filter((part) => part !== undefined);
    return date(Number(year), Number(month), day === undefined ? null : Number(day));
  }
  const dayFirst =
    /^(?:\p{L}+,?\s+)?(\d{1,2})(?:st|nd|rd|th)?\.?\s+(\p{L}{3,9})\.?,?\s+(\d{4})\b/u.exec(value);
  if (dayFirst) return date(+dayFirst[3]!, month(dayFirst[2]!), +dayFirst[1]!);
  const monthFirst =
    /^(?:\p{L}+,\s+)?(\p{L}{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})\b/u.exec(value);
  if (monthFirst) return date(+monthFirst[3]!, month(monthFirst[1]!), +monthFirst[2]!);
  const monthOnly = /^(\p{L}{3,9})\.?,?\s+(\d{4})\b/u.exec(value);
  return monthOnly ? date(+monthOnly[2]!, month(monthOnly[1]!), null) : null;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

function month(name: string): number {
  return months.indexOf(name.slice(0, 3).toLowerCase()) + 1;
}

function date(year: number, month: number, day: number | null): string | null {
  if (year < 1000 || month < 1 || month > 12 || (day !== null && (day < 1 || day > 31)))
    return null;
  const two = (n: number): string => String(n).padStart(2, '0');
  return day === null ? `${year}-${two(month)}` : `${year}-${two(month)}-${two(day)}`;
}
