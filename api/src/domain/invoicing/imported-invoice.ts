import { percent } from "@bobine/contract/french";
import { IMPORTED_TOTAL_TOLERANCE } from "@bobine/contract/invoices";
import { type Cents, cents, centsToWire, type Money } from "@bobine/contract/money";
import { findRateShown } from "../vat/vat-by-rate.ts";
import type { BilledLine } from "./credit-by-hand.ts";
import type { VatOfRate } from "./invoice-totals.ts";

/** Two numbers are the same invoice whatever their case and punctuation (BILL-9). The database computes the same. */
export const numberKey = (number: string): string => number.replace(/[^A-Za-z0-9]/g, "").toUpperCase();

/** The place that a number has in our own series, if it looks like one of ours. */
export function ownSeriesOf(
  number: string,
): { readonly series: "F" | "A"; readonly year: number; readonly counter: number } | undefined {
  const [, series, year, counter] = /^([FA])(\d{2})(\d{6})$/.exec(numberKey(number)) ?? [];
  if (series === undefined) return undefined;
  return { series: series === "A" ? "A" : "F", year: 2000 + Number(year), counter: Number(counter) };
}

/** HT + TVA = TTC, to two cents (BILL-17). All amounts in cents. */
export const isTotalRight = (net: Cents, vat: Cents, total: Cents): boolean =>
  Math.abs(net + vat - total) <= IMPORTED_TOTAL_TOLERANCE;

/**
 * The VAT per rate of an invoice of one rate: the given one, else the one that its amounts show (VAT-2). Empty when they show none: exports then
 * write one VAT line without a rate.
 */
export function vatBreakdownOf(
  net: Cents,
  vat: Cents,
  rate_bp = findRateShown(net, vat),
): { vat_rate_bp: number; net_amount: Money; vat_amount: Money }[] {
  if (rate_bp === undefined) return [];
  return [{ vat_rate_bp: rate_bp, net_amount: centsToWire(net), vat_amount: centsToWire(vat) }];
}

/**
 * What a credit note takes off an imported invoice, whose films are not known: one line for each VAT rate. The cents by which its
 * parts may miss its total (BILL-17) go with the first of them, before tax: crediting it whole leaves nothing due, and takes back the VAT that was
 * billed, not a cent more or less (VAT-1).
 * @param total cents, TTC; below zero of a credit note
 * @param vat its breakdown; empty when its rate is not known, and nothing can be credited
 */
export function creditableOfImported(
  invoice_number: string,
  total: Cents,
  vat: readonly VatOfRate[],
): BilledLine[] {
  const written = vat.reduce((sum, rate) => sum + rate.net_amount + rate.vat_amount, 0);
  return vat.map((rate, index) => ({
    id: index + 1,
    film_title: titleOfImported(invoice_number, rate.vat_rate_bp),
    visa_number: "",
    version: "",
    net_amount: index === 0 ? cents(rate.net_amount + total - written) : rate.net_amount,
    vat_rate_bp: rate.vat_rate_bp,
  }));
}

const titleOfImported = (invoice_number: string, vat_rate_bp: number): string =>
  `Facture ${invoice_number}, TVA ${percent(vat_rate_bp)}`;

/** Whether a line of a credit note is of an imported invoice: its title is then not a film's. */
export const isOfImported = (
  { film_title, vat_rate_bp }: Pick<BilledLine, "film_title" | "vat_rate_bp">,
  corrects: { readonly invoice_number: string } | null,
): boolean => corrects !== null && film_title === titleOfImported(corrects.invoice_number, vat_rate_bp);
