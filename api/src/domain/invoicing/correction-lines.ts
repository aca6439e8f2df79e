import { euros, wholeNumber } from "@bobine/contract/french";
import { cinemaWeekOf } from "@bobine/contract/cinema-week";
import type { CivilDate } from "@bobine/contract/civil-date";
import { type Cents, cents } from "@bobine/contract/money";
import { type BilledDeclaration, filmKey } from "./billed-declaration.ts";
import type { InvoiceLineDraft } from "./draft-invoice.ts";
import { admissionsText, filmAndVersion } from "./invoice-texts.ts";

/** A line already invoiced, as `invoice_line` keeps it; negative on a credit note. */
export type InvoicedLine = Omit<InvoiceLineDraft, "position" | "description" | "screens" | "declaration_ids">;

/** Sums of the lines of one film and version (its share), or of one film's guarantee complements. */
interface PartSums {
  screenings: number;
  admissions_paid: number;
  admissions_free: number;
  gross_ttc: number;
  base_film_ht: number;
  net_amount: number;
}

/** The part of a film whose amount changed: the share of one version, or the complement to the guarantee. */
export interface PartChange {
  is_guarantee: boolean;
  /** The line that names it: the expected one, else the invoiced one. */
  named: InvoicedLine;
  /** Empty when the film or version is not declared any more. */
  expected: InvoiceLineDraft[];
  /** Of its expected lines, and what was declared to bill nothing any more. */
  declaration_ids: number[];
  before: PartSums;
  after: PartSums;
  vat_rate_bp: number;
}

export interface FilmChange {
  film_key: string;
  is_new: boolean;
  /** Cents HT that the film is worth beyond what was invoiced; negative when it is worth less. */
  difference: Cents;
  parts: PartChange[];
  expected_lines: InvoiceLineDraft[];
}

/**
 * The films whose amount changed, with the parts that explain it. A film keeps the VAT rate that it was invoiced with,
 * whatever the distributor's default has become since; one that is billed anew, as nothing stands of what billed it, has that of today (BILL-13).
 * @param standing lines of the invoices of which something stands, newest first
 * @param unbilled what was declared since the last issue and no expected line bills: a film is worth less by it
 */
export function filmChanges(
  invoiced: readonly InvoicedLine[],
  expected: readonly InvoiceLineDraft[],
  standing: readonly InvoicedLine[],
  unbilled: readonly BilledDeclaration[],
): FilmChange[] {
  const before = Map.groupBy(invoiced, filmKey);
  const after = Map.groupBy(expected, filmKey);
  return [...new Set([...after.keys(), ...before.keys()])].map((film_key) => {
    const was = before.get(film_key) ?? [];
    const is = after.get(film_key) ?? [];
    const difference = cents(sumsOf(is).net_amount - sumsOf(was).net_amount);
    const ended = difference < 0 ? unbilled.filter((declaration) => filmKey(declaration) === film_key) : [];
    const rated = difference > 0 ? standing.find((line) => filmKey(line) === film_key) : was[0];
    const rate = (rated ?? is[0])?.vat_rate_bp;
    const parts = difference === 0 ? [] : partChanges(was, is, ended, rate);
    return { film_key, is_new: was.length === 0, difference, parts, expected_lines: is };
  });
}

function partChanges(
  was: readonly InvoicedLine[],
  is: readonly InvoiceLineDraft[],
  ended: readonly BilledDeclaration[],
  vat_rate_bp: number | undefined,
): PartChange[] {
  const before = Map.groupBy(was, partKey);
  const after = Map.groupBy(is, partKey);
  const changes: PartChange[] = [];
  for (const key of new Set([...after.keys(), ...before.keys()])) {
    const wasPart = before.get(key) ?? [];
    const isPart = after.get(key) ?? [];
    const named = isPart[0] ?? wasPart.at(-1);
    if (named === undefined) continue;
    const is_guarantee = named.kind === "minimum_guarantee";
    const endedPart = ended.filter((declaration) => is_guarantee || declaration.version === named.version);
    changes.push({
      is_guarantee,
      named,
      expected: isPart,
      declaration_ids: [
        ...new Set([
          ...isPart.flatMap((line) => line.declaration_ids),
          ...endedPart.map((declaration) => declaration.id),
        ]),
      ],
      before: sumsOf(wasPart),
      after: sumsOf(isPart),
      vat_rate_bp: vat_rate_bp ?? named.vat_rate_bp,
    });
  }
  return changes.filter((change) => change.before.net_amount !== change.after.net_amount);
}

/** Earlier corrections count with the share of their version; guarantee complements are one part per film. */
const partKey = (line: InvoicedLine): string =>
  line.kind === "minimum_guarantee" ? "guarantee" : `share ${line.version}`;

/**
 * A line that bills or credits the difference of one part: its counts are differences too. Differences of a share have
 * kind `correction`, those of a guarantee keep theirs so that the next correction finds both apart.
 */
export function correctionLine(part: PartChange, week_start: CivilDate): InvoiceLineDraft {
  const { named, before, after } = part;
  const moved = (pick: (sums: PartSums) => number): number => pick(after) - pick(before);
  return {
    position: 0,
    kind: part.is_guarantee ? "minimum_guarantee" : "correction",
    film_title: named.film_title,
    visa_number: named.visa_number,
    version: named.version,
    run_week: named.run_week,
    screens: [...new Set(part.expected.flatMap((line) => line.screens))],
    screenings: part.is_guarantee ? null : moved((s) => s.screenings),
    admissions_paid: moved((s) => s.admissions_paid),
    admissions_free: moved((s) => s.admissions_free),
    gross_ttc: cents(moved((s) => s.gross_ttc)),
    base_film_ht: cents(moved((s) => s.base_film_ht)),
    rate_bp: named.rate_bp,
    description: describe(part, week_start),
    net_amount: cents(moved((s) => s.net_amount)),
    vat_rate_bp: part.vat_rate_bp,
    declaration_ids: part.declaration_ids,
  };
}

/** « Les Heures bleues (VF) – S47 – rectification du bordereau : 800 entrées au lieu de 812, part … au lieu de … » */
function describe(part: PartChange, week_start: CivilDate): string {
  const { named, before, after } = part;
  const beginning = [
    part.is_guarantee ? named.film_title : filmAndVersion(named),
    `S${cinemaWeekOf(week_start).number}`,
  ].join(" – ");
  const amounts = `${euros(cents(after.net_amount))} au lieu de ${euros(cents(before.net_amount))}`;
  if (part.is_guarantee) return `${beginning} – complément au minimum garanti rectifié\u00a0: ${amounts}`;
  if (part.expected.length === 0) return `${beginning} – déclaration annulée\u00a0: part ${amounts}`;
  const admissions =
    before.admissions_paid === after.admissions_paid
      ? []
      : [`${admissionsText(after.admissions_paid)} au lieu de ${wholeNumber(before.admissions_paid)}`];
  return `${beginning} – rectification du bordereau\u00a0: ${[...admissions, `part ${amounts}`].join(", ")}`;
}

function sumsOf(lines: readonly InvoicedLine[]): PartSums {
  const sums: PartSums = {
    screenings: 0,
    admissions_paid: 0,
    admissions_free: 0,
    gross_ttc: 0,
    base_film_ht: 0,
    net_amount: 0,
  };
  for (const line of lines) {
    sums.screenings += line.screenings ?? 0;
    sums.admissions_paid += line.admissions_paid;
    sums.admissions_free += line.admissions_free;
    sums.gross_ttc += line.gross_ttc;
    sums.base_film_ht += line.base_film_ht;
    sums.net_amount += line.net_amount;
  }
  return sums;
}
