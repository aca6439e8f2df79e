import { euros, percent } from "@bobine/contract/french";
import { type CivilDate, frenchDate } from "@bobine/contract/civil-date";
import { type Cents, cents, sumCents } from "@bobine/contract/money";
import { invoiceTitle } from "@bobine/contract/status-labels";
import { amount, BOM, csvLine, guarded } from "../exports/csv-cells.ts";
import { type LateInterest, RECOVERY_INDEMNITY } from "./late-interest.ts";
import { filledWords } from "@bobine/contract/reminder-words";
import { IGNORE_IF_PAID, type OwnWords } from "./own-words.ts";
import type { ReminderLevel } from "./schedule.ts";

/** What a mail says, before it is laid out as text and as HTML. */
export interface MailText {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly table: { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] } | null;
  readonly closing: readonly string[];
}

/** An invoice or a credit note that goes out. */
export interface SentDocument {
  readonly type: "invoice" | "credit_note";
  readonly invoice_number: string;
  readonly due_date: CivilDate;
  readonly cinema_name: string;
  /** « 47/2026 », or empty. */
  readonly week: string;
  /** Cents, TTC; negative for a credit note. */
  readonly total_amount: Cents;
  readonly outstanding: Cents;
  /** Number of the invoice that a credit note corrects. */
  readonly corrects: string | null;
  /** Numbers of the credit notes that take an invoice back whole (BILL-19); none otherwise. */
  readonly cancelled_by: readonly string[];
  /** Who is to be paid instead of the distributor (BILL-16). */
  readonly factor: { readonly name: string; readonly iban: string } | null;
  /** Where it asks itself to be paid. */
  readonly iban: string;
  /** The company's of today; empty where it has none. */
  readonly company_iban: string;
}

/** An invoice that is, or will soon be, to be paid. */
export interface OwedInvoice {
  readonly invoice_number: string;
  readonly invoice_date: CivilDate;
  readonly due_date: CivilDate;
  readonly cinema_name: string;
  readonly total_amount: Cents;
  readonly outstanding: Cents;
  /** Null when a day of it has no rate. */
  readonly interest: LateInterest | null;
  /** Where it asks itself to be paid; empty of an example. */
  readonly iban: string;
}

export interface Reminder {
  readonly level: ReminderLevel;
  /** Those that this level is about. */
  readonly invoices: readonly OwedInvoice[];
  /** From level 2, all that the payer is late with, these included (MAIL-2). */
  readonly statement: readonly OwedInvoice[];
  /** What of the client's credit notes, overpayments and advances is set against what it is asked for. */
  readonly credits: Cents;
  readonly iban: string;
  /** The distributor's own text of this level (MAIL-10); null for ours. */
  readonly words?: OwnWords | null;
}

const NBSP = "\u00a0";
const LIST = new Intl.ListFormat("fr");
const HELLO = "Bonjour,";
const SIGN_OFF = "Cordialement,";
/** What a formal notice must say, whoever writes the rest. */
const PENALTIES =
  "À défaut de règlement sous 8 jours, les pénalités de retard et l’indemnité forfaitaire de 40\u00a0€ par facture (art. L. 441-10 et D. 441-5 du code de commerce) sont exigibles.";
const demandText = (total: string): string => `Nous vous mettons en demeure de régler la somme de ${total}.`;

/** The mail with an invoice or a credit note (MAIL-4). */
export function documentText(document: SentDocument): MailText {
  const { invoice_number: number, week, cinema_name, total_amount, factor } = document;
  const isInvoice = document.type === "invoice";
  const subject = [invoiceTitle(document), ...(week === "" ? [] : [`Semaine ${week}`]), cinema_name].join(
    " – ",
  );
  if (!isInvoice) {
    const corrects = document.corrects === null ? "" : `, qui corrige la facture ${document.corrects}`;
    const amount = euros(cents(Math.abs(total_amount)));
    return {
      subject,
      paragraphs: [
        HELLO,
        `Veuillez trouver ci-joint l’avoir ${number} d’un montant de ${amount} TTC${corrects}.`,
      ],
      table: null,
      closing: [SIGN_OFF],
    };
  }
  const isOwed = document.outstanding > 0;
  const rest =
    isOwed && document.outstanding < total_amount ? ` Il reste ${euros(document.outstanding)} à régler.` : "";
  return {
    subject,
    paragraphs: [
      HELLO,
      `Veuillez trouver ci-joint la facture ${number} d’un montant de ${euros(total_amount)} TTC${
        isOwed
          ? `, à régler au plus tard le ${frenchDate(document.due_date)}.${rest}`
          : `. ${nothingOwedText(document.cancelled_by)}`
      }`,
      ...(isOwed
        ? [
            factor === null
              ? payingDocumentText(document)
              : `Cette créance est cédée à ${factor.name}${NBSP}: merci de lui adresser votre virement (IBAN ${spacedIban(factor.iban)}), avec le n°${NBSP}${number} en référence.`,
          ]
        : []),
    ],
    table: null,
    closing: [SIGN_OFF],
  };
}

