// What the lines of a credit note that a person makes say: of what it is, and why.

/** On the line of a film of an issued invoice. */
const ofInvoice = (invoice_number: string): string => ` – avoir sur la facture ${invoice_number}\u00a0: `;
/** On the line of an imported invoice, which is named before. */
const OF_IMPORTED = " – avoir\u00a0: ";

/** Where a film would be: what it billed before tax is credited already. */
export const VAT_LEFT = "TVA restante";

export const creditedFilm = (film: string, invoice_number: string, reason: string): string =>
  `${film}${ofInvoice(invoice_number)}${reason}`;
export const creditedImported = (line: string, reason: string): string => `${line}${OF_IMPORTED}${reason}`;

/** The reason that such a line gives; null of any other line. */
export function reasonOf(description: string, invoice_number: string): string | null {
  for (const mark of [ofInvoice(invoice_number), OF_IMPORTED]) {
    const at = description.indexOf(mark);
    if (at >= 0) return description.slice(at + mark.length).trim() || null;
  }
  return null;
}
