import {
  ADDRESS_LISTS,
  type CinemaSettings,
  cinemaSettingsSchema,
  DEFAULT_CINEMA_SETTINGS,
  type SeenAddresses,
} from "@bobine/contract/cinema-settings";
import { emailsOf, textOfEmails } from "@bobine/shared-ui/forms";

/** Settings without the pair that they are of. */
export type SettingsValues = Omit<CinemaSettings, "id" | "distributor" | "cinema">;

/** What is changed of them; of lists, how they were when that began (CIN-2). */
export type ChangedSettings = Partial<SettingsValues> & { seen?: SeenAddresses };

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

type List = (typeof ADDRESS_LISTS)[number];
const isList = (field: string): field is List => ADDRESS_LISTS.some((list) => list === field);

/** What is typed and not saved, and for which distributor; nothing when it is all as it was saved. */
export interface SettingsEdits
  extends Partial<{ [Field in keyof SettingsForm]: SettingsForm[Field] | undefined }> {
  distributor?: number | undefined;
  /** Lists as they were when their change began. */
  seen?: { [Field in List]?: string | undefined } | undefined;
}

const { custom_accounting_code: text } = cinemaSettingsSchema.shape;
const lists = { additional_invoice_emails: text, additional_reminder_emails: text };
/** How a tab keeps what is typed of a cinema's settings (`useDraft` of shared-auth). */
export const settingsDraft = (cinema: number) => ({
  name: `cinema-settings/${cinema}`,
  version: 1,
  schema: cinemaSettingsSchema
    .pick({
      distributor: true,
      invoice_email_override: true,
      reminder_email_override: true,
      custom_accounting_code: true,
      is_factor_guaranteed: true,
    })
    .extend({
      ...lists,
      minimum_guarantee: text,
      seen: cinemaSettingsSchema.pick({}).extend(lists).partial(),
    })
    .partial(),
});

/** The edits after one more; a field that is again as it was saved is none. */
export function withEdit<Field extends keyof SettingsForm>(
  edits: SettingsEdits,
  distributor: number,
  base: SettingsForm,
  field: Field,
  value: SettingsForm[Field],
): SettingsEdits {
  const { distributor: _distributor, seen, [field]: before, ...others } = edits;
  const changed = value === base[field] ? others : { ...others, [field]: value };
  if (Object.keys(changed).length === 0) return {};
  const begins = before === undefined && isList(field);
  return { ...changed, seen: begins ? { ...seen, [field]: base[field] } : seen, distributor };
}

/** @param settings null when none were saved yet: the defaults (CIN-5) */
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

/** The form as it was saved, with what is typed since. */
export const editedForm = (base: SettingsForm, edits: SettingsEdits): SettingsForm => ({
  additional_invoice_emails: edits.additional_invoice_emails ?? base.additional_invoice_emails,
  invoice_email_override: edits.invoice_email_override ?? base.invoice_email_override,
  additional_reminder_emails: edits.additional_reminder_emails ?? base.additional_reminder_emails,
  reminder_email_override: edits.reminder_email_override ?? base.reminder_email_override,
  minimum_guarantee: edits.minimum_guarantee ?? base.minimum_guarantee,
  custom_accounting_code: edits.custom_accounting_code ?? base.custom_accounting_code,
  is_factor_guaranteed: edits.is_factor_guaranteed ?? base.is_factor_guaranteed,
});

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

/** What the person has changed of them: what somebody else saved meanwhile stays. */
export function changedValues(values: SettingsValues, edits: SettingsEdits): ChangedSettings {
  const changed = Object.fromEntries(Object.entries(values).filter(([field]) => field in edits));
  const seen = ADDRESS_LISTS.flatMap((list) => {
    const before = edits.seen?.[list];
    return list in edits && before !== undefined ? [[list, emailsOf(before)]] : [];
  });
  return seen.length === 0 ? changed : { ...changed, seen: Object.fromEntries(seen) };
}

/**
 * CIN-4: the minimum guarantee as a number of euros, null when nothing is typed.
 * @returns undefined for what is no amount: `1 234,50 €` and `1234.5` are, `-1`, `1,234,50` and three decimals are not
 */
export function guaranteeOf(typed: string): number | null | undefined {
  const text = typed.replace(/[\s\u00a0\u202f€]/g, "").replace(",", ".");
  if (text === "") return null;
  return /^\d{1,12}(\.\d{1,2})?$/.test(text) ? Number(text) : undefined;
}
