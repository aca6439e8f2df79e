import type { CivilDate } from "@bobine/contract/civil-date";
import { statementFileName } from "@bobine/contract/client-accounts";
import { cents, centsFromWire } from "@bobine/contract/money";
import type { MailPreview } from "@bobine/contract/reminders";
import type { Config } from "../../config.ts";
import { lockMailing } from "../../db/locks.ts";
import type { Tx } from "../../db/scope.ts";
import type { MailText } from "../../domain/mailing/mail-texts.ts";
import { invoiceRecipients, usable } from "../../domain/mailing/recipients.ts";
import { statementText } from "../../domain/mailing/statement-text.ts";
import type { JobQueue } from "../../services.ts";
import { type InvoicedTo, isFormer } from "../banking/payer-of-document.ts";
import { clientHeadRepository as heads } from "../clients/client-head.repository.ts";
import { readStatement, requirePastPeriod, type StatementOfAccount } from "../clients/print-statement.ts";
import { requireValidated } from "../company/require-validated.ts";
import { addressOf, signature } from "./compose-mail.ts";
import { formerPayers } from "../banking/former-payers.repository.ts";
import { mailedStatements, type MailedStatement } from "./mail-statement.repository.ts";
import { mailingErrors } from "./mailing.errors.ts";
import { mailingRepository as mailing } from "./mailing.repository.ts";
import { type MailSender, outboxRepository as outbox } from "./outbox.repository.ts";

const LIST = new Intl.ListFormat("fr");

export interface StatementRequest {
  readonly distributorId: number;
  readonly account: string;
  readonly from?: CivilDate | undefined;
  readonly to?: CivilDate | undefined;
  readonly today: CivilDate;
}

/** A statement and the words that it goes with, from what is true now. */
export interface StatementMatter {
  readonly statement: StatementOfAccount;
  readonly text: MailText;
  readonly sender: MailSender;
}

/** @throws 404 for an account that nobody has, 400 for more movements than one prints */
export async function statementMatter(
  tx: Tx,
  distributorId: number,
  { account, from, to }: MailedStatement,
): Promise<StatementMatter> {
  const statement = await readStatement(tx, { distributorId, account, from, to }, to);
  const { amounts, client_name, on, ways } = statement;
  const others = centsFromWire(statement.credits_of_others);
  const late = [amounts.days_1_30, amounts.days_31_60, amounts.days_61_90, amounts.over_90_days];
  return {
    statement,
    sender: await outbox.sender(tx, distributorId),
    text: statementText({
      account,
      client: client_name,
      from,
      on,
      balance: centsFromWire(amounts.balance),
      overdue: cents(late.reduce((sum, amount) => sum + centsFromWire(amount), 0)),
      credits: cents(0 - centsFromWire(amounts.unapplied) - others),
      advances: centsFromWire(statement.advances),
      others,
      ways,
    }),
  };
}

interface Recipients {
  readonly addresses: string[];
  /** Cinemas of the account that have another company and another account since: nothing of it is theirs any more. */
  readonly leftOut: ReadonlyMap<number, string>;
  /** Companies that these had, to whom no mail went before. */
  readonly unknown: readonly string[];
}

/**
 * Who gets the invoices of the account's cinemas; of one that another company has taken to another account, who took the last document of the
 * company before (MAIL-2).
 */
async function recipientsOf(tx: Tx, distributorId: number, account: string): Promise<Recipients> {
  const cinemas = await heads.cinemas(tx, distributorId, account);
  const moved = (await heads.latestOf(tx, distributorId, account)).filter((one) => one.has_moved);
  const now = await mailing.cinemas(
    tx,
    distributorId,
    moved.map((one) => one.cinema_id),
  );
  const former = moved.filter((one) => isFormer(one, now));
  const gone = new Set(former.map((one) => one.cinema_id));
  const taken = await formerPayers.addresses(
    tx,
    distributorId,
    former.map(({ id }) => id),
  );
  const takenBy = ({ id }: InvoicedTo): readonly string[] => taken.get(id) ?? [];
  return {
    addresses: usable([
      ...cinemas.filter(({ id }) => !gone.has(id)).flatMap(invoiceRecipients),
      ...former.flatMap(takenBy),
    ]),
    leftOut: new Map(cinemas.filter(({ id }) => gone.has(id)).map(({ id, name }) => [id, name])),
    unknown: [...new Set(former.filter((one) => takenBy(one).length === 0).map(nameOf))],
  };
}

