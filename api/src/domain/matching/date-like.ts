/** Eight or six digits that are a day: `20261228`, `28122026`, `281226`, `261228`. */
export function isDateLike(digits: string): boolean {
  const day = (text: string): boolean => Number(text) >= 1 && Number(text) <= 31;
  const month = (text: string): boolean => Number(text) >= 1 && Number(text) <= 12;
  // Years of bank lines only: 26061948 is a counter, nobody pays on a day of 1948.
  const year = (text: string): boolean => Number(text) >= 2010 && Number(text) <= 2060;
  const [a, b, c, d] = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4, 6), digits.slice(6, 8)];
  if (digits.length === 8) return (year(a + b) && month(c) && day(d)) || (day(a) && month(b) && year(c + d));
  // Two digits of a year near ours, so that the counter 000123 stays a counter.
  const near = (text: string): boolean => Number(text) >= 10 && Number(text) <= 60;
  if (digits.length === 6) return month(b) && ((day(a) && near(c)) || (near(a) && day(c)));
  return false;
}

/** « 2025-2026 »: a year and the next. */
export function isSeason(text: string): boolean {
  const [, first, next] = /^(20\d\d)[-/](20\d\d)$/.exec(text) ?? [];
  return Number(next) === Number(first) + 1;
}
