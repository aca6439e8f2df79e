import { type CinemaSettings, DEFAULT_CINEMA_SETTINGS } from "@bobine/contract/cinema-settings";
import { emailsOf, textOfEmails } from "../forms/email-list.ts";

/** Settings without the pair that they are of. */
export type SettingsValues = Omit<CinemaSettings, "id" | "distributor" | "cinema">;

/** The form: lists and the amount are text, as they are typed. */
export interface SettingsForm {
  additional_invoice_emails: string;
  invoice_email_override: boolean;
  additional_reminder_emails: string;
  reminder_email_override: boolean;
  minimum_guarantee: string;
  custom_accounting_code: string;
  is_factor_guaranteed: boolean;
}

/** @param settings null when none were saved yet: the defaults (SPEC §8) */
export function settingsForm(settings: CinemaSettings | null | undefined): SettingsForm {
  const values = settings ?? DEFAULT_CINEMA_SETTINGS;
  return {
    additional_invoice_emails: textOfEmails(values.additional_invoice_emails),
    invoice_email_override: values.invoice_email_override,
    additional_reminder_emails: textOfEmails(values.additional_reminder_emails),
    reminder_email_override: values.reminder_email_override,
    minimum_guarantee:
      values.minimum_guarantee === null ? "" : values.minimum_guarantee.toFixed(2).replace(".", ","),
    custom_accounting_code: values.custom_accounting_code,
    is_factor_guaranteed: values.is_factor_guaranteed,
  };
}

/** What the form says, or undefined when its minimum guarantee is no amount. */
export function settingsValues(form: SettingsForm): SettingsValues | undefined {
  const minimum_guarantee = guaranteeOf(form.minimum_guarantee);
  if (minimum_guarantee === undefined) return undefined;
  return {
    additional_invoice_emails: emailsOf(form.additional_invoice_emails),
    invoice_email_override: form.invoice_email_override,
    additional_reminder_emails: emailsOf(form.additional_reminder_emails),
    reminder_email_override: form.reminder_email_override,
    minimum_guarantee,
    custom_accounting_code: form.custom_accounting_code.trim(),
    is_factor_guaranteed: form.is_factor_guaranteed,
  };
}

/**
 * SPEC §5: the minimum guarantee as a number of euros, null when nothing is typed.
 * @returns undefined for what is no amount: `1 234,50 €` and `1234.5` are, `-1`, `1,234,50` and three decimals are not
 */
export function guaranteeOf(typed: string): number | null | undefined {
  const text = typed.replace(/[\s\u00a0\u202f€]/g, "").replace(",", ".");
  if (text === "") return null;
  return /^\d{1,12}(\.\d{1,2})?$/.test(text) ? Number(text) : undefined;
}
