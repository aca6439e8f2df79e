import type { CivilDate } from "@bobine/contract/civil-date";
import type { MailKind, ReminderLevel } from "@bobine/contract/mail-values";
import { type Cents, centsFromWire } from "@bobine/contract/money";
import type { ReminderWords } from "@bobine/contract/reminders";
import parseEmailAddresses from "nodemailer/lib/addressparser";
import MailComposer from "nodemailer/lib/mail-composer";
import { isNamedNotice, type OwnWords, variablesOf } from "../../domain/mailing/own-words.ts";
import { lateInterest, type LateRate } from "../../domain/mailing/late-interest.ts";
import {
  documentText,
  type MailText,
  type OwedInvoice,
  reminderText,
  shownOf,
  statementCsv,
} from "../../domain/mailing/mail-texts.ts";
import { escapeHtml } from "../../escape-html.ts";
import { htmlMail } from "../../html-mail.ts";
import type { Config } from "../../config.ts";
import { oneLine } from "../../one-line.ts";
import { legalLine } from "../clients/company-lines.ts";
import { shareOf } from "./open-credits.ts";
import type { MailedDocument } from "./mailing.repository.ts";
import type { MailSender } from "./outbox.repository.ts";

/** Mail servers take 20 to 25 MB, and base64 adds a third. */
const MOST_ATTACHED_BYTES = 12 * 1024 * 1024;
const LONGEST_SUBJECT = 200;

export interface Attachment {
  readonly file_name: string;
  readonly content_type: string;
  readonly content: Uint8Array;
}

/** What a mail is made of, as it is at the moment of its try. */
export interface MailMatter {
  readonly kind: MailKind;
  readonly reminder_level: ReminderLevel | null;
  readonly sender: MailSender;
  readonly documents: readonly MailedDocument[];
  /** Of a reminder: all that the payer is late with. */
  readonly statement: readonly MailedDocument[];
  /** What of the client's open credits is set against each of them, by the id of the invoice. */
  readonly credits: ReadonlyMap<number, Cents>;
  readonly lateRates: readonly LateRate[];
  readonly today: CivilDate;
  /** The distributor's own text of the level (MAIL-10); null for ours. */
  readonly words: ReminderWords | null;
}

/** Its words: the subject and the body. */
export function textOf(matter: MailMatter): MailText {
  const { reminder_level, documents, sender, words } = matter;
  const [document] = documents;
  if (!document) throw new RangeError("a mail about nothing");
  const owed = (invoice: MailedDocument): OwedInvoice => ({
    ...invoice,
    total_amount: centsFromWire(invoice.total_amount),
    outstanding: centsFromWire(invoice.outstanding),
    interest: lateInterest(
      centsFromWire(invoice.outstanding),
      matter.lateRates,
      invoice.due_date,
      matter.today,
    ),
  });
  const reminder = {
    invoices: documents.map(owed),
    statement: matter.statement.map(owed),
    credits: shareOf(reminder_level === 2 ? matter.statement : documents, matter.credits),
    iban: sender.iban,
  };
  const ownWords = (own: ReminderWords): OwnWords => ({
    words: own,
    values: variablesOf(shownOf({ ...reminder, level: reminder_level ?? 1 }), {
      client: document.client_name,
      company: sender.name,
      iban: sender.iban,
      today: matter.today,
      credits: reminder.credits,
    }),
  });
  const text =
    reminder_level === null
      ? documentText({
          ...document,
          total_amount: centsFromWire(document.total_amount),
          outstanding: centsFromWire(document.outstanding),
          factor: document.is_factored ? { name: document.factor_name, iban: document.factor_iban } : null,
          company_iban: sender.iban,
        })
      : reminderText({ ...reminder, level: reminder_level, words: words && ownWords(words) });
  // Names of cinemas come from files of strangers: a header is one line of text.
  const whole = oneLine(text.subject);
  const subject = whole.slice(0, LONGEST_SUBJECT);
  // What its variables stand for may push the name of a formal notice beyond the end (MAIL-10).
  const isNameless = reminder_level === 3 && !isNamedNotice(subject);
  return {
    ...text,
    subject: isNameless ? `Mise en demeure – ${whole}`.slice(0, LONGEST_SUBJECT) : subject,
  };
}

/** What goes with a reminder from level 2 on, beside its table. */
export const statementOf = (matter: MailMatter): Attachment[] =>
  matter.reminder_level === null || matter.reminder_level < 2
    ? []
    : [
        {
          file_name: "releve-des-factures.csv",
          content_type: "text/csv; charset=utf-8",
          content: Buffer.from(
            statementCsv(
              matter.statement.map((invoice) => ({
                ...invoice,
                total_amount: centsFromWire(invoice.total_amount),
                outstanding: centsFromWire(invoice.outstanding),
                interest: null,
              })),
            ),
          ),
        },
      ];

