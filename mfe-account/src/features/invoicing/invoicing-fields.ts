import {
  type InvoicingChanges,
  invoicingChangesSchema,
  INVOICING_OPTIONS,
  type InvoicingOption,
  type InvoicingOptions,
  RENTAL_VAT_RATES,
  wrongInvoicingOptions,
} from "@bobine/contract/invoicing-options";
import type { DraftKind } from "@bobine/shared-auth";
import { z } from "zod";
import { TEXTS } from "./invoicing.texts.ts";

/** The options as they are typed. */
const invoicingFormSchema = z.object({
  legal_form: z.string(),
  share_capital: z.string(),
  rcs_city: z.string(),
  payment_terms: z.string(),
  default_vat_rate_bp: z.string(),
  sacem_deducted: z.boolean(),
  factor_name: z.string(),
  factor_iban: z.string(),
  reminder_before_due: z.boolean(),
  mailing_from: z.string(),
  write_off_limit: z.string(),
});
export type InvoicingForm = z.infer<typeof invoicingFormSchema>;

export const INVOICING_DRAFT: DraftKind<InvoicingForm> = {
  name: "invoicing-options",
  version: 1,
  schema: invoicingFormSchema,
};

export const RATES = RENTAL_VAT_RATES.map((rate) => ({ value: String(rate), label: TEXTS.rate(rate) }));

/** `40000.00` → `40 000`, `1.50` → `1,50` */
const typedAmount = (amount: string): string =>
  amount
    .replace(/\.00$/, "")
    .replace(".", ",")
    .replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f");

export const formOf = (options: InvoicingOptions): InvoicingForm => ({
  legal_form: options.legal_form,
  share_capital: typedAmount(options.share_capital ?? ""),
  rcs_city: options.rcs_city,
  payment_terms: options.payment_terms,
  default_vat_rate_bp: String(options.default_vat_rate_bp),
  sacem_deducted: options.sacem_deducted,
  factor_name: options.factor_name,
  factor_iban: options.factor_iban.replaceAll(/(.{4})(?=.)/g, "$1 "),
  reminder_before_due: options.reminder_before_due,
  mailing_from: options.mailing_from,
  write_off_limit: typedAmount(options.write_off_limit),
});

/** What was typed after the form was sent; all else is what the server has kept. */
export const typedSince = (form: InvoicingForm, sent: InvoicingForm): Partial<InvoicingForm> =>
  Object.fromEntries(
    INVOICING_OPTIONS.filter((option) => form[option] !== sent[option]).map((option) => [
      option,
      form[option],
    ]),
  );

/** `40 000` → `40000.00`; what is no amount stays as it is typed, and is refused. */
function wireAmount(text: string): string {
  const [, whole, rest = ""] = /^(\d{1,12})(?:[.,](\d{0,2}))?$/.exec(text.replaceAll(/\s/g, "")) ?? [];
  return whole === undefined ? text : `${Number(whole)}.${rest.padEnd(2, "0")}`;
}

/** What the form asks to be changed, or field → what is wrong with it, by the schema and the rules of the server. */
export function changesOf(
  form: InvoicingForm,
  saved: InvoicingOptions,
  ownIbans: readonly string[],
): { readonly changes: InvoicingChanges } | { readonly wrong: Record<string, string> } {
  const before = formOf(saved);
  const typed = {
    ...form,
    share_capital: form.share_capital.trim() === "" ? null : wireAmount(form.share_capital),
    default_vat_rate_bp: Number(form.default_vat_rate_bp),
    write_off_limit: wireAmount(form.write_off_limit),
  };
  const changed: InvoicingOption[] = INVOICING_OPTIONS.filter((option) => form[option] !== before[option]);
  const judged = invoicingChangesSchema.safeParse(
    Object.fromEntries(changed.map((option) => [option, typed[option]])),
  );
  if (!judged.success) {
    const wrong: Record<string, string> = {};
    for (const { path, message } of judged.error.issues) {
      const field = String(path[0]);
      const isAmount = field === "share_capital" || field === "write_off_limit";
      wrong[field] ??= isAmount && message.includes("point") ? TEXTS.wrongAmount : message;
    }
    return { wrong };
  }
  const wrong = wrongInvoicingOptions({ ...saved, ...defined(judged.data) }, changed, ownIbans);
  return Object.keys(wrong).length > 0 ? { wrong } : { changes: judged.data };
}

const defined = (changes: InvoicingChanges): Partial<InvoicingOptions> =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));

export const changesFactor = (changes: InvoicingChanges): boolean =>
  changes.factor_name !== undefined || changes.factor_iban !== undefined;
