/** A civil date of Europe/Paris, `YYYY-MM-DD`. No hour, no zone: it never shifts. */
export type CivilDate = string & { readonly __unit: "civil date" };

/** True when `text` is an existing day of the calendar written `YYYY-MM-DD`. */
export function isCivilDate(text: string): text is CivilDate {
  if (text.length !== 10 || text[4] !== "-" || text[7] !== "-") return false;
  const [year, month, day] = [digitsAt(text, 0, 4), digitsAt(text, 5, 7), digitsAt(text, 8, 10)];
  // What is no number is not within any bounds.
  if (!(year >= 1900 && month >= 1 && month <= 12 && day >= 1)) return false;
  return day <= 28 || day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** Those of a text from a place to another, or no number; a long file has hundreds of thousands of days. */
function digitsAt(text: string, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at += 1) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}

export function civilDate(text: string): CivilDate {
  if (!isCivilDate(text)) throw new RangeError(`not a civil date: ${text}`);
  return text;
}

const DAY_MS = 86_400_000;
const toUtc = (date: CivilDate): number => Date.parse(`${date}T00:00:00Z`);

/** `days` may be negative. */
export function addDays(date: CivilDate, days: number): CivilDate {
  return new Date(toUtc(date) + days * DAY_MS).toISOString().slice(0, 10) as CivilDate;
}

/** Whole days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: CivilDate, to: CivilDate): number {
  return Math.round((toUtc(to) - toUtc(from)) / DAY_MS);
}

export const startOfMonth = (date: CivilDate): CivilDate => `${date.slice(0, 8)}01` as CivilDate;

export function endOfMonth(date: CivilDate): CivilDate {
  const [year, month] = [Number(date.slice(0, 4)), Number(date.slice(5, 7))];
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return civilDate(`${date.slice(0, 8)}${days}`);
}

/** ISO weekday: Monday 1 … Sunday 7. */
export function isoWeekday(date: CivilDate): number {
  return new Date(toUtc(date)).getUTCDay() || 7;
}

/** The civil date of an instant in Europe/Paris. */
export function civilDateInParis(instant: Date): CivilDate {
  return instant.toLocaleDateString("sv-SE", { timeZone: "Europe/Paris" }) as CivilDate;
}

/** `2026-11-18` → `18/11/2026`. */
export function frenchDate(date: CivilDate): string {
  return `${date.slice(8, 10)}/${date.slice(5, 7)}/${date.slice(0, 4)}`;
}