/** The attachments that a mail can carry: whole files, in their order, up to what mail servers take. */
export function fitting<T extends { readonly size: number }>(files: readonly T[]): T[] {
  let bytes = 0;
  return files.filter(({ size }) => {
    if (bytes + size > MOST_ATTACHED_BYTES) return false;
    bytes += size;
    return true;
  });
}

/**
 * The message as it goes to the mail server. It comes from the distributor's communication address when it has one (of the product's
 * domain, so that it is not taken for forged), else from `MAIL_FROM` in its name; answers go to people of the distributor.
 * @returns the message, and the sender of its envelope, to whom what is not delivered comes back
 */
export async function composeMail(
  config: Pick<Config, "mailFrom" | "mailBounces" | "communicationDomain">,
  { sender, messageKey }: { readonly sender: MailSender; readonly messageKey: string },
  text: MailText,
  to: readonly string[],
  attachments: readonly Attachment[],
  date: Date,
): Promise<{ from: string; content: Buffer }> {
  const from = sender.communication_email ?? addressOf(config.mailFrom);
  const replyTo = sender.communication_email ?? sender.contact_email;
  const composer = new MailComposer({
    from: { name: oneLine(sender.name), address: from },
    ...(replyTo === null ? {} : { replyTo: { name: oneLine(sender.name), address: replyTo } }),
    to: to.map((address) => ({ name: "", address })),
    subject: text.subject,
    text: plainText(text, sender),
    html: htmlText(text, sender),
    messageId: `<${messageKey}${config.communicationDomain}>`,
    date,
    // RFC 3834: no answering machine answers.
    headers: { "Auto-Submitted": "auto-generated" },
    attachments: attachments.map((file) => ({
      filename: file.file_name,
      contentType: file.content_type,
      content: Buffer.from(file.content.buffer, file.content.byteOffset, file.content.byteLength),
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const content = await new Promise<Buffer>((resolve, reject) => {
    composer.compile().build((error, message) => (error ? reject(error) : resolve(message as Buffer)));
  });
  return { from: config.mailBounces ?? from, content };
}

/** `Bobine <x@y>` → `x@y` */
export function addressOf(mailFrom: string): string {
  const [first] = parseEmailAddresses(mailFrom, { flatten: true });
  return first?.address || mailFrom;
}

function plainText(text: MailText, sender: MailSender): string {
  const head = text.table?.head ?? [];
  // An invoice and its cinema are known by themselves; a date and two amounts are not.
  const cell = (line: string, column: number): string =>
    column < 2 ? line : `${head[column]?.toLowerCase() ?? ""} ${line}`;
  const table = text.table?.rows.map((row) => `- ${row.map(cell).join(" – ")}`).join("\n");
  return `${[...text.paragraphs, ...(table === undefined ? [] : [table]), ...text.closing, signature(sender).join("\n")].join("\n\n")}\n`;
}

/** Under the words of a mail, whoever wrote these. */
export const signature = (sender: MailSender): string[] => [
  sender.name,
  ...[sender.phone, legalLine(sender)].filter((line) => line !== ""),
];

function htmlText(text: MailText, sender: MailSender): string {
  // A distributor's own words keep their lines (MAIL-10).
  const paragraph = (words: string): string =>
    `<p style="margin:0 0 16px">${escapeHtml(words).replaceAll(/\r?\n/g, "<br>")}</p>`;
  const cell = (tag: "th" | "td", line: string, column: number): string =>
    `<${tag} style="padding:6px 12px 6px 0;border-bottom:1px solid;text-align:${column >= 3 ? "right" : "left"};font-variant-numeric:tabular-nums${column === 1 ? "" : ";white-space:nowrap"}">${escapeHtml(line)}</${tag}>`;
  const row = (tag: "th" | "td", lines: readonly string[]): string =>
    `<tr>${lines.map((line, column) => cell(tag, line, column)).join("")}</tr>`;
  const table =
    text.table === null
      ? ""
      : // A telephone scrolls the table, not the letter.
        `<div style="overflow-x:auto"><table style="border-collapse:collapse;margin:0 0 20px;font-size:14px"><thead>${row("th", text.table.head)}</thead><tbody>${text.table.rows.map((lines) => row("td", lines)).join("")}</tbody></table></div>`;
  return htmlMail({
    subject: text.subject,
    width: 640,
    body: `${text.paragraphs.map(paragraph).join("\n")}
${table}
${text.closing.map(paragraph).join("\n")}
<p style="margin:0"><strong>${escapeHtml(sender.name)}</strong>${signature(sender)
      .slice(1)
      .map((line) => `<br>${escapeHtml(line)}`)
      .join("")}</p>`,
  });
}
