import { euros, percent } from "@bobine/contract/french";
import type { CivilDate } from "@bobine/contract/civil-date";
import { type Cents, cents, sumCents } from "@bobine/contract/money";
import { type BilledDeclaration, filmKey } from "./billed-declaration.ts";
import { admissionsText, filmAndVersion, guaranteeText, runWeekText } from "./invoice-texts.ts";
import type { InvoiceTotals } from "./invoice-totals.ts";

export type InvoiceLineKind = "rental" | "minimum_guarantee" | "flat_fee" | "correction";

/** One line of an invoice, with the columns of `invoice_line`. Amounts in cents. */
export interface InvoiceLineDraft {
  position: number;
  kind: InvoiceLineKind;
  film_title: string;
  visa_number: string;
  version: string;
  run_week: number | null;
  screens: string[];
  screenings: number | null;
  admissions_paid: number;
  admissions_free: number;
  gross_ttc: Cents;
  base_film_ht: Cents;
  /** Hundredths of a percent; null when the line is not a percentage. */
  rate_bp: number | null;
  description: string;
  net_amount: Cents;
  vat_rate_bp: number;
  declaration_ids: number[];
}

export interface InvoiceDraft extends InvoiceTotals {
  cinema_id: number;
  week_start: CivilDate;
  /** The VAT number that it names in place of the company's, as it adds to what was billed with that one, or with none (BILL-13). */
  vat_number: string | null;
  lines: InvoiceLineDraft[];
}

export interface InvoicingContext {
  /** The VAT rate of rentals to this cinema in hundredths of a percent: 1000 = 10 % (BILL-5). */
  default_vat_rate_bp: number;
  /** The guarantee of the settings cinema × distributor, by cinema; a cinema that is absent has none. */
  minimum_guarantees: ReadonlyMap<number, Cents>;
}

/**
 * The lines that the declarations of one cinema and one week are worth (BILL-15), films in alphabetical order: one line per
 * film and version (per rate too, should two screens declare different ones), each the sum of the rounded shares of its
 * declarations (BILL-4, example B), then the complement to the film's minimum guarantee (BILL-4).
 */
export function linesOfWeek(
  declarations: readonly BilledDeclaration[],
  context: InvoicingContext,
): InvoiceLineDraft[] {
  const films = [...Map.groupBy(declarations, filmKey).values()].map((ofFilm) =>
    linesOfFilm(ofFilm, context),
  );
  return films
    .filter((lines) => lines.length > 0)
    .sort((a, b) => byTitle(a[0] as InvoiceLineDraft, b[0] as InvoiceLineDraft))
    .flat()
    .map((line, index) => ({ ...line, position: index + 1 }));
}

const french = new Intl.Collator("fr");
const byTitle = (a: InvoiceLineDraft, b: InvoiceLineDraft): number =>
  french.compare(a.film_title, b.film_title) || french.compare(a.visa_number, b.visa_number);

function linesOfFilm(
  declarations: readonly BilledDeclaration[],
  context: InvoicingContext,
): InvoiceLineDraft[] {
  const groups = Map.groupBy(declarations, (d) => `${d.version} ${d.terms_type} ${d.rate_bp}`);
  const lines = [...groups.values()]
    .map((group) => lineOfDeclarations(group, context.default_vat_rate_bp))
    .sort((a, b) => french.compare(a.version, b.version) || (b.rate_bp ?? 0) - (a.rate_bp ?? 0));
  const complement = guaranteeComplement(declarations, context);
  // A share of zero stays visible beside the complement that it explains.
  const charged = lines.filter(
    (line) => line.net_amount !== 0 || (complement !== null && line.rate_bp !== null),
  );
  return complement === null ? charged : [...charged, complement];
}

function lineOfDeclarations(group: readonly BilledDeclaration[], vat_rate_bp: number): InvoiceLineDraft {
  const [first] = group as [BilledDeclaration];
  const isFlat = first.terms_type === "FORFAIT";
  const line = {
    position: 0,
    kind: isFlat ? ("flat_fee" as const) : ("rental" as const),
    ...statisticsOf(group),
    rate_bp: first.terms_type === "POURCENTAGE" ? first.rate_bp : null,
    net_amount: sumCents(group.map(billedAmount)),
    vat_rate_bp,
  };
  return { ...line, description: isFlat ? flatFeeDescription(line) : rentalDescription(line) };
}

