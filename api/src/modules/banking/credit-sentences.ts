// What is said of a credit that cannot be used: which one, and whose (LET-24). U+00A0 before a colon (TXT-3).
import { type Client, isSameClient } from "../../domain/settlement/spread-credits.ts";

type Named = Client & { readonly cinema_name: string };
type NamedCredit = Named & { readonly label: string };

const clientOf = ({ cinema_name, client_account }: Named): string =>
  cinema_name === "" ? client_account : `${cinema_name} (${client_account})`;

/** A credit that is put on an invoice of somebody else. */
export const creditOfAnother = (
  credit: NamedCredit,
  invoice: Named & { readonly invoice_number: string },
): string =>
  `${credit.label}\u00a0: ce crédit est celui de ${clientOf(credit)}, la facture ${invoice.invoice_number} est celle de ${clientOf(invoice)}.`;

/** A credit that is more than what a bank line settles of its client, or whose client has nothing in it. */
export function creditBeyond(
  credit: NamedCredit,
  settled: readonly (Client & { readonly written_off: number })[],
): string {
  const less = settled.some(({ written_off }) => written_off > 0) ? ", moins leurs écarts" : "";
  if (credit.client_account === "")
    return `${credit.label}\u00a0: ce crédit dépasse les factures de cette opération${less}.`;
  return settled.some((invoice) => isSameClient(credit, invoice))
    ? `${credit.label}\u00a0: ce crédit dépasse les factures de ${clientOf(credit)} dans cette opération${less}.`
    : `${credit.label}\u00a0: ce crédit est celui de ${clientOf(credit)}, dont cette opération ne règle aucune facture.`;
}
