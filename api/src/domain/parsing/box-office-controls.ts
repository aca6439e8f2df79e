import { frenchPercent } from "@bobine/contract/french";
import { cinemaWeekNumbered } from "@bobine/contract/cinema-week";
import { addDays, type CivilDate, isoWeekday } from "@bobine/contract/civil-date";
import { type Cents, cents } from "@bobine/contract/money";
import { ticketVatOf, tsaOf } from "../invoicing/rental-share.ts";
import { type Field, sirenIn } from "./box-office-aliases.ts";
import {
  type Add,
  checkBase,
  checkDetails,
  checkShare,
  checkSigns,
  checkTicket,
  checkTsa,
  checkVat,
} from "./box-office-amounts.ts";
import type { DetailSum } from "./box-office-details.ts";
import { type DateReader, filmIn, quoteText, type Read, type Text, visaOf } from "./box-office-film.ts";
import type { BoxOfficeDeclaration, Nature, ReportIssue, TermsType } from "./box-office-types.ts";
import { cutText } from "./cut-text.ts";
import { frenchDate } from "./french-date.ts";
import { reportAmount, exactRate, frenchInteger, roundedRate } from "./french-number.ts";
import { normaliseText } from "./normalise-name.ts";

/** What was found of one declaration, as text. */
export interface RawDeclaration {
  readonly position: number;
  readonly line: number;
  readonly fields: ReadonlyMap<Field, string>;
  readonly details: ReadonlyMap<string, DetailSum>;
}

const UNTIDY = /^\s|\s$|\s\s|[\n\t\r]/;
const MAX_FIELD = 300;
const OLDEST_MONTHS = 24;
const WEDNESDAY = 3;
const TOP_RATE_BP = 5000;
const LOW_RATE_BP = 2500;
const LOWEST_RATE_BP = 2000;

/** `S47 2026`, `47/2026`, `202647`, or a bare number with its year apart. */
function weekFrom(text: string | undefined, year: string | undefined): CivilDate | undefined {
  if (text === undefined) return undefined;
  const compact = /^(\d{4})(\d{2})$/.exec(text.trim());
  const spelled = /^[sS]?\s*(\d{1,2})(?:\D+(\d{4}))?$/.exec(text.trim());
  const number = compact ? compact[2] : spelled?.[1];
  const inYear = compact ? compact[1] : (spelled?.[2] ?? year);
  if (number === undefined || inYear === undefined || !Number.isInteger(Number(inYear))) return undefined;
  return cinemaWeekNumbered(Number(number), Number(inYear))?.start;
}

function monthsBefore(date: CivilDate, months: number): CivilDate {
  const moved = new Date(`${date}T00:00:00Z`);
  moved.setUTCMonth(moved.getUTCMonth() - months);
  return moved.toISOString().slice(0, 10) as CivilDate;
}

/** Why a week cannot be declared, or undefined when it can. */
type WeekRule = (start: CivilDate, end: CivilDate | null) => string | undefined;

/** A report has few weeks and many declarations: each week is checked once. */
function weekRule(today: CivilDate): WeekRule {
  const oldest = monthsBefore(today, OLDEST_MONTHS);
  const checked = new Map<string, string | undefined>();
  const check: WeekRule = (start, end) => {
    if (isoWeekday(start) !== WEDNESDAY || (end !== null && end !== addDays(start, 6))) {
      return "la semaine cinématographique va du mercredi au mardi.";
    }
    if (start > today) return "la semaine n’a pas encore commencé.";
    return start < oldest ? "la semaine date de plus de 24 mois." : undefined;
  };
  return (start, end) => {
    const key = `${start}${end ?? ""}`;
    if (!checked.has(key)) checked.set(key, check(start, end));
    return checked.get(key);
  };
}

/** A declaration as it may be kept, or the errors that keep it out; warnings in both cases. */
export interface CheckedDeclaration {
  readonly declaration: BoxOfficeDeclaration | undefined;
  readonly issues: readonly ReportIssue[];
}

/**
 * The reading and control of the declarations of one file (BOX-3).
 * @param today civil date in Paris: a week that has not begun is refused
 */
export function declarationChecker(today: CivilDate): (raw: RawDeclaration) => CheckedDeclaration {
  const weekError = weekRule(today);
  const dateOf = rememberedDates();
  return (raw) => checkDeclaration(raw, weekError, dateOf);
}

const KNOWN_DATES = 1000;

