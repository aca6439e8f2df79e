import { compactVatNumber, isVatNumberOfMonaco, isVatNumberOfOther } from "@bobine/contract/vat-numbers";
import { sirenIn } from "./legal-payer.ts";

/** What a cinema's card says of the company that is billed for it. */
export interface BilledCard {
  readonly siren: string;
  readonly siret: string;
  readonly vat_number: string;
  readonly pin_code: string;
  readonly invoicing_siren: string;
  readonly invoicing_address: string;
  readonly invoicing_city: string;
  readonly invoicing_pin_code: string;
}

/** BILL-8: the billing address is taken whole, never half of each. */
export const hasBillingAddress = (card: Pick<BilledCard, "invoicing_address" | "invoicing_city">): boolean =>
  card.invoicing_address !== "" || card.invoicing_city !== "";

/** By what the company is known that is billed for a cinema (BILL-5, BILL-8); what is not known is empty. */
export function billedCompanyOf(card: BilledCard): {
  readonly siren: string;
  readonly vat_number: string;
  readonly post_code: string;
} {
  const written = card.invoicing_siren || card.siren;
  // A report may have told a SIRET, which no card shows: where a number of another country or of Monaco names the client, it is that of before.
  const hasNoSiren = isVatNumberOfOther(card.vat_number) || isVatNumberOfMonaco(card.vat_number);
  const siren = sirenIn(written || (hasNoSiren ? "" : card.siret)) ?? "";
  return {
    siren,
    vat_number: isVatNumberOf(card, siren) ? card.vat_number : "",
    post_code: hasBillingAddress(card) ? card.invoicing_pin_code : card.pin_code,
  };
}

/** The number of a former operator, or of the cinema's own company where another one pays, is not the client's; another country's, and Monaco's, has no SIREN. */
function isVatNumberOf({ vat_number }: Pick<BilledCard, "vat_number">, siren: string): boolean {
  const number = compactVatNumber(vat_number);
  if (siren === "" && isVatNumberOfMonaco(number)) return true;
  return number.startsWith("FR") ? number.slice(4) === siren : siren === "";
}
