import type { MailKind } from "@bobine/contract/mail-values";
import sql from "sql-template-tag";
import { UNPAID } from "../../db/invoice-statuses.ts";
import { FORMER_PAYER_START, REFUSED_REMINDER, REMINDER_WAITS } from "../../db/mail-states.ts";
import type { Tx } from "../../db/scope.ts";
import type { RecipientResult } from "../../domain/mailing/delivery.ts";
import { failureText, leftOutText } from "../../domain/mailing/smtp-answers.ts";

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
): Promise<number> {
  const [first] = documents;
  const numbers = documents.map((document) => document.invoice_number).join(", ");
  return await createMailAction(tx, distributorId, {
    code,
    invoiceId: first?.id ?? null,
    description: first ? `${first.invoice_number} – ${first.cinema_name}` : title,
    explanation:
      documents.length > 1 ? [...explanation, `Factures concernées\u00a0: ${numbers}.`] : explanation,
    at,
  });
}

/** Asks a person to mend the addresses that mail servers have refused. */
export async function requestAddressRepair(
  tx: Tx,
  mail: {
    readonly distributor_id: number;
    readonly kind: string;
    readonly refused: readonly RecipientResult[];
  },
  documents: Parameters<typeof createActionOnDocuments>[3],
  at: Date,
  title: string,
): Promise<void> {
  const explanation = mail.refused.map(
    ({ address, response }) =>
      `Le serveur de messagerie a refusé ${address}\u00a0: ${response || "sans raison"}.`,
  );
  if (mail.kind === "reminder") explanation.push(REFUSED_REMINDER);
  await createActionOnDocuments(tx, mail.distributor_id, "refused_email", documents, explanation, at, title);
}

/** Asks a person who knows whether a mail has arrived that may have left. A reminder that nobody else got waits for the answer (MAIL-13). */
export async function requestCheck(
  tx: Tx,
  mail: {
    readonly id: number;
    readonly distributor_id: number;
    readonly kind: string;
    readonly recipients: readonly RecipientResult[];
  },
  documents: Parameters<typeof createActionOnDocuments>[3],
  at: Date,
  title: string,
): Promise<void> {
  const of = (wanted: RecipientResult["state"]): string[] =>
    mail.recipients.filter(({ state }) => state === wanted).map(({ address }) => address);
  const isReminder = mail.kind === "reminder";
  const isWaitedFor = isReminder && of("accepted").length === 0;
  const explanation = !isReminder
    ? UNCONFIRMED
    : isWaitedFor
      ? UNCONFIRMED_REMINDER
      : [
          `L’envoi a été interrompu au moment où le serveur de messagerie devait l’accepter\u00a0: la relance est peut-être partie pour ${of("unconfirmed").join(", ")}.`,
          `Elle est arrivée à ${of("accepted").join(", ")}, et compte donc comme envoyée\u00a0: il n’y a rien d’autre à faire que fermer cette action.`,
        ];
  const action = await createActionOnDocuments(
    tx,
    mail.distributor_id,
    "unconfirmed_email",
    documents,
    explanation,
    at,
    title,
  );
  if (isWaitedFor) await tx.run(sql`update mail set user_action_id = ${action} where id = ${mail.id}`);
}

/**
 * Tells that addresses have not got a mail, and are not to blame for it (MAIL-14); of a level of a reminder that comes again, and of addresses
 * that reminders leave out, once until somebody has answered.
 */
export async function requestHelp(
  tx: Tx,
  mail: {
    readonly id: number;
    readonly distributor_id: number;
    readonly kind: string;
    readonly reminder_level: number | null;
    readonly attempts: number;
    readonly left: readonly RecipientResult[];
    /** Nobody has got it. */
    readonly isFailed: boolean;
  },
  documents: Parameters<typeof createActionOnDocuments>[3],
  at: Date,
  title: string,
): Promise<void> {
  const isReminder = mail.kind === "reminder";
  const asked = await tx.maybe<{ id: number }>(sql`
    select a.id from user_action a join mail m on m.user_action_id = a.id join mail_invoice x on x.mail_id = m.id
    where ${isReminder} and m.kind = 'reminder' and x.invoice_id = ${documents[0]?.id ?? null}
      and a.reason_code = 'failed_email' and a.status not in ('DONE', 'REJECTED')
      and (m.state = 'failed') = ${mail.isFailed} and (m.state <> 'failed' or m.reminder_level = ${mail.reminder_level})
      and not exists (select from unnest(${documents.map(({ id }) => id)}::bigint[]) as of (id)
        where not exists (select from mail_invoice y where y.mail_id = m.id and y.invoice_id = of.id)) limit 1`);
  const said = mail.isFailed
    ? mail.left.map(({ response }) => failureText(mail.attempts, response))
    : mail.left.map(leftOutText);
  const action =
    asked?.id ??
    (await createActionOnDocuments(
      tx,
      mail.distributor_id,
      "failed_email",
      documents,
      [
        ...new Set(said),
        ...(mail.isFailed && isReminder ? ["La relance figure de nouveau parmi les prochaines."] : []),
      ],
      at,
      title,
    ));
  // Whether it arrived where it may have left is another question (MAIL-13).
  if (isReminder)
    await tx.run(sql`
      update mail m set user_action_id = ${action} where id = ${mail.id} and not (m.state = 'unconfirmed' and exists (
        select from user_action q where q.id = m.user_action_id and q.reason_code = 'unconfirmed_email'))`);
}

