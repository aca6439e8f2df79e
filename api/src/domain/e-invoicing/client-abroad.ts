import {
  compactVatNumber,
  isVatNumberOfMonaco,
  isVatNumberOfOther,
  vatCountryOf,
} from "@bobine/contract/vat-numbers";
import { must } from "../must.ts";
import type { InvoiceClient } from "./invoice-document.ts";

/** Codes of the list EAS for electronic addresses that are VAT numbers, by their first letters. */
const VAT_SCHEMES: ReadonlyMap<string, string> = new Map([
  ["AT", "9914"],
  ["BE", "9925"],
  ["BG", "9926"],
  ["CY", "9928"],
  ["CZ", "9929"],
  ["DE", "9930"],
  ["DK", "0198"],
  ["EE", "9931"],
  ["EL", "9933"],
  ["ES", "9920"],
  ["FI", "0213"],
  ["HR", "9934"],
  ["HU", "9910"],
  ["IE", "9935"],
  ["IT", "0211"],
  ["LT", "9937"],
  ["LU", "9938"],
  ["LV", "9939"],
  ["MT", "9943"],
  ["NL", "9944"],
  ["PL", "9945"],
  ["PT", "9946"],
  ["RO", "9947"],
  ["SI", "9949"],
  ["SK", "9950"],
]);

/** Its VAT numbers begin as those of France. */
const MONACO_SCHEME = "9940";

type NamedClient = Pick<InvoiceClient, "siren" | "vat_number">;

/** Whether it is of another country of the Union and has no SIREN: its VAT number names it, and it settles the VAT (BILL-5, EINV-2). */
export const isAbroad = ({ siren, vat_number }: NamedClient): boolean =>
  siren.trim() === "" && isVatNumberOfOther(vat_number);

/** Whether its VAT number names it in place of a SIREN: of another country of the Union, or of Monaco, where French VAT is due (BILL-8). */
export const isNamedByVatNumber = (client: NamedClient): boolean =>
  isAbroad(client) || (client.siren.trim() === "" && isVatNumberOfMonaco(client.vat_number));

/** ISO 3166. */
export function countryCodeOf(client: NamedClient): string {
  if (isAbroad(client)) return vatCountryOf(client.vat_number) ?? "FR";
  return isNamedByVatNumber(client) ? "MC" : "FR";
}

const COUNTRY_NAMES = new Intl.DisplayNames("fr", { type: "region" });
/** « Belgique », as it is printed under its town (BILL-8); empty in France. */
export const countryNameOf = (client: NamedClient): string =>
  isNamedByVatNumber(client) ? (COUNTRY_NAMES.of(countryCodeOf(client)) ?? "") : "";

/** The electronic address of a client that its VAT number names: that VAT number, in the scheme of its country. */
export function addressAbroad({ vat_number }: Pick<NamedClient, "vat_number">): {
  id: string;
  scheme: string;
} {
  const id = compactVatNumber(vat_number);
  if (isVatNumberOfMonaco(id)) return { id, scheme: MONACO_SCHEME };
  // The list has no scheme of Swedish VAT numbers: they begin with the number of the organisation, which has one.
  if (id.startsWith("SE")) return { id: id.slice(2, 12), scheme: "0007" };
  return { id, scheme: must(VAT_SCHEMES.get(id.slice(0, 2)), "scheme of a VAT number") };
}