/** How to pay an invoice that goes out; where it names an account that the company has left since, that another one is meant (SEC-17). */
function payingDocumentText({ invoice_number, iban, company_iban }: SentDocument): string {
  const paying = payingText(`n°${NBSP}${invoice_number}`, company_iban || iban);
  return [iban, ""].includes(company_iban) ? paying : `${paying} ${accountChangedText(ONE_NAMES)}`;
}

const ONE_NAMES = "que la facture indique";
const accountChangedText = (named: string): string =>
  `Notre compte a changé depuis\u00a0: l’IBAN ${named} n’est plus à utiliser.`;

function nothingOwedText(cancelledBy: readonly string[]): string {
  if (cancelledBy.length === 0) return "Elle est déjà réglée, vous n’avez rien à payer.";
  const by = cancelledBy.length === 1 ? "l’avoir" : "les avoirs";
  return `Elle est annulée par ${by} ${LIST.format(cancelledBy)}.`;
}

/** What a reminder asks for: the second one all that is late, a formal notice only what it is about. */
export const shownOf = ({ level, invoices, statement }: Reminder): readonly OwedInvoice[] =>
  level === 2 ? statement : invoices;

/** What is asked for, less the client's own money. */
const totalText = (reminder: Reminder): string =>
  euros(cents(sumCents(shownOf(reminder).map((invoice) => invoice.outstanding)) - reminder.credits));

/** The client's own money, and what is left to pay with it. Interest stays on each invoice until its credit is put on it. */
const creditsText = (reminder: Reminder): string[] =>
  reminder.credits === 0
    ? []
    : [
        `Avoirs, trop-perçus et acomptes à imputer\u00a0: -${euros(reminder.credits)}, soit ${totalText(reminder)} à régler.`,
      ];

/** What else is late is in the statement beside a formal notice, and is not what it demands. */
function alsoLateText({ level, invoices, statement }: Reminder): string[] {
  const demanded = new Set(invoices.map((invoice) => invoice.invoice_number));
  const others = statement.filter((invoice) => !demanded.has(invoice.invoice_number));
  if (level !== 3 || others.length === 0) return [];
  const total = euros(sumCents(others.map((invoice) => invoice.outstanding)));
  return [
    others.length === 1
      ? `Pour information, une autre facture échue, de ${total}, figure au relevé ci-joint\u202f; elle ne fait pas partie de cette mise en demeure.`
      : `Pour information, ${others.length} autres factures échues, pour ${total}, figurent au relevé ci-joint\u202f; elles ne font pas partie de cette mise en demeure.`,
  ];
}

/**
 * A reminder in the distributor's own words (MAIL-10). How to pay stays, and in a formal notice what the law asks for: the demand, the
 * penalties and what they would be.
 */
function ownReminderText(reminder: Reminder, { words, values }: OwnWords): MailText {
  const shown = shownOf(reminder);
  const total = totalText(reminder);
  const isNotice = reminder.level === 3;
  const paragraphs = (text: string): string[] =>
    filledWords(text, values)
      .split(/\r?\n\s*\n/)
      .map((paragraph) => paragraph.trim())
      .filter(Boolean);
  return {
    subject: filledWords(words.subject, values),
    paragraphs: [...paragraphs(words.opening), ...(isNotice ? [demandText(total)] : [])],
    table: tableOf(shown, isNotice),
    closing: [
      ...creditsText(reminder),
      ...(isNotice ? [PENALTIES, theoreticalText(shown)] : []),
      ...alsoLateText(reminder),
      payingReminderText(reminder),
      ...paragraphs(words.closing),
    ],
  };
}

