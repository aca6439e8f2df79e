import type { InvoiceClient, InvoiceSupplier } from "../../domain/e-invoicing/invoice-document.ts";
import type { InvoicedCinema, IssuingDistributor } from "./issue.repository.ts";

export { missingOfClient, missingOfSupplier } from "../../domain/e-invoicing/completeness.ts";

/** The client of an invoice, as it was the day of its issue. */
export interface ClientSnapshot extends Readonly<InvoiceClient> {
  readonly cinema_name: string;
  readonly cinema_city: string;
  /** BILL-16: the factor has granted its cover, and is paid. */
  readonly is_factor_guaranteed: boolean;
}

/** The distributor that issued it, as it was that day. */
export interface SupplierSnapshot extends Readonly<InvoiceSupplier> {
  readonly vat_on_debits: boolean;
  readonly factor_name: string;
  readonly factor_iban: string;
}

/** BILL-8: the billing details, falling back to the cinema's own; an address is taken whole, never half of each. */
export function clientOf(cinema: InvoicedCinema): ClientSnapshot {
  const billing = cinema.invoicing_address !== "" || cinema.invoicing_city !== "";
  return {
    name: cinema.invoicing_company_name || cinema.legal_name || cinema.name,
    cinema_name: cinema.name,
    cinema_city: cinema.city,
    address: billing ? cinema.invoicing_address : cinema.address,
    address_line_2: billing ? cinema.invoicing_address_line_2 : cinema.address_line_2,
    post_code: billing ? cinema.invoicing_pin_code : cinema.pin_code,
    city: billing ? cinema.invoicing_city : cinema.city,
    siren: sirenOf(cinema.invoicing_siren || cinema.siren || cinema.siret),
    // The number of the cinema's own company is not that of another payer.
    vat_number:
      cinema.invoicing_siren === "" || cinema.invoicing_siren === cinema.siren ? cinema.vat_number : "",
    is_factor_guaranteed: cinema.is_factor_guaranteed,
  };
}

/**
 * A cinema that the distributor no longer sees, as its invoice tells it: `clientOf` and `clientAccountOf` make the same client of it again.
 * An imported invoice may tell less.
 */
export function cinemaAsInvoiced(invoice: {
  readonly cinema_id: number;
  readonly cinema_name: string;
  readonly client: Partial<ClientSnapshot>;
  readonly client_account: string;
}): InvoicedCinema {
  const { client } = invoice;
  const { name = "", address = "", address_line_2 = "", post_code = "", city = "", siren = "" } = client;
  return {
    id: invoice.cinema_id,
    name: invoice.cinema_name,
    legal_name: name,
    address,
    address_line_2,
    pin_code: post_code,
    city: client.cinema_city ?? "",
    siren,
    siret: "",
    vat_number: client.vat_number ?? "",
    invoicing_company_name: name,
    invoicing_address: address,
    invoicing_address_line_2: address_line_2,
    invoicing_pin_code: post_code,
    invoicing_city: city,
    invoicing_siren: siren,
    short_name_code: null,
    default_accounting_code: "",
    custom_accounting_code: invoice.client_account,
    minimum_guarantee: null,
    is_factor_guaranteed: client.is_factor_guaranteed ?? false,
  };
}

export function supplierOf(distributor: IssuingDistributor): SupplierSnapshot {
  const siren = sirenOf(distributor.siren);
  return {
    name: distributor.name,
    legal_mention: distributor.legal_mention,
    rcs_city: distributor.rcs_city,
    address: distributor.address,
    post_code: distributor.post_code,
    city: distributor.city,
    phone: distributor.phone,
    siren,
    vat_number: distributor.prefix_vat === "" ? "" : `${distributor.prefix_vat}${siren}`,
    iban: distributor.iban,
    vat_on_debits: distributor.vat_on_debits,
    factor_name: distributor.factor_name,
    factor_iban: distributor.factor_iban,
  };
}

/** The client's account: the distributor's own code, else the cinema's, else 411 and its short code (CIN-6). */
export const clientAccountOf = (cinema: InvoicedCinema): string =>
  cinema.custom_accounting_code ||
  cinema.default_accounting_code ||
  `411${cinema.short_name_code ?? String(cinema.id).padStart(5, "0")}`;

/** Nine digits of a SIREN or of a SIRET, whatever their spaces; empty when it is neither. */
function sirenOf(text: string): string {
  const digits = text.replace(/\s/g, "");
  return /^(\d{9}|\d{14})$/.test(digits) ? digits.slice(0, 9) : "";
}
