import type { MailKind } from "@bobine/contract/mail-values";
import sql from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";

/** What people are asked to do about mails. */
export const MAIL_ACTIONS = {
  missing_email: "Adresse e-mail manquante",
  refused_email: "Adresse e-mail refusée",
  failed_email: "E-mail non envoyé",
  unconfirmed_email: "Envoi à vérifier",
  default_proposal: "Passage en défaut proposé",
} as const;
export type MailActionCode = keyof typeof MAIL_ACTIONS;

/** These tell of mails themselves; they do not mean that somebody disputes the invoice. */
export const MAILING_REASONS: MailActionCode[] = [
  "missing_email",
  "refused_email",
  "failed_email",
  "unconfirmed_email",
  "default_proposal",
];

export async function createMailAction(
  tx: Tx,
  distributorId: number,
  action: {
    readonly code: MailActionCode;
    readonly invoiceId: number | null;
    readonly description: string;
    readonly explanation: readonly string[];
    readonly at: Date;
  },
): Promise<number> {
  const { id } = await tx.one<{ id: number }>(sql`
    insert into user_action (distributor_id, status, open_status, reason_code, reason, explanation, invoice_id, description, created_at)
    values (${distributorId}, 'PENDING', 'PENDING', ${action.code}, ${MAIL_ACTIONS[action.code]}, ${JSON.stringify(action.explanation)},
      ${action.invoiceId}, ${action.description}, ${action.at})
    returning id`);
  return id;
}

/**
 * Asks a person to look at a mail: one action, on its first invoice.
 * @param documents of the mail
 * @param title of a mail that is about none
 */
export async function createActionOnDocuments(
  tx: Tx,
  distributorId: number,
  code: MailActionCode,
  documents: readonly {
    readonly id: number;
    readonly invoice_number: string;
    readonly cinema_name: string;
  }[],
  explanation: readonly string[],
  at: Date,
  title = "",
): Promise<void> {
  const [first] = documents;
  const numbers = documents.map((document) => document.invoice_number).join(", ");
  await createMailAction(tx, distributorId, {
    code,
    invoiceId: first?.id ?? null,
    description: first ? `${first.invoice_number} – ${first.cinema_name}` : title,
    explanation:
      documents.length > 1 ? [...explanation, `Factures concernées\u00a0: ${numbers}.`] : explanation,
    at,
  });
}

/** The open action that already asks for an address of a cinema for mails of a kind. */
export async function openAddressAction(
  tx: Tx,
  distributorId: number,
  cinemaId: number,
  isReminder: boolean,
): Promise<number | null> {
  const row = await tx.maybe<{ id: number }>(sql`
    select a.id from user_action a join mail m on m.user_action_id = a.id join mail_invoice x on x.mail_id = m.id
    join invoice i on i.id = x.invoice_id
    where a.distributor_id = ${distributorId} and a.reason_code = 'missing_email' and a.status not in ('DONE', 'REJECTED')
      and m.state = 'no_address' and i.cinema_id = ${cinemaId} and (m.kind = 'reminder') = ${isReminder}
    order by a.id limit 1`);
  return row?.id ?? null;
}

/** Which cinema lacks an address, and where it is written. */
export function missingAddressText(cinemaName: string, kind: MailKind): readonly string[] {
  const [what, list] =
    kind === "reminder"
      ? ["ses relances", "E-mails de relance"]
      : ["ses factures et ses avoirs", "E-mails de facturation"];
  return [
    `Le cinéma ${cinemaName} n’a pas d’adresse e-mail pour recevoir ${what}.`,
    `Ajoutez-en une dans Cinémas, fiche «\u00a0${cinemaName}\u00a0», «\u00a0${list}\u00a0», ou dans vos paramètres pour ce cinéma.`,
    "L’envoi partira ensuite de lui-même, le matin suivant, ou tout de suite par «\u00a0Renvoyer\u00a0» sur la facture.",
  ];
}

/** The link with a cinema is cut, and no mail before tells where to write to. */
export function cutLinkText(cinemaName: string, kind: MailKind): readonly string[] {
  const [what, them] = kind === "reminder" ? ["cette relance", "relancez-le"] : ["ce document", "envoyez-le"];
  return [
    `Votre lien avec le cinéma ${cinemaName} est coupé\u00a0: ses adresses e-mail ne vous sont plus ouvertes, et aucun envoi précédent n’en garde pour ${what}.`,
    `Demandez à Bobine de rétablir ce lien, ou ${them} vous-même\u00a0: le document se télécharge dans Factures.`,
    "Si le lien est rétabli, l’envoi partira de lui-même, le matin suivant.",
  ];
}
