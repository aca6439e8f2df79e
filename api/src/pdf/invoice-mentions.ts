import { addDays, type CivilDate, frenchDate } from "@bobine/contract/civil-date";
import { isTaxed, vatCategory } from "../domain/e-invoicing/vat-category.ts";
import type { InvoiceDocument, InvoiceSupplier } from "../domain/e-invoicing/invoice-document.ts";

// The sentences that the law asks for are those of BILL-8, word for word; only their spaces are made unbreakable.

const LATE_PAYMENT =
  "En cas de retard de paiement, pénalités exigibles dès le lendemain de l’échéance, sans qu’un rappel soit nécessaire, " +
  "au taux de refinancement de la BCE majoré de 10\u00a0points de pourcentage, et indemnité forfaitaire pour frais de " +
  "recouvrement de 40\u00a0€ (art.\u00a0L.\u00a0441-10 et D.\u00a0441-5 du code de commerce).";

/** What of a document its mentions depend on. */
type Mentioned = Pick<InvoiceDocument, "type" | "due_date" | "vat_on_debits" | "client"> & {
  readonly supplier: Pick<InvoiceSupplier, "vat_number">;
  readonly vat_breakdown: readonly Pick<InvoiceDocument["vat_breakdown"][number], "vat_rate_bp">[];
};

/** The paragraphs printed under the totals. */
export function mentions(document: Mentioned): string[] {
  const vat = isTaxed(document.vat_breakdown) ? [whenVatIsDue(document)] : [];
  const reasons = exemptionReasons(document);
  if (document.type === "credit_note") return [...reasons, ...vat];
  return [
    `Date d’échéance\u00a0: ${frenchDate(document.due_date)}. Pas d’escompte pour paiement anticipé.`,
    LATE_PAYMENT,
    ...reasons,
    ...vat,
  ];
}

const whenVatIsDue = ({ vat_on_debits }: Mentioned): string =>
  vat_on_debits
    ? "Option pour le paiement de la taxe d’après les débits."
    : "TVA acquittée sur les encaissements.";

/** Why a rate is nothing, as the data of the invoice say it (BILL-5). */
function exemptionReasons({ vat_breakdown, ...parties }: Mentioned): string[] {
  const reasons = vat_breakdown.map((rate) => vatCategory(rate.vat_rate_bp, parties).reason);
  return [...new Set(reasons)].flatMap((reason) => (reason === null ? [] : [`${reason}.`]));
}

/** « Cette créance est cédée à … » (BILL-16), or null when the invoice is not assigned. */
export const subrogation = ({ factor, type }: Pick<InvoiceDocument, "factor" | "type">): string | null =>
  factor === null || type === "credit_note"
    ? null
    : `Cette créance est cédée à ${factor.name} par subrogation conventionnelle. Pour être libératoire, le règlement doit ` +
      `être effectué à l’ordre de ${factor.name}, IBAN\u00a0${groupedIban(factor.iban)}.`;

export const transferReference = (invoice_number: string): string =>
  `Merci d’indiquer le n°\u00a0${invoice_number} en référence de votre virement`;

export const servicePeriod = (week_start: CivilDate): string =>
  `Semaine cinématographique du ${frenchDate(week_start)} au ${frenchDate(addDays(week_start, 6))}`;

export const correctedInvoice = (corrects: NonNullable<InvoiceDocument["corrects"]>): string =>
  `Avoir relatif à la facture ${corrects.invoice_number} du ${frenchDate(corrects.invoice_date)}`;

/** `FR76 9999 9000 …`, kept on one line. */
export const groupedIban = (iban: string): string =>
  iban
    .replace(/\s/g, "")
    .toUpperCase()
    .replace(/(.{4})(?=.)/g, "$1\u00a0");

/** `000 100 016`; a SIRET is `000 100 016 00013`. Other texts stay as typed. */
export function groupedSiren(text: string): string {
  const digits = text.replace(/\s/g, "");
  if (!/^(\d{9}|\d{14})$/.test(digits)) return text;
  const siren = digits.slice(0, 9).replace(/(\d{3})(?=\d)/g, "$1\u00a0");
  return digits.length === 9 ? siren : `${siren}\u00a0${digits.slice(9)}`;
}

/** « SIREN 000 100 016 » or « SIRET … », with the RCS and its town. */
export function registrationOf(supplier: InvoiceSupplier): string[] {
  const digits = supplier.siren.replace(/\s/g, "");
  if (digits === "") return [];
  const number = `${digits.length === 14 ? "SIRET" : "SIREN"}\u00a0${groupedSiren(digits)}`;
  if (supplier.rcs_city === "") return [number];
  return [number, `RCS ${supplier.rcs_city} ${groupedSiren(digits.slice(0, 9))}`];
}
