import type { InvoiceSupplier } from "../../domain/e-invoicing/invoice-document.ts";
import { supplierDetails } from "../../pdf/invoice-head.ts";
import { registrationOf } from "../../pdf/invoice-mentions.ts";

/** The distributor on the papers that it gives its clients, as on its invoices: the name, then its lines. */
export const companyLines = (company: InvoiceSupplier): string[] => [
  company.name,
  ...supplierDetails(company),
];

/**
 * What the law asks of all that a company writes, in a line (art. R. 123-237 and R. 123-238 of the Code de commerce): form and capital,
 * seat, SIREN and RCS, as far as its settings have them.
 */
export function legalLine(company: InvoiceSupplier): string {
  const { legal_mention, address, post_code, city } = company;
  const seat = [address, `${post_code} ${city}`.trim()].filter((part) => part !== "").join(", ");
  return [legal_mention, seat, ...registrationOf(company)].filter((part) => part !== "").join(" – ");
}
