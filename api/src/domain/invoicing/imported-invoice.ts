import { IMPORTED_TOTAL_TOLERANCE } from "@bobine/contract/invoices";
import { type Cents, centsToWire, type Money } from "@bobine/contract/money";

/** Rates of France, mainland and overseas, in hundredths of a percent (DOMAIN §1.7). */
const VAT_RATES = [550, 1000, 2000, 210, 850] as const;

/** Two numbers are the same invoice whatever their case and punctuation (DOMAIN §1.8). The database computes the same. */
export const numberKey = (number: string): string => number.replace(/[^A-Za-z0-9]/g, "").toUpperCase();

/** The place that a number has in our own series, if it looks like one of ours. */
export function ownSeriesOf(
  number: string,
): { readonly series: "F" | "A"; readonly year: number; readonly counter: number } | undefined {
  const [, series, year, counter] = /^([FA])(\d{2})(\d{6})$/.exec(numberKey(number)) ?? [];
  if (series === undefined) return undefined;
  return { series: series === "A" ? "A" : "F", year: 2000 + Number(year), counter: Number(counter) };
}

/** HT + TVA = TTC, to two cents (DOMAIN §1.11). All amounts in cents. */
export const isTotalRight = (net: Cents, vat: Cents, total: Cents): boolean =>
  Math.abs(net + vat - total) <= IMPORTED_TOTAL_TOLERANCE;

/**
 * The VAT per rate of an invoice of one rate: the given one, else the only legal one that its amounts show to two cents. Empty
 * when they show none: exports then write one VAT line without a rate.
 */
export function vatBreakdownOf(
  net: Cents,
  vat: Cents,
  rate_bp?: number,
): { vat_rate_bp: number; net_amount: Money; vat_amount: Money }[] {
  const showing = VAT_RATES.filter(
    (rate) => Math.abs(Math.round((net * rate) / 10_000) - vat) <= IMPORTED_TOTAL_TOLERANCE,
  );
  const found = rate_bp ?? (vat > 0 && showing.length === 1 ? showing[0] : undefined);
  if (found === undefined) return [];
  return [{ vat_rate_bp: found, net_amount: centsToWire(net), vat_amount: centsToWire(vat) }];
}
