import { type CivilDate, daysBetween, frenchDate } from "@bobine/contract/civil-date";
import { euros } from "@bobine/contract/french";
import type { ReminderLevel } from "@bobine/contract/mail-values";
import { type Cents, cents, sumCents } from "@bobine/contract/money";
import type { ReminderVariable } from "@bobine/contract/reminder-words";
import type { ReminderWords } from "@bobine/contract/reminders";

/** A distributor's text of a reminder, with what its variables stand for (MAIL-10). */
export interface OwnWords {
  readonly words: ReminderWords;
  readonly values: Readonly<Record<ReminderVariable, string>>;
}

interface WordedInvoice {
  readonly invoice_number: string;
  readonly cinema_name: string;
  readonly due_date: CivilDate;
  readonly outstanding: Cents;
}

/** What the variables of a text stand for, of the invoices that its table shows. */
export function variablesOf(
  invoices: readonly WordedInvoice[],
  about: {
    readonly client: string;
    readonly company: string;
    readonly iban: string;
    readonly today: CivilDate;
    /** What of the client's own money is set against them. */
    readonly credits: Cents;
  },
): Readonly<Record<ReminderVariable, string>> {
  const due = invoices.map((invoice) => invoice.due_date).toSorted()[0] ?? about.today;
  const late = Math.max(0, daysBetween(due, about.today));
  return {
    client: about.client,
    cinémas: [...new Set(invoices.map((invoice) => invoice.cinema_name))].join(", "),
    factures: invoices.map((invoice) => invoice.invoice_number).join(", "),
    nombre: invoices.length > 1 ? `${invoices.length} factures` : `${invoices.length} facture`,
    total: euros(cents(sumCents(invoices.map((invoice) => invoice.outstanding)) - about.credits)),
    échéance: frenchDate(due),
    retard: late > 1 ? `${late} jours` : `${late} jour`,
    société: about.company,
    iban: about.iban,
  };
}

/** Of every reminder but a formal notice. */
export const IGNORE_IF_PAID =
  "Si votre règlement nous a été adressé entre-temps, merci de ne pas tenir compte de ce message.";
const CLOSING = `${IGNORE_IF_PAID}\n\nCordialement,`;

/**
 * What a distributor begins with when it writes its own. It is not what ours says: a variable can neither decline (« 1 facture échue »,
 * « 2 factures échues ») nor name the one invoice, so that these words fit one and many. What is shown as ours comes from `reminderText`.
 */
export const FIRST_WORDS: Readonly<Record<ReminderLevel, ReminderWords>> = {
  0: {
    subject: "Rappel d’échéance\u00a0: {nombre} à régler – {total}",
    opening: "Bonjour,\n\nNous vous rappelons que ce qui suit arrive bientôt à échéance.",
    closing: CLOSING,
  },
  1: {
    subject: "Rappel\u00a0: {nombre} – {total}",
    opening: "Bonjour,\n\nSauf erreur de notre part, ce qui suit reste impayé.",
    closing: CLOSING,
  },
  2: {
    subject: "Deuxième relance\u00a0: {nombre} – {total}",
    opening:
      "Bonjour,\n\nMalgré notre premier rappel, ce qui suit reste impayé. Nous vous demandons de régler sans délai la somme de {total}.",
    closing: CLOSING,
  },
  3: {
    subject: "Mise en demeure de payer",
    opening: "Bonjour,\n\nMalgré nos relances, ce qui suit reste impayé.",
    closing: "Cordialement,",
  },
};

/** A formal notice is one by its name, too. */
export const isNamedNotice = (subject: string): boolean => /mise en demeure/iu.test(subject);
