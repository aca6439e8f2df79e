import { addDays, type CivilDate } from "@bobine/contract/civil-date";
import { type Cents, cents, centsToWire } from "@bobine/contract/money";
import { isOfImported } from "../invoicing/imported-invoice.ts";
import { addressAbroad, countryCodeOf, isNamedByVatNumber } from "./client-abroad.ts";
import { headerNotes } from "./header-notes.ts";
import {
  hasAdmissions,
  type InvoiceClient,
  type InvoiceDocument,
  type InvoiceDocumentLine,
  type InvoiceSupplier,
} from "./invoice-document.ts";
import { isTaxed, vatCategory } from "./vat-category.ts";
import { element, textElement, type Xml, type XmlChild } from "./xml-writer.ts";

// Elements follow each other as the schema of the profile orders them; the comments name the business terms of EN 16931.

const NAMESPACES = {
  rsm: "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100",
  ram: "urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100",
  udt: "urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100",
  qdt: "urn:un:unece:uncefact:data:standard:QualifiedDataType:100",
} as const;

/** BT-23: a delivery of services (EINV-1). */
const SERVICES_PROCESS = "S1";
/** BT-24: the profile that Factur-X calls EN 16931. */
const PROFILE = "urn:cen.eu:en16931:2017";
const [SIREN_SCHEME, ADDRESS_SCHEME] = ["0002", "0225"];
const CREDIT_TRANSFER = "30";
/** BT-8 (EINV-2): VAT due when paid, or at the date of the invoice. */
const VAT_DUE = { onPayment: "72", onDebits: "5" } as const;

/**
 * The Cross Industry Invoice (UN/CEFACT D22B, profile EN 16931) of an issued invoice or credit note, with the French rules of
 * EINV-1. The same document gives the same text. A credit note is written with positive amounts, as its type says that
 * they are given back.
 */