/** A report has few dates and writes them in each of its declarations. */
function rememberedDates(): DateReader {
  const known = new Map<string, CivilDate | undefined>();
  return (text) => {
    if (known.has(text)) return known.get(text);
    const date = frenchDate(text);
    if (known.size < KNOWN_DATES) known.set(text, date);
    return date;
  };
}

function checkDeclaration(raw: RawDeclaration, weekError: WeekRule, dateOf: DateReader): CheckedDeclaration {
  const issues: ReportIssue[] = [];
  const { fields } = raw;
  const text = (field: Field): string | null => {
    const value = fields.get(field);
    if (value === undefined) return null;
    const tidy = UNTIDY.test(value) ? value.replace(/\s+/g, " ").trim() : value;
    const clean = cutText(tidy, MAX_FIELD);
    return clean === "" ? null : clean;
  };
  const reference = text("reference");
  const place = reference ? `Déclaration ${reference}` : `Ligne ${raw.line}`;
  const add = (severity: ReportIssue["severity"], field: string, message: string): void => {
    issues.push({ line: raw.line, reference, field, severity, message: `${place}\u00a0: ${message}` });
  };
  const read: Read = (field, parse, label, severity = "error") => {
    const value = text(field);
    if (value === null) return null;
    const parsed = parse(value);
    if (parsed === undefined) add(severity, field, `${label} illisible (${quoteText(value)}).`);
    return parsed ?? null;
  };
  const required = (field: string, isThere: boolean, label: string): void => {
    if (!isThere && !issues.some((issue) => issue.field === field)) add("error", field, `${label}.`);
  };

  const start = read("week_start", dateOf, "début de semaine");
  const end = read("week_end", dateOf, "fin de semaine");
  const week = start ?? weekFrom(fields.get("week_no"), fields.get("week_year")) ?? null;
  required("week_start", week !== null, "semaine manquante");
  if (week !== null) {
    const reason = weekError(week, end);
    if (reason !== undefined) add("error", "week_start", reason);
  }

  const title = text("title");
  const visa = visaOf(text("visa"), title);
  required("visa", visa !== null || title !== null, "visa ou titre du film manquant");
  const screen = text("screen_auth");
  required("screen_auth", screen !== null, "numéro d’autorisation de la salle manquant");
  const gross = read("gross_ttc", reportAmount, "recette");
  required("gross_ttc", gross !== null, "recette manquante");

  if (["cinema_cnc", "siret", "siren", "short_code"].every((field) => !fields.has(field as Field))) {
    add("warning", "cinema_name", "établissement désigné par son nom seulement.");
  }

  const admissions_paid = read("admissions_paid", frenchInteger, "nombre d’entrées") ?? 0;
  const admissions_free = read("admissions_free", frenchInteger, "nombre d’entrées gratuites") ?? 0;
  const screenings = read("screenings", frenchInteger, "nombre de séances");
  const capacity = read("capacity", frenchInteger, "jauge");
  const tsa = read("tsa", reportAmount, "TSA") ?? (gross === null ? null : tsaOf(gross));
  const vat = read("vat", reportAmount, "TVA") ?? (gross === null ? null : ticketVatOf(gross));
  const declaredBase = read("base_film", reportAmount, "base film");
  const sacem = read("sacem", reportAmount, "SACEM");
  const share = read("share", reportAmount, "part distributeur");
  const terms = readTerms(text, read, add, share);

  if (gross !== null && tsa !== null && vat !== null) {
    const base = checkBase(cents(gross - tsa - vat), declaredBase, add);
    checkSigns({ gross_ttc: gross, tsa, vat, base_film: base, sacem, share }, add);
    checkTsa(gross, tsa, add);
    checkVat(gross, vat, declaredBase !== null, add);
    if (terms.type === "POURCENTAGE") checkShare(base, terms.rate_millionths, sacem, share, add);
    checkTicket(gross, admissions_paid, add);
    checkDetails(raw.details, gross, admissions_paid, admissions_free, add);
    if (
      screenings !== null &&
      capacity !== null &&
      admissions_paid + admissions_free > screenings * capacity
    ) {
      add("warning", "admissions_paid", "plus d’entrées que de places (séances × jauge).");
    }
    if (week !== null && screen !== null && !issues.some((issue) => issue.severity === "error")) {
      return {
        issues,
        declaration: {
          position: raw.position,
          line: raw.line,
          reference,
          nature: natureOf(text("nature"), text("corrects")),
          corrects: text("corrects"),
          week_start: week,
          cinema: cinemaIn(text),
          screen: { authorization_number: cutText(screen, 20), name: text("screen_name"), capacity },
          film: filmIn({ visa, title }, week, text, read, add, dateOf),
          distributor: distributorIn(text),
          terms,
          screenings,
          admissions_paid,
          admissions_free,
          gross_ttc: gross,
          tsa,
          vat,
          base_film_ht: base,
          sacem,
          share_declared_ht: share,
          cancelled_screening: /s[ée]ances?\s+annul[ée]e/i.test(text("observation") ?? ""),
          warnings: issues,
        },
      };
    }
  }
  return { declaration: undefined, issues };
}