/** What one declaration bills before any guarantee. */
function billedAmount(declaration: BilledDeclaration): Cents {
  switch (declaration.terms_type) {
    case "GRATUIT":
      return cents(0);
    case "FORFAIT":
      return declaration.flat_fee_ht ?? declaration.share_ht;
    case "POURCENTAGE":
      return declaration.share_ht;
  }
}

/**
 * The complement that brings a film's share of the week up to its guarantee, or null (BILL-4). The guarantee is one
 * per film: declarations of several screens or versions that repeat it do not add up. Flat fees, free screenings and
 * cancelled screenings without a paid admission neither bring nor call one.
 */
function guaranteeComplement(
  declarations: readonly BilledDeclaration[],
  context: InvoicingContext,
): InvoiceLineDraft | null {
  const shared = declarations.filter((d) => d.terms_type === "POURCENTAGE");
  const played = shared.filter((d) => !(d.cancelled_screening && d.admissions_paid === 0));
  const [first] = played;
  if (first === undefined) return null;
  const declared = played.map((d) => d.minimum_guarantee_ht).filter((amount) => amount !== null);
  const guarantee =
    declared.length > 0 ? Math.max(...declared) : context.minimum_guarantees.get(first.cinema_id);
  const missing = (guarantee ?? 0) - sumCents(shared.map((d) => d.share_ht));
  if (guarantee === undefined || missing <= 0) return null;
  const versions = new Set(played.map((d) => d.version));
  return {
    position: 0,
    kind: "minimum_guarantee",
    film_title: first.film_title,
    visa_number: first.visa_number,
    version: versions.size === 1 ? first.version : "",
    run_week: first.run_week,
    screens: [],
    screenings: null,
    admissions_paid: 0,
    admissions_free: 0,
    gross_ttc: cents(0),
    base_film_ht: cents(0),
    rate_bp: null,
    description: guaranteeText(first.film_title, cents(guarantee)),
    net_amount: cents(missing),
    vat_rate_bp: context.default_vat_rate_bp,
    declaration_ids: played.map((d) => d.id),
  };
}

function statisticsOf(group: readonly BilledDeclaration[]) {
  const [first] = group as [BilledDeclaration];
  const sum = (pick: (d: BilledDeclaration) => number) => group.reduce((total, d) => total + pick(d), 0);
  const counted = group.filter((d) => d.screenings !== null);
  return {
    film_title: first.film_title,
    visa_number: first.visa_number,
    version: first.version,
    run_week: group.every((d) => d.run_week === first.run_week) ? first.run_week : null,
    screens: [...new Set(group.map((d) => d.screen_name || d.screen_authorization))].sort(french.compare),
    screenings: counted.length === 0 ? null : counted.reduce((total, d) => total + (d.screenings ?? 0), 0),
    admissions_paid: sum((d) => d.admissions_paid),
    admissions_free: sum((d) => d.admissions_free),
    gross_ttc: cents(sum((d) => d.gross_ttc)),
    base_film_ht: cents(sum((d) => d.base_film_ht)),
    declaration_ids: group.map((d) => d.id),
  };
}

type Described = Omit<InvoiceLineDraft, "description">;

const beginning = (line: Described): string[] => [
  filmAndVersion(line),
  ...(line.run_week === null ? [] : [runWeekText(line.run_week)]),
];

const rentalDescription = (line: Described): string =>
  [
    ...beginning(line),
    admissionsText(line.admissions_paid),
    `base film ${euros(line.base_film_ht)}${line.rate_bp === null ? "" : ` × ${percent(line.rate_bp)}`}`,
  ].join(" – ");

const flatFeeDescription = (line: Described): string =>
  [...beginning(line), `forfait ${euros(line.net_amount)} HT`].join(" – ");