export function ciiInvoice(document: InvoiceDocument): string {
  const sign = document.type === "credit_note" ? -1 : 1;
  const amount: AmountText = (value) => centsToWire(cents(value * sign));
  const body = [
    element("rsm:ExchangedDocumentContext", [
      element("ram:BusinessProcessSpecifiedDocumentContextParameter", [
        textElement("ram:ID", SERVICES_PROCESS),
      ]),
      element("ram:GuidelineSpecifiedDocumentContextParameter", [textElement("ram:ID", PROFILE)]),
    ]),
    exchangedDocument(document),
    element("rsm:SupplyChainTradeTransaction", [
      ...document.lines.map((line, index) => tradeLine(document, line, index + 1, sign)),
      agreement(document),
      delivery(document),
      settlement(document, amount),
    ]),
  ].join("");
  const names = Object.entries(NAMESPACES).map(([prefix, urn]) => ` xmlns:${prefix}="${urn}"`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rsm:CrossIndustryInvoice${names.join("")}>${body}</rsm:CrossIndustryInvoice>\n`;
}

type AmountText = (value: Cents) => string;

const dateTime = (date: CivilDate, namespace: "udt" | "qdt" = "udt"): Xml =>
  textElement(`${namespace}:DateTimeString`, date.replaceAll("-", ""), { format: "102" });

/** 1000 → `10`, 550 → `5.5` */
const rateText = (rate_bp: number): string => String(rate_bp / 100);

const filled = (name: string, text: string, attributes?: Record<string, string>): XmlChild =>
  text.trim() === "" ? null : textElement(name, text.trim(), attributes);

function exchangedDocument(document: InvoiceDocument): XmlChild {
  return element("rsm:ExchangedDocument", [
    textElement("ram:ID", document.invoice_number),
    textElement("ram:TypeCode", document.type === "credit_note" ? "381" : "380"),
    element("ram:IssueDateTime", [dateTime(document.invoice_date)]),
    ...headerNotes(document).map(({ text, code }) =>
      element("ram:IncludedNote", [textElement("ram:Content", text), textElement("ram:SubjectCode", code)]),
    ),
  ]);
}

function tradeLine(
  document: InvoiceDocument,
  line: InvoiceDocumentLine,
  position: number,
  sign: 1 | -1,
): XmlChild {
  const net = line.net_amount * sign;
  // BR-27: a price is never below nothing; it is the quantity that is taken back.
  const [quantity, price] = [net < 0 ? "-1" : "1", cents(Math.abs(net))];
  return element("ram:IncludedSupplyChainTradeLineItem", [
    element("ram:AssociatedDocumentLineDocument", [textElement("ram:LineID", String(position))]),
    element("ram:SpecifiedTradeProduct", [
      textElement("ram:Name", "Location de film"),
      filled("ram:Description", line.description),
      ...characteristics(document, line, sign),
    ]),
    element("ram:SpecifiedLineTradeAgreement", [
      element("ram:NetPriceProductTradePrice", [textElement("ram:ChargeAmount", centsToWire(price))]),
    ]),
    element("ram:SpecifiedLineTradeDelivery", [
      textElement("ram:BilledQuantity", quantity, { unitCode: "C62" }),
    ]),
    element("ram:SpecifiedLineTradeSettlement", [
      element("ram:ApplicableTradeTax", [
        textElement("ram:TypeCode", "VAT"),
        textElement("ram:CategoryCode", vatCategory(line.vat_rate_bp, document).code),
        textElement("ram:RateApplicablePercent", rateText(line.vat_rate_bp)),
      ]),
      element("ram:SpecifiedTradeSettlementLineMonetarySummation", [
        textElement("ram:LineTotalAmount", centsToWire(cents(net))),
      ]),
    ]),
  ]);
}

/** BG-32: the facts of BILL-8 that a sum of money does not say. */
function characteristics({ corrects }: InvoiceDocument, line: InvoiceDocumentLine, sign: 1 | -1): XmlChild[] {
  const counted = hasAdmissions(line);
  const facts: [string, string][] = [
    ["Film", isOfImported(line, corrects) ? "" : line.film_title],
    ["Visa", line.visa_number],
    ["Version", line.version],
    ["Salles", line.screens.join(", ")],
    ["Entrées payantes", counted ? String(line.admissions_paid * sign) : ""],
    ["Recette TTC", counted ? centsToWire(cents(line.gross_ttc * sign)) : ""],
    ["Base film HT", counted ? centsToWire(cents(line.base_film_ht * sign)) : ""],
    ["Taux de location", line.rate_bp === null ? "" : `${rateText(line.rate_bp)} %`],
  ];
  return facts
    .filter(([, value]) => value.trim() !== "")
    .map(([name, value]) =>
      element("ram:ApplicableProductCharacteristic", [
        textElement("ram:Description", name),
        textElement("ram:Value", value),
      ]),
    );
}

const agreement = ({ supplier, client }: InvoiceDocument): XmlChild =>
  element("ram:ApplicableHeaderTradeAgreement", [
    element("ram:SellerTradeParty", [...party(supplier, ""), fiscalNumber(supplier)]),
    element("ram:BuyerTradeParty", party(client, client.address_line_2)),
  ]);

/** BG-4 or BG-7. The electronic address of the directory is the SIREN (BR-FR-12, 13, 21, 23); abroad and in Monaco, the VAT number. */
function party(of: InvoiceSupplier | InvoiceClient, second_line: string): XmlChild[] {
  const siren = of.siren.replace(/\s/g, "").slice(0, 9);
  const address = isNamedByVatNumber(of) ? addressAbroad(of) : { id: siren, scheme: ADDRESS_SCHEME };
  return [
    textElement("ram:Name", of.name),
    element("ram:SpecifiedLegalOrganization", [filled("ram:ID", siren, { schemeID: SIREN_SCHEME })]),
    element("ram:PostalTradeAddress", [
      filled("ram:PostcodeCode", of.post_code),
      filled("ram:LineOne", of.address),
      filled("ram:LineTwo", second_line),
      filled("ram:CityName", of.city),
      textElement("ram:CountryID", countryCodeOf(of)),
    ]),
    element("ram:URIUniversalCommunication", [filled("ram:URIID", address.id, { schemeID: address.scheme })]),
    element("ram:SpecifiedTaxRegistration", [filled("ram:ID", of.vat_number, { schemeID: "VA" })]),
  ];
}

/** BT-32: who has no VAT number, being in franchise, is known to the tax office by its SIREN (BR-E-02). */
const fiscalNumber = ({ vat_number, siren }: InvoiceSupplier): XmlChild =>
  vat_number.trim() === ""
    ? element("ram:SpecifiedTaxRegistration", [
        filled("ram:ID", siren.replace(/\s/g, "").slice(0, 9), { schemeID: "FC" }),
      ])
    : null;

/** The cinema that showed the films, which is not always whom the invoice is addressed to; the last day of its week. */
function delivery({ cinema, week_start, invoice_date }: InvoiceDocument): XmlChild {
  const date = week_start === null ? invoice_date : addDays(week_start, 6);
  return element("ram:ApplicableHeaderTradeDelivery", [
    element("ram:ShipToTradeParty", [filled("ram:Name", cinema.name)]),
    element("ram:ActualDeliverySupplyChainEvent", [element("ram:OccurrenceDateTime", [dateTime(date)])]),
  ]);
}

function settlement(document: InvoiceDocument, amount: AmountText): XmlChild {
  const isInvoice = document.type === "invoice";
  const iban = (document.factor ?? document.supplier).iban.replace(/\s/g, "").toUpperCase();
  return element("ram:ApplicableHeaderTradeSettlement", [
    textElement("ram:PaymentReference", document.invoice_number),
    textElement("ram:InvoiceCurrencyCode", "EUR"),
    // BILL-16: an assigned invoice is paid to the factor.
    document.factor === null || !isInvoice
      ? null
      : element("ram:PayeeTradeParty", [textElement("ram:Name", document.factor.name)]),
    isInvoice && iban !== ""
      ? element("ram:SpecifiedTradeSettlementPaymentMeans", [
          textElement("ram:TypeCode", CREDIT_TRANSFER),
          element("ram:PayeePartyCreditorFinancialAccount", [textElement("ram:IBANID", iban)]),
        ])
      : null,
    ...vatBreakdown(document, amount),
    document.week_start === null
      ? null
      : element("ram:BillingSpecifiedPeriod", [
          element("ram:StartDateTime", [dateTime(document.week_start)]),
          element("ram:EndDateTime", [dateTime(addDays(document.week_start, 6))]),
        ]),
    element(
      "ram:SpecifiedTradePaymentTerms",
      isInvoice
        ? [
            textElement("ram:Description", "Règlement par virement"),
            element("ram:DueDateDateTime", [dateTime(document.due_date)]),
          ]
        : [textElement("ram:Description", "Avoir à déduire du prochain règlement")],
    ),
    element("ram:SpecifiedTradeSettlementHeaderMonetarySummation", [
      textElement("ram:LineTotalAmount", amount(document.total_net_amount)),
      textElement("ram:TaxBasisTotalAmount", amount(document.total_net_amount)),
      textElement("ram:TaxTotalAmount", amount(document.total_vat_amount), { currencyID: "EUR" }),
      textElement("ram:GrandTotalAmount", amount(document.total_amount)),
      textElement("ram:DuePayableAmount", amount(document.total_amount)),
    ]),
    document.corrects === null
      ? null
      : element("ram:InvoiceReferencedDocument", [
          textElement("ram:IssuerAssignedID", referenceOf(document.corrects.invoice_number)),
          element("ram:FormattedIssueDateTime", [dateTime(document.corrects.invoice_date, "qdt")]),
        ]),
  ]);
}

/**
 * BR-FR-01, 02 for a number of another software: 35 signs, and a dash for those that are not allowed. Invoices are the same whatever
 * their punctuation (BILL-9); the page prints the number as it is.
 */
const referenceOf = (number: string): string =>
  number
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^A-Za-z0-9+\-_/]+/g, "-")
    .slice(0, 35);

const vatBreakdown = (document: InvoiceDocument, amount: AmountText): XmlChild[] =>
  document.vat_breakdown.map((rate) => {
    const category = vatCategory(rate.vat_rate_bp, document);
    return element("ram:ApplicableTradeTax", [
      textElement("ram:CalculatedAmount", amount(rate.vat_amount)),
      textElement("ram:TypeCode", "VAT"),
      filled("ram:ExemptionReason", category.reason ?? ""),
      textElement("ram:BasisAmount", amount(rate.net_amount)),
      textElement("ram:CategoryCode", category.code),
      filled("ram:ExemptionReasonCode", category.reason_code ?? ""),
      isTaxed(document.vat_breakdown)
        ? textElement("ram:DueDateTypeCode", document.vat_on_debits ? VAT_DUE.onDebits : VAT_DUE.onPayment)
        : null,
      textElement("ram:RateApplicablePercent", rateText(rate.vat_rate_bp)),
    ]);
  });
