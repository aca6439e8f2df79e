import type { InvoiceClient } from "./invoice-document.ts";

/** How EN 16931 names what a rate is (BT-118, BT-151), with the reason that a rate of nothing must give (BT-120, BT-121). */
export interface VatCategory {
  /** S standard or reduced rate, AE reverse charge, E exempt. */
  readonly code: "S" | "AE" | "E";
  /** Also printed on the page; null for a rate above nothing. */
  readonly reason: string | null;
  readonly reason_code: string | null;
}

const RATED: VatCategory = { code: "S", reason: null, reason_code: null };
const REVERSE_CHARGE: VatCategory = {
  code: "AE",
  reason: "Autoliquidation – art. 283-2 du CGI",
  reason_code: "VATEX-EU-AE",
};
/** CGI art. 294: VAT does not apply in French Guiana and Mayotte. */
const OUTSIDE_VAT: VatCategory = {
  code: "E",
  reason: "TVA non applicable – art. 294 du CGI",
  reason_code: null,
};
const EXEMPT: VatCategory = { code: "E", reason: "Opération exonérée de TVA", reason_code: null };

/**
 * Category of a VAT rate for a client (BILL-5, BR-FR-15): a rate of nothing is the reverse charge for a client with a VAT
 * number of another country, outside VAT in Guyane and Mayotte, exempt elsewhere.
 * @param vat_rate_bp hundredths of a percent
 */
export function vatCategory(
  vat_rate_bp: number,
  client: Pick<InvoiceClient, "vat_number" | "post_code">,
): VatCategory {
  if (vat_rate_bp > 0) return RATED;
  if (client.vat_number !== "" && !/^FR/i.test(client.vat_number)) return REVERSE_CHARGE;
  return /^97[36]/.test(client.post_code.trim()) ? OUTSIDE_VAT : EXEMPT;
}