/** Where no name stands beside it, a number that is none is still another distributor's. */
function distributorIn(text: Text): BoxOfficeDeclaration["distributor"] {
  const [name, number] = [text("distributor_name"), text("distributor_siren")];
  const written = name === null ? number?.replace(/\D/g, "").slice(0, 9) || null : null;
  return { name, siren: sirenIn(number) ?? written };
}

const cinemaIn = (text: Text): BoxOfficeDeclaration["cinema"] => ({
  cnc_authorization: text("cinema_cnc"),
  siret: text("siret")?.replace(/\D/g, "") || null,
  siren: sirenIn(text("siren")),
  short_name_code: text("short_code"),
  name: text("cinema_name"),
  legal_name: text("legal_name"),
  address: text("address"),
  pin_code: text("pin_code"),
  city: text("city"),
  group: text("circuit"),
});

function readTerms(text: Text, read: Read, add: Add, share: Cents | null): BoxOfficeDeclaration["terms"] {
  const rate = read("rate", exactRate, "taux de location");
  const fee = read("flat_fee", reportAmount, "forfait");
  const minimum_guarantee_ht = read("minimum_guarantee", reportAmount, "minimum garanti");
  const written = normaliseText(text("terms_type") ?? "");
  // Flat files have a column of each, and 0 in the one that does not count: a declared share is what is due (BILL-3).
  const rate_millionths = rate === 0 && (fee ?? 0) > 0 && written === "" ? null : rate;
  const flat_fee_ht = fee === 0 && (share ?? 0) > 0 ? null : fee;
  const rate_bp = rate_millionths === null ? null : roundedRate(rate_millionths);
  let type: TermsType = flat_fee_ht !== null && rate_bp === null ? "FORFAIT" : "POURCENTAGE";
  if (written.startsWith("forfait")) type = "FORFAIT";
  else if (written.startsWith("gratuit")) type = "GRATUIT";
  else if (written.startsWith("pourcent")) type = "POURCENTAGE";
  else {
    const guess = type === "FORFAIT" ? "forfait" : "pourcentage";
    add("warning", "terms_type", `conditions de location non précisées, lues comme un ${guess}.`);
  }
  if (type === "FORFAIT" && flat_fee_ht === null && share === null)
    add("error", "flat_fee", "montant du forfait manquant.");
  if ((flat_fee_ht ?? 0) < 0 || (minimum_guarantee_ht ?? 0) < 0)
    add("error", "flat_fee", "un montant de location ne peut pas être négatif.");
  if (type === "POURCENTAGE") {
    if (rate_bp === null && share === null)
      add("error", "rate", "taux de location et part distributeur manquants.");
    if (rate_bp !== null && (rate_bp > TOP_RATE_BP || rate_bp <= 0))
      add("error", "rate", `taux de location hors limites (${frenchPercent(rate_bp)} %).`);
    else if (rate_bp !== null && rate_bp < LOWEST_RATE_BP)
      add("warning", "rate", "taux de location inférieur à 20 %.");
    else if (rate_bp !== null && rate_bp < LOW_RATE_BP)
      add("warning", "rate", "taux de location entre 20 et 25 %.");
  }
  return { type, rate_bp, rate_millionths, flat_fee_ht, minimum_guarantee_ht };
}

/** A reference that is said to be corrected says the nature too; « oui » and « 1 » are none. */
function natureOf(text: string | null, corrects: string | null): Nature {
  if (text === null) return /\S\d|\d\S/.test(corrects ?? "") ? "rectificative" : "initiale";
  const normal = normaliseText(text);
  if (normal.startsWith("rectif") || normal === "oui" || normal === "1" || normal === "true")
    return "rectificative";
  return normal.startsWith("annul") ? "annulation" : "initiale";
}
