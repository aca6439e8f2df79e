import { type Cents, frenchPercent } from "@bobine/contract/money";

const NBSP = "\u00a0";
const THIN = "\u202f";

/** `1 234 567,80 €`, spaced as `Intl` writes French amounts (TXT-3) but without its cost on long lists. */
export const euros = (amount: Cents): string => `${frenchAmount(amount)}${NBSP}€`;

/** `-1 234 567,80` */
export function frenchAmount(amount: Cents): string {
  const digits = String(Math.abs(amount)).padStart(3, "0");
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, THIN);
  return `${amount < 0 ? "-" : ""}${whole},${digits.slice(-2)}`;
}

/** 5000 → `50 %`, 550 → `5,5 %`. */
export const percent = (rate_bp: number): string => `${frenchPercent(rate_bp)}${NBSP}%`;

/** `1 entrée`, `2 864 entrées`: plural from two (TXT-3). */
export const admissionsText = (count: number): string =>
  `${wholeNumber(count)} ${Math.abs(count) >= 2 ? "entrées" : "entrée"}`;

export const wholeNumber = (value: number): string =>
  `${value < 0 ? "-" : ""}${String(Math.abs(value)).replace(/\B(?=(\d{3})+$)/g, THIN)}`;

/** « Les Heures bleues (VF) » */
export const filmAndVersion = (film: { film_title: string; version: string }): string =>
  film.version === "" ? film.film_title : `${film.film_title} (${film.version})`;

/** Run week of the film: S1, S2…; a preview before the release is « AVP » (BILL-2). */
export const runWeekText = (run_week: number): string => (run_week < 1 ? "AVP" : `S${run_week}`);

/** « – complément au minimum garanti (150,00 € HT) » (BILL-4) */
export const guaranteeText = (film_title: string, guarantee: Cents): string =>
  `${film_title} – complément au minimum garanti (${euros(guarantee)} HT)`;
