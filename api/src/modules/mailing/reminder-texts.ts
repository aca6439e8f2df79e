import { hasOtherIban, OTHER_IBAN_IN_WORDS } from "@bobine/contract/ibans-in-text";
import { addDays, type CivilDate } from "@bobine/contract/civil-date";
import type { ReminderLevel } from "@bobine/contract/mail-values";
import type { MailPreview, ReminderTextView, ReminderWords } from "@bobine/contract/reminders";
import { lockDistributorRow } from "../../db/locks.ts";
import type { Tx } from "../../db/scope.ts";
import { FIRST_WORDS, isNamedNotice } from "../../domain/mailing/own-words.ts";
import { errors } from "../../errors.ts";
import { type AuditSource, writeAudit } from "../../http/audit.ts";
import type { Config } from "../../config.ts";
import { confirmedIbans } from "../company/company.repository.ts";
import type { MailMatter } from "./compose-mail.ts";
import { matterOf } from "./mail-matter.ts";
import { mailingErrors } from "./mailing.errors.ts";
import type { MailedDocument } from "./mailing.repository.ts";
import { previewOf } from "./preview-mail.ts";
import { reminderTexts as texts } from "./reminder-texts.repository.ts";

const LEVELS: readonly ReminderLevel[] = [0, 1, 2, 3];

const viewOf = (level: ReminderLevel, own: ReminderWords | undefined): ReminderTextView => ({
  level,
  is_own: own !== undefined,
  ...(own ?? FIRST_WORDS[level]),
});

export async function listReminderTexts(tx: Tx, distributorId: number): Promise<ReminderTextView[]> {
  const own = await texts.all(tx, distributorId);
  return LEVELS.map((level) => viewOf(level, own.get(level)));
}

/**
 * Saves a distributor's text of a level (MAIL-10).
 * @param known its own text as whoever saves had read it, null without one; undefined: it is replaced whatever it is
 * @throws 400 for a formal notice that is not called one and for another IBAN than the company's (SEC-17), 409 when somebody else has changed it since it was read
 */
export async function saveReminderText(
  tx: Tx,
  source: AuditSource & { readonly distributorId: number },
  level: ReminderLevel,
  words: ReminderWords,
  known: ReminderWords | null | undefined,
  at: Date,
): Promise<ReminderTextView> {
  // Two that are saved at once have read the same.
  await lockDistributorRow(tx, source.distributorId);
  const before = (await texts.one(tx, source.distributorId, level)) ?? null;
  await requireWords(tx, source.distributorId, level, words, before);
  // What is saved already came twice.
  if (!isSame(before, words)) {
    if (known !== undefined && !isSame(before, known)) throw mailingErrors.textChanged();
    await texts.save(tx, source.distributorId, level, words, at);
    await audit(tx, source, level, `Texte de la relance ${level} enregistré`, words.subject);
  }
  return viewOf(level, words);
}

const isSame = (one: ReminderWords | null, other: ReminderWords | null): boolean =>
  one?.subject === other?.subject && one?.opening === other?.opening && one?.closing === other?.closing;

/** Goes back to our text. */
export async function removeReminderText(
  tx: Tx,
  source: AuditSource & { readonly distributorId: number },
  level: ReminderLevel,
): Promise<ReminderTextView> {
  if ((await texts.remove(tx, source.distributorId, level)) > 0)
    await audit(tx, source, level, `Texte de la relance ${level} rétabli`);
  return viewOf(level, undefined);
}

/**
 * What a text would say of two invented invoices (MAIL-10).
 * @param words null for ours, which is what the code that sends says (MAIL-9)
 * @throws 400 for a formal notice that is not called one and for another IBAN than the company's (SEC-17)
 */
export async function previewReminderText(
  tx: Tx,
  config: Pick<Config, "mailFrom">,
  distributorId: number,
  { level, words }: { readonly level: ReminderLevel; readonly words: ReminderWords | null },
  today: CivilDate,
): Promise<MailPreview> {
  if (words) {
    const before = (await texts.one(tx, distributorId, level)) ?? null;
    await requireWords(tx, distributorId, level, words, before);
  }
  const matter = await matterOf(tx, distributorId, { kind: "reminder", reminder_level: null }, [], today);
  const documents = inventedDocuments(level, today);
  const invented: MailMatter = { ...matter, reminder_level: level, documents, statement: documents, words };
  return previewOf(config, invented, ["facturation@beffroi.example"]);
}

/** @param before its own text as it was saved: of what is not changed no account is asked about */
async function requireWords(
  tx: Tx,
  distributorId: number,
  level: ReminderLevel,
  words: ReminderWords,
  before: ReminderWords | null,
): Promise<void> {
  if (level === 3 && !isNamedNotice(words.subject))
    throw errors.field(
      "subject",
      "L’objet d’une mise en demeure doit contenir «\u00a0mise en demeure\u00a0».",
    );
  const known = await confirmedIbans(tx, distributorId);
  const wrong = (["subject", "opening", "closing"] as const).filter(
    (field) => words[field] !== before?.[field] && hasOtherIban(words[field], known),
  );
  if (wrong.length > 0)
    throw errors.fields(Object.fromEntries(wrong.map((field) => [field, [OTHER_IBAN_IN_WORDS]])));
}

/** @param subject none of our text: it has one for each mail */
const audit = (
  tx: Tx,
  source: AuditSource,
  level: number,
  message: string,
  subject?: string,
): Promise<void> =>
  writeAudit(tx, source, "other", {
    message,
    reminder_level: level,
    ...(subject === undefined ? {} : { subject }),
  });

/** Days after the due date at which a level leaves. */
const LATE: Readonly<Record<ReminderLevel, number>> = { 0: -5, 1: 7, 2: 21, 3: 45 };

function inventedDocuments(level: ReminderLevel, today: CivilDate): MailedDocument[] {
  const due = addDays(today, -LATE[level]);
  const invoice = (number: string, outstanding: string): MailedDocument => ({
    id: 0,
    type: "invoice",
    origin: "issued",
    invoice_number: number,
    invoice_date: addDays(due, -30),
    due_date: due,
    cinema_id: 0,
    cinema_name: "Cinéma Le Beffroi",
    client_name: "SARL Ciné Beffroi",
    invoiced_name: "SARL Ciné Beffroi",
    invoiced_siren: "",
    client_account: "",
    week: "",
    total_amount: outstanding,
    outstanding,
    status: "awaiting_payment",
    corrects: null,
    cancelled_by: [],
    iban: "",
    is_factored: false,
    factor_name: "",
    factor_iban: "",
  });
  return [invoice("F26000123", "2897.31"), invoice("F26000130", "1000.00")];
}
