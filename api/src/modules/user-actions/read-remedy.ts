import type { Remedy } from "@bobine/contract/user-actions";
import type { Tx } from "../../db/scope.ts";
import type { ClientField, SupplierField } from "../../domain/e-invoicing/completeness.ts";
import { isFormer } from "../banking/payer-of-document.ts";
import { issueRepository } from "../invoices/issue.repository.ts";
import { clientOf, missingOfClient, missingOfIssuer } from "../invoices/parties.ts";
import { userActionsRepository } from "./user-actions.repository.ts";

/** The field of a cinema's card, part « Facturation », that says what an invoice must say of its client. */
const CARD_FIELDS: Readonly<Record<ClientField, string>> = {
  name: "invoicing_company_name",
  address: "invoicing_address",
  post_code: "invoicing_pin_code",
  city: "invoicing_city",
  siren: "invoicing_siren",
};
const COMPANY_FIELDS: Readonly<Record<SupplierField, string>> = {
  name: "name",
  address: "address",
  post_code: "post_code",
  city: "city",
  siren: "siren",
  vat_number: "prefix_vat",
  iban: "iban",
};

/** Where what an action asks for is written, by what is missing now; null when that is nowhere (UI-25). */
export async function readRemedy(tx: Tx, distributorId: number, id: number): Promise<Remedy | null> {
  const subject = await userActionsRepository.subject(tx, id);
  if (!subject) return null;
  const { reason_code, cinema, is_linked, is_reminder } = subject;
  const none: Remedy = { place: "cinema", cinema, fields: [], settings_field: null };
  switch (reason_code) {
    case "invoice_incomplete": {
      if (cinema) {
        const card = (await issueRepository.cinemas(tx, distributorId, [cinema.id])).get(cinema.id);
        return card
          ? { ...none, fields: missingOfClient(clientOf(card)).map((field) => CARD_FIELDS[field]) }
          : none;
      }
      const distributor = await issueRepository.distributor(tx, distributorId);
      const missing = distributor ? missingOfIssuer(distributor) : [];
      return { ...none, place: "company", fields: missing.map((field) => COMPANY_FIELDS[field]) };
    }
    case "missing_email":
    case "refused_email": {
      // No field of the cinema is of a company that it had before: its successor's mails would go there (MAIL-2).
      if (!cinema || isOfFormer(subject)) return null;
      return {
        ...none,
        fields: [is_reminder ? "default_reminder_emails" : "default_invoice_emails"],
        // A distributor's own people write them for themselves, of a cinema that they see.
        settings_field: !is_linked
          ? null
          : is_reminder
            ? "additional_reminder_emails"
            : "additional_invoice_emails",
      };
    }
    case "unknown_cinema":
    case "request_answered":
      return cinema ? none : null;
    default:
      return null;
  }
}

const isOfFormer = ({
  says_former,
  invoiced_to,
  payer,
}: NonNullable<Awaited<ReturnType<typeof userActionsRepository.subject>>>): boolean =>
  says_former ||
  (invoiced_to !== null && payer !== null && isFormer(invoiced_to, new Map([[payer.id, payer]])));
