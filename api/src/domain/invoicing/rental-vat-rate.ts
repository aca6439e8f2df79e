import { isAbroad } from "../e-invoicing/client-abroad.ts";
import type { InvoiceClient } from "../e-invoicing/invoice-document.ts";
import { isOutsideTerritory, isOutsideVat } from "../e-invoicing/vat-category.ts";

/** Nothing, 2.1 % and 8.5 %: who has chosen one of these has thought of its territory. */
const OVERSEAS_RATES_BP: readonly number[] = [0, 210, 850];

/**
 * The VAT rate of a rental to a client (BILL-5): nothing for a client of another country of the Union, which settles it, in territories that
 * have no French VAT, and in Guyane and Mayotte, where there is none, else the distributor's own. A cinema there that is billed elsewhere, or
 * one from elsewhere that is billed there, keeps it: the law asks which of the two receives the service.
 * @param chosen_bp the distributor's rate; one of overseas stays in Guyane and Mayotte
 * @param cinema_post_code where the films are shown
 */
export function rentalVatRate(
  chosen_bp: number,
  cinema_post_code: string,
  client: Pick<InvoiceClient, "siren" | "vat_number" | "post_code">,
): number {
  if (isAbroad(client)) return 0;
  if (isOutsideTerritory(cinema_post_code) && isOutsideTerritory(client.post_code)) return 0;
  if (OVERSEAS_RATES_BP.includes(chosen_bp)) return chosen_bp;
  return isOutsideVat(cinema_post_code) && isOutsideVat(client.post_code) ? 0 : chosen_bp;
}
