import { type Cents, cents, sumCents } from "@bobine/contract/money";
import { fillVisas, filmKey } from "./billed-declaration.ts";
import type { InvoiceLineDraft } from "./draft-invoice.ts";
import { vatAt, vatTakenBack } from "./credited-vat.ts";
import { type InvoiceTotals, invoiceTotals, type VatOfRate } from "./invoice-totals.ts";

/** A line of an issued invoice; cents HT. */
export interface BilledLine {
  readonly id: number;
  readonly film_title: string;
  readonly visa_number: string;
  readonly version: string;
  readonly net_amount: Cents;
  readonly vat_rate_bp: number;
}

/** What an invoice bills for one film at one rate, and what is left of it. */
export interface CreditableFilm {
  /** Its first line stands for it. */
  readonly line_id: number;
  readonly line: BilledLine;
  readonly billed: Cents;
  readonly remaining: Cents;
  /** VAT of a rate of which nothing is left before tax; zero where something is. */
  readonly vat_alone: Cents;
}

type CreditedLine = Omit<BilledLine, "id">;

const partOf = (line: CreditedLine): string => `${line.vat_rate_bp} ${filmKey(line)}`;

/**
 * What of an invoice can still be credited, film by film and rate by rate, in the order of its lines (BILL-12): never
 * more than it bills once its credit notes are taken off. What is used up is left out.
 * @param credited lines of the credit notes that correct it, negative
 */
export function creditableFilms(
  lines: readonly BilledLine[],
  credited: readonly CreditedLine[],
): CreditableFilm[] {
  const withVisa = fillVisas([...lines, ...credited]);
  const off = Map.groupBy(credited.map(withVisa), partOf);
  return [...Map.groupBy(lines.map(withVisa), partOf)].flatMap(([part, ofFilm]) => {
    const [line] = ofFilm as [BilledLine];
    const billed = sumCents(ofFilm.map((one) => one.net_amount));
    const remaining = cents(billed + sumCents((off.get(part) ?? []).map((one) => one.net_amount)));
    return remaining > 0 ? [{ line_id: line.id, line, billed, remaining, vat_alone: cents(0) }] : [];
  });
}

/**
 * `creditableFilms`, and the VAT that is left of rates that are credited to the end: credit notes of before rounded theirs alone, and left a
 * cent due. The first line of such a rate stands for it, with nothing before tax.
 * @param vat what the invoice bills per rate; @param creditedVat the same of its credit notes, negative
 */
export function creditableParts(
  lines: readonly BilledLine[],
  credited: readonly CreditedLine[],
  vat: readonly VatOfRate[],
  creditedVat: readonly VatOfRate[],
): CreditableFilm[] {
  const films = creditableFilms(lines, credited);
  const alone = vat.flatMap(({ vat_rate_bp }): CreditableFilm[] => {
    const line = lines.find((one) => one.vat_rate_bp === vat_rate_bp);
    const vat_alone = cents(vatAt(vat, vat_rate_bp) + vatAt(creditedVat, vat_rate_bp));
    if (!line || vat_alone <= 0 || films.some((film) => film.line.vat_rate_bp === vat_rate_bp)) return [];
    return [{ line_id: line.id, line, billed: cents(0), remaining: cents(0), vat_alone }];
  });
  return [...films, ...alone];
}

/** An amount of a film to credit; cents HT above zero, or zero of VAT that is left alone. */
export interface ChosenCredit {
  readonly line_id: number;
  readonly net_amount: Cents;
}

/** Why amounts cannot be credited: the film, and the most that can. */
export class NotCreditable extends Error {
  readonly line_id: number;
  readonly most: Cents;
  constructor(line_id: number, most: Cents) {
    super(`line ${line_id} can be credited by ${most} cents at most`);
    this.line_id = line_id;
    this.most = most;
  }
}

/**
 * The lines and totals of a credit note that a person asks for; negative. Its VAT is rounded once per rate, and where a rate
 * is credited to the end it takes all VAT that is left, so that an invoice credited whole, in however many parts, comes to zero.
 * @param vat what the invoice bills per rate; @param creditedVat the same of its credit notes, negative
 * @throws NotCreditable when a film is not the invoice's, is chosen twice, or is worth less than asked
 */
export function draftCreditByHand(
  films: readonly CreditableFilm[],
  chosen: readonly ChosenCredit[],
  vat: readonly VatOfRate[],
  creditedVat: readonly VatOfRate[],
  describe: (film: CreditableFilm) => string,
): InvoiceTotals & { lines: InvoiceLineDraft[] } {
  const left = new Map(films.map((film) => [film.line_id, film]));
  const lines = chosen.map(({ line_id, net_amount }, index): InvoiceLineDraft => {
    const film = left.get(line_id);
    const least = film && film.vat_alone > 0 ? 0 : 1;
    if (!film || net_amount < least || net_amount > film.remaining)
      throw new NotCreditable(line_id, film?.remaining ?? cents(0));
    left.delete(line_id);
    return {
      position: index + 1,
      kind: "correction",
      film_title: film.line.film_title,
      visa_number: film.line.visa_number,
      version: film.line.version,
      run_week: null,
      screens: [],
      screenings: null,
      admissions_paid: 0,
      admissions_free: 0,
      gross_ttc: cents(0),
      base_film_ht: cents(0),
      rate_bp: null,
      description: describe(film),
      net_amount: cents(0 - net_amount),
      vat_rate_bp: film.line.vat_rate_bp,
      declaration_ids: [],
    };
  });
  const leftOf = (vat_rate_bp: number) => ({
    net: sumOfRate(films, vat_rate_bp),
    vat: vatAt(vat, vat_rate_bp) + vatAt(creditedVat, vat_rate_bp),
  });
  return { lines, ...invoiceTotals(lines, (net, rate) => vatTakenBack(net, rate, leftOf(rate))) };
}

const sumOfRate = (films: readonly CreditableFilm[], vat_rate_bp: number): number =>
  films.reduce((sum, film) => (film.line.vat_rate_bp === vat_rate_bp ? sum + film.remaining : sum), 0);
