import { isAbroad } from "./client-abroad.ts";
import type { InvoiceClient, InvoiceSupplier } from "./invoice-document.ts";

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
/** CGI art. 259, 1°: a service to a business is taxed where that is, here outside the territory of French VAT. */
const TAXED_THERE: VatCategory = {
  code: "E",
  reason: "TVA non applicable – art. 259-1 du CGI",
  reason_code: null,
};
/** The words of CGI art. 293 E. */
const FRANCHISE: VatCategory = {
  code: "E",
  reason: "TVA non applicable, art. 293 B du CGI",
  reason_code: "VATEX-FR-FRANCHISE",
};
const EXEMPT: VatCategory = { code: "E", reason: "Opération exonérée de TVA", reason_code: null };

/** Whose VAT it is. */
export interface VatParties {
  readonly supplier: Pick<InvoiceSupplier, "vat_number">;
  readonly client: Pick<InvoiceClient, "siren" | "vat_number" | "post_code">;
}

/**
 * Category of a VAT rate between two parties (BILL-5, BR-FR-15): a rate of nothing is the franchise of a supplier without a VAT number, the
 * reverse charge for a client with a VAT number of another country, outside VAT in Guyane and Mayotte, taxed where the client is in a
 * territory without French VAT, exempt elsewhere.
 * @param vat_rate_bp hundredths of a percent
 */
export function vatCategory(vat_rate_bp: number, { supplier, client }: VatParties): VatCategory {
  if (vat_rate_bp > 0) return RATED;
  if (supplier.vat_number.trim() === "") return FRANCHISE;
  if (isAbroad(client)) return REVERSE_CHARGE;
  if (isOutsideTerritory(client.post_code)) return TAXED_THERE;
  return isOutsideVat(client.post_code) ? OUTSIDE_VAT : EXEMPT;
}

/** Guyane and Mayotte. */
export const isOutsideVat = (post_code: string): boolean => /^97[36]/.test(post_code.trim());

/**
 * Saint-Pierre-et-Miquelon, Saint-Barthélemy, Saint-Martin, Wallis-et-Futuna, Polynésie française and Nouvelle-Calédonie: of France, and not
 * of the territory of its VAT.
 */
export const isOutsideTerritory = (post_code: string): boolean =>
  /^(975|97133|97150|98[678])/.test(post_code.trim());

/** A document without any VAT does not say when its VAT is due (VAT-3). */
export const isTaxed = (vat_breakdown: readonly { readonly vat_rate_bp: number }[]): boolean =>
  vat_breakdown.some((rate) => rate.vat_rate_bp > 0);

/**
 * Franchise en base (CGI art. 293 B): who bills without VAT and has no VAT number, nor has given one that waits to be checked. Its documents
 * name none.
 */
export const isInFranchise = (company: {
  readonly default_vat_rate_bp: number;
  readonly prefix_vat: string;
  readonly proposed_prefix_vat: string;
}): boolean =>
  company.default_vat_rate_bp === 0 && company.prefix_vat === "" && company.proposed_prefix_vat === "";
