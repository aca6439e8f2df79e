import { type Cents, cents } from "@bobine/contract/money";
import type { BilledLine } from "./credit-by-hand.ts";
import type { VatOfRate } from "./invoice-totals.ts";
import { proportionHalfUp } from "./rounding.ts";

/** A credit note of an imported invoice, of ours or of another software; negative cents. */
export interface NoteOfImported {
  readonly total_net_amount: Cents;
  readonly total_vat_amount: Cents;
  readonly total_amount: Cents;
  /** Empty when its rate is not known. */
  readonly vat_breakdown: readonly VatOfRate[];
}

/**
 * What the credit notes of an imported invoice took off each of its rates (BILL-12): all of their totals, whatever rate they name and whether
 * they name one. What is of no rate of the invoice, as a credit note « net de taxe », is taken off its first rate, and what is beyond one rate off
 * the others, so that what is left to credit is never more than the invoice is still worth.
 * @param lines of `creditableOfImported`, one for each rate of `vat`, in its order
 */
export function creditedOfImported(
  lines: readonly BilledLine[],
  vat: readonly VatOfRate[],
  notes: readonly NoteOfImported[],
): { credited: BilledLine[]; creditedVat: VatOfRate[] } {
  const left = leftOfRates(lines, vat, notes);
  return {
    credited: lines.map((line, index) => ({
      ...line,
      net_amount: cents((left[index]?.net ?? 0) - line.net_amount),
    })),
    creditedVat: vat.map(({ vat_rate_bp, net_amount, vat_amount }, index) => ({
      vat_rate_bp,
      net_amount: cents((left[index]?.net ?? 0) - net_amount),
      vat_amount: cents((left[index]?.vat ?? 0) - vat_amount),
    })),
  };
}

interface LeftOfRate {
  readonly vat_rate_bp: number;
  net: number;
  vat: number;
}

function leftOfRates(
  lines: readonly BilledLine[],
  vat: readonly VatOfRate[],
  notes: readonly NoteOfImported[],
): LeftOfRate[] {
  const rates = lines.map(
    ({ vat_rate_bp, net_amount }, index): LeftOfRate => ({
      vat_rate_bp,
      net: net_amount,
      vat: vat[index]?.vat_amount ?? 0,
    }),
  );
  const [first] = rates;
  if (!first) return [];
  for (const note of notes) takeOff(rates, first, note);
  let beyond = rates.reduce((sum, { net, vat: tax }) => sum - Math.min(0, net + tax), 0);
  return rates.map((rate) => {
    const total = Math.max(0, rate.net + rate.vat);
    const taken = Math.min(total, beyond);
    beyond -= taken;
    const isWhole = taken === 0 && rate.net > 0 && rate.vat >= 0;
    return isWhole ? rate : inTotal(cents(total - taken), rate.vat_rate_bp);
  });
}

/** The cents by which the parts of a document miss its total go with its first rate, before tax (BILL-17). */
function takeOff(rates: readonly LeftOfRate[], first: LeftOfRate, note: NoteOfImported): void {
  const { vat_breakdown, total_net_amount, total_vat_amount, total_amount } = note;
  const parts: readonly VatOfRate[] =
    vat_breakdown.length > 0
      ? vat_breakdown
      : [{ vat_rate_bp: first.vat_rate_bp, net_amount: total_net_amount, vat_amount: total_vat_amount }];
  let missing = total_amount - parts.reduce((sum, part) => sum + part.net_amount + part.vat_amount, 0);
  for (const part of parts) {
    const rate = rates.find((one) => one.vat_rate_bp === part.vat_rate_bp) ?? first;
    rate.net += part.net_amount + missing;
    rate.vat += part.vat_amount;
    missing = 0;
  }
}

/** Where the net amount or the VAT of a rate is used up before the other, what is left of its total has both again. */
function inTotal(total: Cents, vat_rate_bp: number): LeftOfRate {
  const net = proportionHalfUp(total, 10_000, 10_000 + vat_rate_bp);
  return { vat_rate_bp, net, vat: total - net };
}