const nameOf = ({ invoiced_name, invoiced_siren }: InvoicedTo): string => invoiced_name || invoiced_siren;

/** Told to whoever sends it: whom it does not go to, and that another company than who gets it has documents or money in it (MAIL-2). */
async function noticeOf(
  tx: Tx,
  distributorId: number,
  asked: MailedStatement,
  { leftOut, unknown }: Recipients,
): Promise<{ notice?: string }> {
  const shown = (await mailedStatements.shownOf(tx, distributorId, asked)).filter(
    (invoice) => !leftOut.has(invoice.cinema_id),
  );
  const ids = [...new Set(shown.map((invoice) => invoice.cinema_id))];
  const cinemas = await mailing.cinemas(tx, distributorId, ids);
  const former = new Set(shown.filter((invoice) => isFormer(invoice, cinemas)).map(nameOf));
  const notices = [
    ...(leftOut.size > 0
      ? [
          `Les adresses de ${LIST.format(leftOut.values())} n’en sont pas\u00a0: une autre société a repris ce cinéma, sur un autre compte client.`,
        ]
      : []),
    ...(unknown.length > 0
      ? [
          `Aucune adresse e-mail n’est connue pour ${LIST.format(unknown)}\u00a0: téléchargez le relevé et envoyez-le vous-même.`,
        ]
      : []),
    ...(former.size > 0
      ? [
          `Des documents ou des avoirs de ce relevé sont au nom de ${LIST.format(former)}, et ces destinataires sont ceux de la société actuelle du cinéma\u00a0: le relevé lui montrerait les factures d’une autre. En cas de doute, téléchargez-le et envoyez-le vous-même à la société concernée.`,
        ]
      : []),
  ];
  return notices.length === 0 ? {} : { notice: notices.join(" ") };
}

/** @throws 400 for a period that is reversed or to come */
const askedOf = ({ account, from, to, today }: StatementRequest): MailedStatement => ({
  account,
  ...requirePastPeriod({ from, to }, today),
});

/** The mail as its readers will see it (MAIL-9). @throws as `statementMatter`, and 400 for a period that is reversed or to come */
export async function previewStatementMail(
  tx: Tx,
  config: Pick<Config, "mailFrom">,
  request: StatementRequest,
): Promise<MailPreview> {
  const { distributorId, account } = request;
  const asked = askedOf(request);
  const { text, sender } = await statementMatter(tx, distributorId, asked);
  const recipients = await recipientsOf(tx, distributorId, account);
  return {
    from: `${sender.name} <${sender.communication_email ?? addressOf(config.mailFrom)}>`,
    recipients: recipients.addresses,
    subject: text.subject,
    paragraphs: [...text.paragraphs],
    table: null,
    closing: [...text.closing, ...signature(sender)],
    attachments: [statementFileName(account, "pdf")],
    ...(await noticeOf(tx, distributorId, asked, recipients)),
  };
}

/**
 * Puts a statement of account into the outbox because a person asks for it (MAIL-11).
 * @throws as `previewStatementMail`, and 409 while one of the account is under way, without an address, or for a distributor that is not validated
 */
export async function mailStatement(
  tx: Tx,
  jobs: JobQueue,
  request: StatementRequest & { readonly userId: number; readonly at: Date },
): Promise<{ id: number; recipients: string[] }> {
  const { distributorId, account, userId, at } = request;
  await requireValidated(tx, distributorId);
  const asked = askedOf(request);
  await statementMatter(tx, distributorId, asked);
  const { addresses: recipients, unknown } = await recipientsOf(tx, distributorId, account);
  if (recipients.length === 0)
    throw unknown.length > 0
      ? mailingErrors.noAddressOfFormerClient(LIST.format(unknown))
      : mailingErrors.noAddressOfClient();
  await lockMailing(tx, distributorId);
  if (await mailedStatements.isUnderWay(tx, distributorId, account)) throw mailingErrors.underWay();
  const id = await mailedStatements.insert(tx, distributorId, asked, { recipients, userId, at });
  await jobs.enqueue(tx, { name: "send-mails", data: { distributor_id: distributorId } });
  return { id, recipients };
}
