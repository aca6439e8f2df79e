import { counted, euros } from "@bobine/contract/french";
import type { Cents } from "@bobine/contract/money";

/** `1 entrée`, `2 864 entrées`: plural from two (TXT-3). */
export const admissionsText = (count: number): string => counted(count, "entrée", "entrées");

/** « Les Heures bleues (VF) » */
export const filmAndVersion = (film: { film_title: string; version: string }): string =>
  film.version === "" ? film.film_title : `${film.film_title} (${film.version})`;

/** Run week of the film: S1, S2…; a preview before the release is « AVP » (BILL-2). */
export const runWeekText = (run_week: number): string => (run_week < 1 ? "AVP" : `S${run_week}`);

/** « – complément au minimum garanti (150,00 € HT) » (BILL-4) */
export const guaranteeText = (film_title: string, guarantee: Cents): string =>
  `${film_title} – complément au minimum garanti (${euros(guarantee)} HT)`;
