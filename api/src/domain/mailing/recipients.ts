import { emailSchema } from "@bobine/contract/auth";

/** More than anybody has; a longer list is a mistake, and mail servers refuse it. */
const MOST_RECIPIENTS = 50;

/** Who a cinema, and a distributor's settings for it, say gets its mails (MAIL-1). */
export interface MailAddresses {
  readonly default_invoice_emails: readonly string[];
  readonly default_reminder_emails: readonly string[];
  readonly additional_invoice_emails: readonly string[];
  readonly invoice_email_override: boolean;
  readonly additional_reminder_emails: readonly string[];
  readonly reminder_email_override: boolean;
}

/** Who gets invoices and credit notes: the additions alone with the override, else the defaults and the additions (MAIL-1). */
export const invoiceRecipients = (of: MailAddresses): string[] =>
  usable([...(of.invoice_email_override ? [] : of.default_invoice_emails), ...of.additional_invoice_emails]);

/** An override with an empty list is how a distributor says that nobody of this cinema is reminded. */
export const isReminded = (of: MailAddresses): boolean =>
  !of.reminder_email_override || usable(of.additional_reminder_emails).length > 0;

/** Who gets reminders: by the same rule, and who gets the invoices when nobody is named for reminders (MAIL-1). */
export function reminderRecipients(of: MailAddresses): string[] {
  if (of.reminder_email_override) return usable(of.additional_reminder_emails);
  const named = usable([...of.default_reminder_emails, ...of.additional_reminder_emails]);
  return named.length > 0 ? named : invoiceRecipients(of);
}

/** Each address once, whatever its case; what is no single address is left out. */
export function usable(addresses: readonly string[]): string[] {
  const recipients = new Map<string, string>();
  for (const written of addresses) {
    const address = written.trim();
    if (/[\p{Cc}\s,;<>"]/u.test(address) || !emailSchema.safeParse(address).success) continue;
    if (!recipients.has(address.toLowerCase())) recipients.set(address.toLowerCase(), address);
  }
  return [...recipients.values()].slice(0, MOST_RECIPIENTS);
}
