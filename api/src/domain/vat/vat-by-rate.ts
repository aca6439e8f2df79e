import type { Cents } from "@bobine/contract/money";
import { atRate } from "../invoicing/rounding.ts";
import type { VatAtRate } from "./vat-life.ts";

/** Rates of the law, in hundredths of a percent; 8,5 % is overseas only. */
export const VAT_RATES_BP = [2000, 1000, 850, 550, 210] as const;

/** How far the VAT of an imported invoice may be from its rate. */
const TOLERANCE = 1;

/**
 * The VAT of a document by rate. An imported invoice that tells no rates has the one that makes its VAT of its net amount, or an unknown one
 * when none does or more than one (VAT-2).
 */
export function vatByRate(document: {
  readonly total_net_amount: Cents;
  readonly total_vat_amount: Cents;
  readonly vat_breakdown: readonly VatAtRate[];
}): readonly VatAtRate[] {
  const { total_net_amount: net_amount, total_vat_amount: vat_amount, vat_breakdown } = document;
  if (vat_breakdown.length > 0) return vat_breakdown;
  if (vat_amount === 0) return [{ vat_rate_bp: 0, net_amount, vat_amount }];
  const [rate, ...others] = VAT_RATES_BP.filter(
    (one) => Math.abs(vat_amount - atRate(net_amount, one)) <= TOLERANCE,
  );
  return [{ vat_rate_bp: others.length === 0 ? (rate ?? null) : null, net_amount, vat_amount }];
}
