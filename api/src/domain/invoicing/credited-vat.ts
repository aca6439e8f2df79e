import { type Cents, cents } from "@bobine/contract/money";
import type { VatOfRate } from "./invoice-totals.ts";
import { atRate } from "./rounding.ts";

/** What an invoice still bills at one rate, its credit notes taken off; cents. */
interface LeftOfRate {
  readonly net: number;
  readonly vat: number;
}

/**
 * The VAT that a credit note takes back of one rate, below zero (BILL-12): never more than is left of that rate on what it corrects, and
 * all that is left where it credits the rate to the end. What rounds alone would take a cent more or less than was billed.
 * @param net of the credit note; above zero where its lines replace a part by one of another rate
 */
export function vatTakenBack(net: Cents, vat_rate_bp: number, left: LeftOfRate): Cents {
  if (net > 0) return atRate(net, vat_rate_bp);
  const vatLeft = Math.max(0, left.vat);
  // A film may be credited on one invoice at a rate that another invoice of its week bills.
  const beyond = 0 - net - Math.max(0, left.net);
  if (beyond >= 0) return cents(0 - vatLeft - atRate(cents(beyond), vat_rate_bp));
  return cents(0 - Math.min(atRate(cents(0 - net), vat_rate_bp), vatLeft));
}

export const vatAt = (breakdown: readonly VatOfRate[], vat_rate_bp: number): number =>
  breakdown.reduce((sum, rate) => (rate.vat_rate_bp === vat_rate_bp ? sum + rate.vat_amount : sum), 0);
