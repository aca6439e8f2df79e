import type { InvoicingBacklog } from "@bobine/contract/invoicing-backlog";
import type { InvoicingOptions } from "@bobine/contract/invoicing-options";
import { wrongLegalForm } from "@bobine/contract/legal-mention";
import { formatCount, formatMoney } from "@bobine/shared-ui";
import { listed } from "./first-steps.texts.ts";

export const TO_MENTIONS = "Options de facturation";

/** Mentions that every invoice of such a company carries, and that nobody has given (BILL-20). Which ones a form that is not known needs is not known. */
export function missingMentions({ legal_form, share_capital, rcs_city }: InvoicingOptions): string[] {
  const hasNoForm = legal_form.trim() === "";
  const isCommercial = "share_capital" in wrongLegalForm({ legal_form, share_capital: null });
  return [
    ...(hasNoForm ? ["la forme juridique"] : []),
    ...((hasNoForm || isCommercial) && share_capital === null ? ["le capital social"] : []),
    ...((hasNoForm || isCommercial) && rcs_city === "" ? ["la ville du RCS"] : []),
  ];
}

/** Asked before what is final is issued without them. */
export const mentionsText = (missing: readonly string[]): string =>
  missing.length === 1
    ? `Il manque une mention obligatoire à vos factures\u00a0: ${listed(missing)}.`
    : `Il manque des mentions obligatoires à vos factures\u00a0: ${listed(missing)}.`;

/** What switching automation on will do, the most important first (BILL-14: « 214 factures vont être émises »). */
export function backlogLines(backlog: InvoicingBacklog): string[] {
  const { invoices, credit_notes, imported_weeks, total_amount, waiting_cinemas, is_company_incomplete } =
    backlog;
  const issued = [
    ...(invoices > 0
      ? [
          `${formatCount(invoices, "facture", "factures")} ${invoices > 1 ? "vont être émises" : "va être émise"}`,
        ]
      : []),
    ...(credit_notes > 0
      ? [
          `${formatCount(credit_notes, "avoir", "avoirs")} ${credit_notes > 1 ? "vont être établis" : "va être établi"}`,
        ]
      : []),
  ];
  return [
    `${issued.join(", ")}.`,
    `Total\u00a0: ${formatMoney(total_amount)} TTC.`,
    ...(imported_weeks > 0
      ? [
          `${
            imported_weeks > 1
              ? `${formatCount(imported_weeks, "facture est", "factures sont")} de semaines que des factures importées facturent déjà`
              : "Une facture est d’une semaine qu’une facture importée facture déjà"
          }\u00a0: ce qui y figure serait facturé une seconde fois. Comparez-les avant d’activer.`,
        ]
      : []),
    is_company_incomplete
      ? "Il manque des informations sur votre société\u00a0: rien ne sera émis avant que vous les complétiez dans INFOS COMPTE."
      : "Leur date sera celle d’aujourd’hui, et les e-mails partiront aux cinémas demain matin, à partir de 8\u00a0h.",
    ...(waiting_cinemas > 0
      ? [
          waiting_cinemas > 1
            ? `${formatCount(waiting_cinemas, "cinéma", "cinémas")} restent à valider ou à compléter\u00a0: leurs factures attendront.`
            : "Un cinéma reste à valider ou à compléter\u00a0: ses factures attendront.",
        ]
      : []),
  ];
}
