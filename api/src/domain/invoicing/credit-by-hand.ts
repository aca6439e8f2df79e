import { type Cents, cents, sumCents } from "@bobine/contract/money";
import { filmKey } from "./billed-declaration.ts";
import type { InvoiceLineDraft } from "./draft-invoice.ts";
import type { InvoiceTotals, VatOfRate } from "./invoice-totals.ts";
import { atRate } from "./rounding.ts";

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
  const off = Map.groupBy(credited, partOf);
  return [...Map.groupBy(lines, partOf)].flatMap(([part, ofFilm]) => {
    const [line] = ofFilm as [BilledLine];
    const billed = sumCents(ofFilm.map((one) => one.net_amount));
    const remaining = cents(billed + sumCents((off.get(part) ?? []).map((one) => one.net_amount)));
    return remaining > 0 ? [{ line_id: line.id, line, billed, remaining }] : [];
  });
}

/** An amount of a film to credit; cents HT above zero. */
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
    if (!film || net_amount <= 0 || net_amount > film.remaining)
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
  const vat_breakdown = [...Map.groupBy(lines, (line) => line.vat_rate_bp)]
    .sort(([a], [b]) => b - a)
    .map(([vat_rate_bp, ofRate]): VatOfRate => {
      const net = sumCents(ofRate.map((line) => line.net_amount));
      const remainingNet = sumOfRate(films, vat_rate_bp);
      const remainingVat = Math.max(0, vatAt(vat, vat_rate_bp) + vatAt(creditedVat, vat_rate_bp));
      const rounded = Math.min(0 - atRate(net, vat_rate_bp), remainingVat);
      return {
        vat_rate_bp,
        net_amount: net,
        vat_amount: cents(0 - (net + remainingNet === 0 ? remainingVat : rounded)),
      };
    });
  const total_net_amount = sumCents(vat_breakdown.map((rate) => rate.net_amount));
  const total_vat_amount = sumCents(vat_breakdown.map((rate) => rate.vat_amount));
  return {
    lines,
    vat_breakdown,
    total_net_amount,
    total_vat_amount,
    total_amount: cents(total_net_amount + total_vat_amount),
  };
}

const sumOfRate = (films: readonly CreditableFilm[], vat_rate_bp: number): number =>
  films.reduce((sum, film) => (film.line.vat_rate_bp === vat_rate_bp ? sum + film.remaining : sum), 0);

const vatAt = (breakdown: readonly VatOfRate[], vat_rate_bp: number): number =>
  breakdown.reduce((sum, rate) => (rate.vat_rate_bp === vat_rate_bp ? sum + rate.vat_amount : sum), 0);
