// How distributors number: the counter behind, in front or in the middle, with and without letters.
export const NUMBERINGS = {
  series: (n, year) => `F${year}${String(n).padStart(6, "0")}`,
  "counter first": (n, year) => `${String(n).padStart(4, "0")}/20${year}`,
  letters: (n, year) => `FV${year}${String(n).padStart(6, "0")}`,
  dashed: (n, year) => `FA-20${year}-${String(n).padStart(5, "0")}`,
  middle: (n, year) => `W${String(n).padStart(6, "0")}/${year}`,
  /** The three below in blind worlds only. */
  short: (n, year) => `${year}-${n}`,
  "word inside": (n, year) => `${String(n).padStart(5, "0")}-LOC-${year}`,
  monthly: (n, year) => `L${year}${String(1 + (n % 9)).padStart(2, "0")}.${String(n).padStart(4, "0")}`,
} satisfies Record<string, (n: number, year: number) => string>;
export type ThirdNumbering = keyof typeof NUMBERINGS;

const YEAR = /^(20)?2[4-7]$/;
const AFTER_YEAR = /^(?:20)?2[4-7](\d{3,})$/;

/** The part of a number that counts, as people quote it: 143 of 0143/2026, of F26000143 and of W000143/26. */
export function counterOf(number: string): number {
  const groups = (number.match(/\d+/g) ?? []).filter(
    (group, _, all) => all.length === 1 || !YEAR.test(group),
  );
  const last = groups.at(-1) ?? "";
  return Number(groups.length === 1 && last.length > 6 ? (AFTER_YEAR.exec(last)?.[1] ?? last) : last);
}
