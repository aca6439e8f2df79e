import { type Cents, cents, sumCents } from "@bobine/contract/money";
import { atRate } from "./rounding.ts";

/** The VAT of one rate: 10 % = 1000. Amounts in cents, negative on a credit note. */
export interface VatOfRate {
  vat_rate_bp: number;
  net_amount: Cents;
  vat_amount: Cents;
}

export interface InvoiceTotals {
  vat_breakdown: VatOfRate[];
  total_net_amount: Cents;
  total_vat_amount: Cents;
  total_amount: Cents;
}

/**
 * Totals of an invoice or a credit note: VAT is rounded once per rate, on the sum of the rate's lines (BILL-5), and
 * the breakdown goes from the highest rate to the lowest (BILL-5).
 * @param vatOf the VAT of what the lines of one rate sum to; of a credit note, `vatTakenBack`
 */
export function invoiceTotals(
  lines: readonly { net_amount: Cents; vat_rate_bp: number }[],
  vatOf: (net: Cents, vat_rate_bp: number) => Cents = atRate,
): InvoiceTotals {
  const netByRate = new Map<number, number>();
  for (const line of lines) {
    netByRate.set(line.vat_rate_bp, (netByRate.get(line.vat_rate_bp) ?? 0) + line.net_amount);
  }
  const vat_breakdown = [...netByRate]
    .sort(([a], [b]) => b - a)
    .map(([vat_rate_bp, net]) => ({
      vat_rate_bp,
      net_amount: cents(net),
      vat_amount: vatOf(cents(net), vat_rate_bp),
    }));
  const total_net_amount = sumCents(vat_breakdown.map((rate) => rate.net_amount));
  const total_vat_amount = sumCents(vat_breakdown.map((rate) => rate.vat_amount));
  return {
    vat_breakdown,
    total_net_amount,
    total_vat_amount,
    total_amount: cents(total_net_amount + total_vat_amount),
  };
}
