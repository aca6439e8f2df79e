import type { CivilDate } from "@bobine/contract/civil-date";
import { type Cents, cents } from "@bobine/contract/money";

/** VAT of one rate, with what it is due on. The rate is null where nobody knows it. Amounts in cents, negative on a credit note. */
export interface VatAtRate {
  readonly vat_rate_bp: number | null;
  readonly net_amount: Cents;
  readonly vat_amount: Cents;
}

/** What settles a document: a payment, its return, an advance, a credit note or another credit, a refund, a small difference that is written off. */
export type SettlementCause = "payment" | "return" | "advance" | "credit" | "refund" | "write_off";

export interface Settlement {
  /** The same whatever else settles the document. */
  readonly key: string;
  readonly date: CivilDate;
  readonly cause: SettlementCause;
  /** With the sign of the document's total; a return has the other one. */
  readonly amount: Cents;
}

export interface TaxedDocument {
  readonly total_amount: Cents;
  readonly vat_by_rate: readonly VatAtRate[];
  /** Before its books began: its VAT is not theirs any more. */
  readonly settled_before: Cents;
}

/** VAT that leaves the waiting account on a day. It becomes due, but for that of a difference written off, which never does. */
export interface VatMove {
  readonly settlement: Settlement;
  readonly is_due: boolean;
  /** Those whose VAT moves; below zero what goes back. */
  readonly rates: readonly VatAtRate[];
}

/**
 * VAT on collection (CGI art. 269-2-c): what each settlement of a document moves out of waiting, in their order. After each, what has moved of a rate is
 * its share of what is settled, rounded half up: over the life of the document not one cent is lost, whatever comes in between (VAT-1).
 */
export function vatMoves(document: TaxedDocument, settlements: readonly Settlement[]): VatMove[] {
  const moved = vatSettled(document, document.settled_before).map((rate) => ({ ...rate }));
  let settled: number = document.settled_before;
  const moves: VatMove[] = [];
  for (const settlement of settlements) {
    settled += settlement.amount;
    const rates = vatSettled(document, cents(settled)).flatMap((now, place) => {
      const before = moved[place];
      // A base without a cent of tax is told with the next one.
      if (before === undefined || now.vat_amount === before.vat_amount) return [];
      moved[place] = now;
      return [less(now, before)];
    });
    if (rates.length > 0) moves.push({ settlement, is_due: settlement.cause !== "write_off", rates });
  }
  return moves;
}

/** The VAT that still waits once so much of a document is settled. */
export const vatWaiting = (document: TaxedDocument, settled: Cents): VatAtRate[] =>
  vatSettled(document, settled).map((now, place) => less(document.vat_by_rate[place] ?? now, now));

const vatSettled = ({ total_amount, vat_by_rate }: TaxedDocument, settled: Cents): VatAtRate[] =>
  vat_by_rate.map(({ vat_rate_bp, net_amount, vat_amount }) => ({
    vat_rate_bp,
    net_amount: shareOf(net_amount, settled, total_amount),
    vat_amount: shareOf(vat_amount, settled, total_amount),
  }));

const less = (one: VatAtRate, other: VatAtRate): VatAtRate => ({
  vat_rate_bp: one.vat_rate_bp,
  net_amount: cents(one.net_amount - other.net_amount),
  vat_amount: cents(one.vat_amount - other.vat_amount),
});

/** Half up away from zero, so that a credit note mirrors its invoice. Nothing is settled below nothing or above the total. */
function shareOf(amount: Cents, settled: Cents, total: Cents): Cents {
  const whole = BigInt(Math.abs(total));
  const signed = BigInt(total < 0 ? 0 - settled : settled);
  const part = signed < 0n ? 0n : signed > whole ? whole : signed;
  if (whole === 0n) return amount;
  const size = (2n * BigInt(Math.abs(amount)) * part + whole) / (2n * whole);
  return cents(Number(amount < 0 ? -size : size));
}
