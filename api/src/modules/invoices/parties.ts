import { compactVatNumber } from "@bobine/contract/vat-numbers";
import { missingOfClient, missingOfSupplier } from "../../domain/e-invoicing/completeness.ts";
import type { InvoiceClient, InvoiceSupplier } from "../../domain/e-invoicing/invoice-document.ts";
import { isInFranchise } from "../../domain/e-invoicing/vat-category.ts";
import { billedCompanyOf, hasBillingAddress } from "../banking/billed-company.ts";
import { sirenIn } from "../banking/legal-payer.ts";
import type { InvoicedCinema, IssuingDistributor } from "./issue.repository.ts";
import type { VatGround } from "./vat-grounds.repository.ts";

export { missingOfClient };

/** BILL-8: what the company lacks for its documents. @param isTaxed of a document: what has VAT names the number of who owes it, franchise or not */
export const missingOfIssuer = (distributor: IssuingDistributor, isTaxed = false) =>
  missingOfSupplier(supplierOf(distributor), !isTaxed && isInFranchise(distributor));

/**
 * The VAT number that what corrects an invoice names in place of the company's (BILL-13): none, where it was in franchise; that of the invoice,
 * where the company has none since: with VAT it must name one, and without it the number tells the ground. That of another company, by its
 * SIREN, is none of its own. Null: that of today.
 */
export function formerVatNumber(
  { in_franchise, vat_number }: VatGround,
  company: Pick<SupplierSnapshot, "siren" | "vat_number">,
): string | null {
  if (company.vat_number !== "") return in_franchise ? "" : null;
  return company.siren !== "" && vat_number.endsWith(company.siren) ? vat_number : null;
}

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
  const billing = hasBillingAddress(cinema);
  return {
    name: cinema.invoicing_company_name || cinema.legal_name || cinema.name,
    cinema_name: cinema.name,
    cinema_city: cinema.city,
    address: billing ? cinema.invoicing_address : cinema.address,
    address_line_2: billing ? cinema.invoicing_address_line_2 : cinema.address_line_2,
    city: billing ? cinema.invoicing_city : cinema.city,
    ...billedCompanyOf(cinema),
    is_factor_guaranteed: cinema.is_factor_guaranteed,
  };
}

/** Whom an invoice billed. One that was imported may tell less than the law asks for. */
export interface BilledClient {
  readonly cinema_id: number;
  readonly cinema_name: string;
  readonly client: Partial<ClientSnapshot>;
  readonly client_account: string;
}

/**
 * Whom a credit note is for (BILL-12): the client that its invoice billed, on that account, whatever the cinema has become. When the
 * invoice does not tell all of it, the client of today.
 * @param cinema undefined when the distributor no longer sees it
 */
export function cinemaToCredit(billed: BilledClient, cinema: InvoicedCinema | undefined): InvoicedCinema {
  const former = cinemaAsInvoiced(billed);
  return cinema === undefined || isComplete(former) ? former : cinema;
}

/**
 * Whom the complement of a week is for (BILL-13): the company that the week was billed to, when the cinema has another one since. What else
 * changed of the same company is taken as it is today.
 */
export function cinemaToComplement(billed: BilledClient, cinema: InvoicedCinema): InvoicedCinema {
  const former = cinemaAsInvoiced(billed);
  if (!isComplete(former) || isSameCompany(clientOf(former), clientOf(cinema))) return cinema;
  // BILL-16: the factor pays for whom it still covers.
  return { ...former, is_factor_guaranteed: former.is_factor_guaranteed && cinema.is_factor_guaranteed };
}

/** One abroad has no SIREN: its VAT number names it (BILL-8). */
const isSameCompany = (one: ClientSnapshot, other: ClientSnapshot): boolean =>
  one.siren === other.siren &&
  (one.siren !== "" || compactVatNumber(one.vat_number) === compactVatNumber(other.vat_number));

const isComplete = (cinema: InvoicedCinema): boolean => missingOfClient(clientOf(cinema)).length === 0;

/** A cinema as its invoice tells it: `clientOf` and `clientAccountOf` make the same client of it again. */
export function cinemaAsInvoiced(invoice: BilledClient): InvoicedCinema {
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
  const siren = sirenIn(distributor.siren) ?? "";
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