/**
 * Of a reminder that has left: nobody is asked any more why the same one, about these invoices, had not (MAIL-14). One that had left before and
 * came back may do so again: of it people are told until they answer. What was paid since, and what is only listed, needs no other one.
 */
export async function closeHelpRequests(
  tx: Tx,
  mail: { readonly id: number; readonly distributor_id: number; readonly reminder_level: number | null },
  documents: readonly { readonly id: number }[],
  at: Date,
): Promise<void> {
  const ids = documents.map(({ id }) => id);
  await tx.run(sql`
    update user_action a set status = 'DONE', resolved_at = ${at}
    where a.distributor_id = ${mail.distributor_id} and a.reason_code = 'failed_email' and a.status not in ('DONE', 'REJECTED')
      and exists (select from mail m where m.user_action_id = a.id)
      and not exists (select from mail m where m.user_action_id = a.id and (m.kind <> 'reminder' or m.state <> 'failed'
        or m.sent_at is not null or m.reminder_level is distinct from ${mail.reminder_level}
        or exists (select from mail_invoice x join invoice i on i.id = x.invoice_id and i.distributor_id = ${mail.distributor_id}
          where x.mail_id = m.id and i.status in ${UNPAID} and x.invoice_id <> all(${ids}::bigint[])
            and not exists (select from mail_invoice y where y.mail_id = ${mail.id} and y.invoice_id = x.invoice_id))))`);
}

const UNCONFIRMED = [
  "L’envoi a été interrompu au moment où le serveur de messagerie devait l’accepter\u00a0: le message est peut-être parti. Vérifiez auprès du cinéma, puis «\u00a0Renvoyer\u00a0» si besoin.",
];

const UNCONFIRMED_REMINDER = [
  "L’envoi a été interrompu au moment où le serveur de messagerie devait l’accepter\u00a0: la relance est peut-être partie. Demandez au cinéma s’il l’a reçue.",
  "«\u00a0Résoudre\u00a0»\u00a0: elle est arrivée, et compte comme envoyée. «\u00a0Rejeter\u00a0»\u00a0: elle n’est pas arrivée, et figure de nouveau parmi les prochaines relances.",
  REMINDER_WAITS,
];

/** What the plan says beside an invoice whose reminder may have left. */
export const DOUBT_COMMENT =
  "la relance est peut-être déjà partie\u00a0: répondez à l’action «\u00a0Envoi à vérifier\u00a0»";

/** What an action about a company calls it that a cinema had before. */
export const formerPayerName = (former: string, cinemaName: string): string => `${former} – ${cinemaName}`;

/** Which cinema lacks an address, and where it is written. */
export function missingAddressText(cinemaName: string, kind: MailKind): readonly string[] {
  const [what, list, then] =
    kind === "reminder"
      ? [
          "ses relances",
          "E-mails de relance",
          "La relance partira ensuite d’elle-même, le matin ouvré suivant, ou tout de suite depuis les prochaines relances.",
        ]
      : [
          "ses factures et ses avoirs",
          "E-mails de facturation",
          "L’envoi partira ensuite de lui-même, le matin suivant, ou tout de suite par «\u00a0Renvoyer\u00a0» sur la facture.",
        ];
  return [
    `Le cinéma ${cinemaName} n’a pas d’adresse e-mail pour recevoir ${what}.`,
    `Ajoutez-en une dans Cinémas, fiche «\u00a0${cinemaName}\u00a0», «\u00a0${list}\u00a0», ou dans vos paramètres pour ce cinéma.`,
    then,
  ];
}

/** The cinema has another company now, and no mail before tells where to write to the one that was invoiced (MAIL-2). */
export function formerPayerText(former: string, cinemaName: string, kind: MailKind): readonly string[] {
  const what = kind === "reminder" ? "cette relance" : "ce document";
  return [
    `${FORMER_PAYER_START}${former}, la société facturée pour le cinéma ${cinemaName}\u00a0: la fiche du cinéma nomme maintenant une autre société, et aucun envoi précédent n’en garde.`,
    `Les adresses actuelles du cinéma ne reçoivent pas ${what}, pour ne pas montrer à une société les factures d’une autre.`,
    `Écrivez vous-même à la société facturée\u00a0: le document se télécharge dans Factures. Si c’est la même, «\u00a0Renvoyer\u00a0» sur une facture émise ici l’envoie aux adresses actuelles du cinéma\u202f; ce qui attend la suit le matin ${kind === "reminder" ? "ouvré " : ""}suivant.`,
  ];
}

/** The link with a cinema is cut, and no mail before tells where to write to. */
export function cutLinkText(cinemaName: string, kind: MailKind): readonly string[] {
  const [what, them] = kind === "reminder" ? ["cette relance", "relancez-le"] : ["ce document", "envoyez-le"];
  return [
    `Votre lien avec le cinéma ${cinemaName} est coupé\u00a0: ses adresses e-mail ne vous sont plus ouvertes, et aucun envoi précédent n’en garde pour ${what}.`,
    `Demandez à Bobine de rétablir ce lien, ou ${them} vous-même\u00a0: le document se télécharge dans Factures.`,
    `Si le lien est rétabli, l’envoi partira de lui-même, le matin ${kind === "reminder" ? "ouvré " : ""}suivant.`,
  ];
}
