import { type CivilDate, daysBetween } from "@bobine/contract/civil-date";
import { runWeekText } from "../invoicing/invoice-texts.ts";
import type { Field } from "./box-office-aliases.ts";
import type { Add } from "./box-office-amounts.ts";
import type { BoxOfficeDeclaration, FilmVersion, ReportIssue } from "./box-office-types.ts";
import { cutText } from "./cut-text.ts";
import type { frenchDate } from "./french-date.ts";
import { frenchInteger } from "./french-number.ts";
import { normaliseText } from "./normalise-name.ts";

export type Text = (field: Field) => string | null;
/** The value of a field; null where there is none, or where it cannot be read, which is told. */
export type Read = <T>(
  field: Field,
  parse: (value: string) => T | undefined,
  label: string,
  severity?: ReportIssue["severity"],
) => T | null;
export type DateReader = typeof frenchDate;

const MAX_QUOTED = 40;
export const quoteText = (text: string): string => `«\u00a0${cutText(text, MAX_QUOTED)}\u00a0»`;

const VERSIONS: Record<string, FilmVersion> = {
  vf: "VF",
  fr: "VF",
  double: "VF",
  doublee: "VF",
  "version francaise": "VF",
  vo: "VO",
  ov: "VO",
  "version originale": "VO",
  vost: "VOST",
  vostf: "VOST",
  vostfr: "VOST",
  "vo sous titree": "VOST",
  "vo sous titre": "VOST",
  vfst: "VFST",
  "vf sous titree": "VFST",
  muet: "MUET",
};

/** What programs write where they know none. */
const NO_VERSION: ReadonlySet<string> = new Set([
  "",
  "0",
  "na",
  "n a",
  "nc",
  "n c",
  "inconnu",
  "inconnue",
  "aucune",
  "null",
  "oui",
  "non",
  "1",
]);
const MAX_VERSION = 30;

/** Weeks: a release longer ago is that of an earlier run of a film that is out again. */
const LONGEST_RUN = 104;

/** What a declaration says of its film: where its week of release is known, it says the run week (BILL-2). */
export function filmIn(
  { visa, title }: { readonly visa: string | null; readonly title: string | null },
  week: CivilDate,
  text: Text,
  read: Read,
  add: Add,
  dateOf: DateReader,
): BoxOfficeDeclaration["film"] {
  const version = versionOf(text("version"), add);
  // What is billed hangs on neither: a declaration is not lost for them (BOX-3).
  const declared = read("run_week", runWeekIn, "semaine d’exploitation", "warning");
  const release_date = read("release_date", dateOf, "date de sortie", "warning");
  const since = release_date === null ? null : runWeekSince(release_date, week);
  const run_week = since === null || since > LONGEST_RUN ? declared : since;
  if (run_week !== null && declared !== null && declared !== run_week)
    add(
      "warning",
      "run_week",
      `semaine d’exploitation à vérifier (${runWeekText(declared)} déclarée, ${runWeekText(run_week)} d’après la date de sortie).`,
    );
  return {
    visa_number: visa === null ? null : cutText(visa, 20),
    title,
    version,
    lacks_version: version === null,
    run_week,
    release_date,
  };
}

/** More weeks than there have been films. */
const MAX_RUN_WEEK = 9999;

/** `4`, `S4`, `semaine 4`; 0 for a preview: « AVP ». */
function runWeekIn(text: string): number | undefined {
  const number = frenchInteger(text);
  if (number !== undefined) return number >= 0 && number <= MAX_RUN_WEEK ? number : undefined;
  const words = normaliseText(text);
  if (/^(avp|avant premieres?)$/.test(words)) return 0;
  const [, digits] = /^s(?:em|emaine)? ?(\d{1,4})$/.exec(words) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** Cinema weeks from that of the release on, which is the first; 0 before it (BILL-2). @param week a Wednesday */
const runWeekSince = (release: CivilDate, week: CivilDate): number =>
  Math.max(0, Math.ceil(daysBetween(release, week) / 7) + 1);

/**
 * A number of digits is the same film with and without zeros before it (BOX-4). « 0 » and « en cours » stand for no number where
 * a title names the film.
 */
export function visaOf(text: string | null, title: string | null): string | null {
  const visa = text?.replace(/[\s\u00a0\u202f./-]/g, "") || null;
  if (visa === null || (title !== null && !/[1-9]/.test(visa))) return null;
  return /^\d+$/.test(visa) ? visa.replace(/^0+(?=\d)/, "") : visa;
}

/** An unknown name is a version as well: « VF 3D » is neither « VF » nor « VOST 3D ». */
function versionOf(text: string | null, add: Add): string | null {
  if (text === null) return null;
  const name = normaliseText(text);
  if (Object.hasOwn(VERSIONS, name)) return VERSIONS[name] ?? null;
  add("warning", "version", `version inconnue (${quoteText(text)}).`);
  return NO_VERSION.has(name) ? null : cutText(name.toUpperCase(), MAX_VERSION);
}