/** A reminder, by level (MAIL-2, MAIL-4). */
export function reminderText(reminder: Reminder): MailText {
  if (reminder.words) return ownReminderText(reminder, reminder.words);
  const { level } = reminder;
  const shown = shownOf(reminder);
  const only = shown.length === 1 ? shown[0] : undefined;
  const total = totalText(reminder);
  const count = `${shown.length} factures`;
  const paying = payingReminderText(reminder);
  const credits = creditsText(reminder);
  const table = tableOf(shown, level === 3);
  switch (level) {
    case 0:
      return {
        subject: only
          ? `Rappel d’échéance${NBSP}: facture ${only.invoice_number} à régler au plus tard le ${frenchDate(only.due_date)}`
          : `Rappel d’échéance${NBSP}: ${count} à régler – ${total}`,
        paragraphs: [
          HELLO,
          only
            ? "Nous vous rappelons que la facture suivante arrive bientôt à échéance."
            : "Nous vous rappelons que les factures suivantes arrivent bientôt à échéance.",
        ],
        table,
        closing: [...credits, paying, IGNORE_IF_PAID, SIGN_OFF],
      };
    case 1:
      return {
        subject: only
          ? `Rappel${NBSP}: facture ${only.invoice_number} échue le ${frenchDate(only.due_date)}`
          : `Rappel${NBSP}: ${count} échues – ${total}`,
        paragraphs: [
          HELLO,
          only
            ? "Sauf erreur de notre part, la facture suivante reste impayée."
            : "Sauf erreur de notre part, les factures suivantes restent impayées.",
        ],
        table,
        closing: [...credits, paying, IGNORE_IF_PAID, SIGN_OFF],
      };
    case 2:
      return {
        subject: `Deuxième relance${NBSP}: ${only ? "1 facture échue" : `${count} échues`} – ${total}`,
        paragraphs: [
          HELLO,
          `Malgré notre premier rappel, ${only ? "la facture suivante reste impayée" : "les factures suivantes restent impayées"}. Nous vous demandons de régler sans délai la somme de ${total}.`,
        ],
        table,
        closing: [...credits, paying, IGNORE_IF_PAID, SIGN_OFF],
      };
    case 3:
      return {
        subject: "Mise en demeure de payer",
        paragraphs: [
          HELLO,
          `Malgré nos relances, ${only ? "la facture suivante reste impayée" : "les factures suivantes restent impayées"}. ${demandText(total)}`,
        ],
        table,
        closing: [...credits, PENALTIES, theoreticalText(shown), ...alsoLateText(reminder), paying, SIGN_OFF],
      };
  }
}

/** The statement of what is owed, as a file that a spreadsheet opens. */
export function statementCsv(invoices: readonly OwedInvoice[]): string {
  const head = ["Facture", "Date", "Échéance", "Cinéma", "Montant TTC", "Reste dû"];
  const rows = invoices.map((invoice) => [
    guarded(invoice.invoice_number),
    frenchDate(invoice.invoice_date),
    frenchDate(invoice.due_date),
    guarded(invoice.cinema_name),
    amount(invoice.total_amount),
    amount(invoice.outstanding),
  ]);
  return BOM + [head, ...rows].map(csvLine).join("");
}

/** How to pay what a reminder asks for; where an invoice of it names another account, that this one is meant (SEC-17). */
function payingReminderText(reminder: Reminder): string {
  const { iban } = reminder;
  const shown = shownOf(reminder);
  const only = shown.length === 1 ? shown[0] : undefined;
  const paying = payingText(only ? `n°${NBSP}${only.invoice_number}` : "numéro de chaque facture", iban);
  const isOther = shown.some((invoice) => ![iban, ""].includes(invoice.iban));
  if (iban === "" || !isOther) return paying;
  return `${paying} ${accountChangedText(only ? ONE_NAMES : "qu’une ou plusieurs de ces factures indiquent")}`;
}

/** « Merci d’indiquer le n° … en référence de votre virement (IBAN …). » */
function payingText(reference: string, iban: string): string {
  const where = iban === "" ? "" : ` (IBAN ${spacedIban(iban)})`;
  return `Merci d’indiquer le ${reference} en référence de votre virement${where}.`;
}

/** By four, as people copy it. */
export const spacedIban = (iban: string): string =>
  iban.replaceAll(/\s/g, "").replaceAll(/(.{4})(?=.)/g, `$1${NBSP}`);

/** BILL-7: shown, never added to what is owed. */
function theoreticalText(shown: readonly OwedInvoice[]): string {
  const indemnities = euros(cents(RECOVERY_INDEMNITY * shown.length));
  const known = shown.flatMap(({ interest }) => interest ?? []);
  const used = known.flatMap(({ rates }) => rates).sort((a, b) => (a.from_day < b.from_day ? -1 : 1));
  const rates = [...new Set(used.map(({ rate_bp }) => percent(rate_bp)))];
  if (rates.length === 0 || known.length < shown.length)
    return `Intérêts et indemnités théoriques à ce jour${NBSP}: intérêts au taux de refinancement de la BCE majoré de 10 points de pourcentage, et ${indemnities} d’indemnités forfaitaires.`;
  const atRates = `${rates.length === 1 ? "au taux annuel" : "aux taux annuels successifs"} de ${LIST.format(rates)}`;
  return `Intérêts et indemnités théoriques à ce jour${NBSP}: ${euros(sumCents(known.map(({ amount }) => amount)))} d’intérêts ${atRates}, et ${indemnities} d’indemnités forfaitaires.`;
}

function tableOf(invoices: readonly OwedInvoice[], withInterest: boolean): MailText["table"] {
  const interest = withInterest && invoices.every((invoice) => invoice.interest !== null);
  return {
    head: ["Facture", "Cinéma", "Échéance", "Reste dû", ...(interest ? ["Intérêts"] : [])],
    rows: invoices.map((invoice) => [
      invoice.invoice_number,
      invoice.cinema_name,
      frenchDate(invoice.due_date),
      euros(invoice.outstanding),
      ...(interest && invoice.interest !== null ? [euros(invoice.interest.amount)] : []),
    ]),
  };
}
