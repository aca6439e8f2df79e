import { IMPORTED_TOTAL_TOLERANCE } from "@bobine/contract/invoices";
import type { Cents } from "@bobine/contract/money";
import { atRate } from "../invoicing/rounding.ts";
import type { VatAtRate } from "./vat-life.ts";

/** Rates of the law, in hundredths of a percent; 8,5 % is overseas only. */
export const VAT_RATES_BP = [2000, 1000, 850, 550, 210] as const;

/**
 * The only rate that net amount and VAT of an imported invoice show, to the cents by which its total may be off (BILL-17); without VAT that of
 * nothing, where no rate would round to it. Undefined when none does, or more than one (VAT-2).
 */
export function findRateShown(net: Cents, vat: Cents): number | undefined {
  const showing = VAT_RATES_BP.filter(
    (rate) => Math.abs(vat - atRate(net, rate)) <= IMPORTED_TOTAL_TOLERANCE,
  );
  if (vat === 0) return showing.length === 0 ? 0 : undefined;
  return showing.length === 1 ? showing[0] : undefined;
}

/** The VAT of a document by rate. An imported invoice that tells no rates has the one that its amounts show, or an unknown one (VAT-2). */
export function vatByRate(document: {
  readonly total_net_amount: Cents;
  readonly total_vat_amount: Cents;
  readonly vat_breakdown: readonly VatAtRate[];
}): readonly VatAtRate[] {
  const { total_net_amount: net_amount, total_vat_amount: vat_amount, vat_breakdown } = document;
  if (vat_breakdown.length > 0) return vat_breakdown;
  return [{ vat_rate_bp: findRateShown(net_amount, vat_amount) ?? null, net_amount, vat_amount }];
}
