import { z } from "zod";
import { ibanSchema } from "../rules/business-number-schemas.ts";
import { distributorsPolicy } from "../rules/distributors.policy.ts";
import { FIELD_MESSAGES } from "../rules/field-messages.ts";
import { hasOtherIban, OTHER_IBAN_IN_TEXT } from "../rules/ibans-in-text.ts";
import { COMPANY } from "../rules/invalidated.ts";
import { wrongLegalForm } from "../rules/legal-mention.ts";
import { civilDateSchema } from "../units/civil-date-schema.ts";
import { type Cents, centsFromWire } from "../units/money.ts";
import { moneySchema } from "../units/money-schema.ts";
import { line } from "../rules/line.ts";
import { orBlank, writeOffLimitSchema } from "./distributors.contract.ts";
import { defineRoute } from "./route.contract.ts";
import { totpCodeSchema } from "../rules/totp-code.ts";

/** `30` and `60` days from the invoice date; `45fdm` = 45 days, then the end of that month (BILL-6). */
export const PAYMENT_TERMS = ["30", "45fdm", "60"] as const;
export type PaymentTerms = (typeof PAYMENT_TERMS)[number];

/** VAT rates of rentals, in hundredths of a percent (BILL-5). */
export const RENTAL_VAT_RATES = [1000, 550, 2000, 850, 210, 0] as const;
const RATES: readonly number[] = RENTAL_VAT_RATES;

const fields = {
  legal_form: line(150),
  /** Null when the company has none. */
  share_capital: moneySchema
    .refine(
      // Also asked about what is no amount.
      (amount) => Number(amount) > 0,
      "Saisissez un montant supérieur à 0, ou rien.",
    )
    .nullable()
    .meta({ examples: ["40000.00"] }),
  rcs_city: line(100),
  payment_terms: z.enum(PAYMENT_TERMS),
  default_vat_rate_bp: z
    .number()
    .int()
    .refine((rate) => RATES.includes(rate), FIELD_MESSAGES.choice("0, 2,1, 5,5, 8,5, 10 ou 20\u00a0%.")),
  /** From the base, where a report declares no share. */
  sacem_deducted: z.boolean(),
  factor_name: line(200),
  factor_iban: orBlank(ibanSchema),
  /** A reminder five days before the due date. */
  reminder_before_due: z.boolean(),
  /** First day whose invoices are mailed and reminded by themselves. */
  mailing_from: civilDateSchema,
  write_off_limit: writeOffLimitSchema,
};

export const invoicingOptionsSchema = z.object({
  ...fields,
  default_vat_rate_bp: z.number().int(),
  factor_iban: z.string(),
});
export type InvoicingOptions = z.output<typeof invoicingOptionsSchema>;
export type InvoicingOption = keyof InvoicingOptions;
export const INVOICING_OPTIONS = Object.keys(fields) as readonly InvoicingOption[];

export const invoicingChangesSchema = z.strictObject(fields).partial();
export type InvoicingChanges = z.output<typeof invoicingChangesSchema>;

/** What the French call them, on the screen and in the audit log. */
export const INVOICING_LABELS: Readonly<Record<InvoicingOption | "legal_mention", string>> = {
  legal_mention: "Forme juridique et capital",
  legal_form: "Forme juridique",
  share_capital: "Capital social",
  rcs_city: "Ville du RCS",
  payment_terms: "Délai de paiement",
  default_vat_rate_bp: "Taux de TVA des locations",
  sacem_deducted: "SACEM déduite de l’assiette",
  factor_name: "Nom du factor",
  factor_iban: "IBAN du factor",
  reminder_before_due: "Rappel avant l’échéance",
  mailing_from: "Envois automatiques à partir du",
  write_off_limit: "Petit écart soldé, au plus",
};

/** What the French call them, on the screen and in the audit log. */
export const PAYMENT_TERMS_LABELS: Readonly<Record<PaymentTerms, string>> = {
  "30": "30 jours",
  "45fdm": "45 jours, puis fin de mois",
  "60": "60 jours",
};

/** What people write and documents print: who is paid changes by no word of it (SEC-17). */
const PRINTED = ["legal_form", "rcs_city", "factor_name"] as const satisfies InvoicingOption[];

const capitalOf = (amount: string | null): Cents | null => (amount === null ? null : centsFromWire(amount));

/**
 * What of a change contradicts itself or what stays, by field (BILL-20): the API refuses with it, the screen says it before. Only what is
 * changed is judged: what was kept before a rule came stands in nobody's way.
 * @param ownIbans of the company itself
 */
export function wrongInvoicingOptions(
  after: InvoicingOptions,
  changed: readonly InvoicingOption[],
  ownIbans: readonly string[],
): Record<string, string> {
  const isChanged = (...names: InvoicingOption[]): boolean => names.some((name) => changed.includes(name));
  const wrong: Record<string, string> = {};
  if (isChanged("legal_form", "share_capital"))
    Object.assign(
      wrong,
      wrongLegalForm({ legal_form: after.legal_form, share_capital: capitalOf(after.share_capital) }),
    );
  if (isChanged("factor_name", "factor_iban")) {
    // One without the other would print an assignment that nobody can follow (BILL-16).
    if (after.factor_name === "" && after.factor_iban !== "")
      wrong["factor_name"] = "Indiquez le nom du factor qui a cet IBAN.";
    if (after.factor_name !== "" && after.factor_iban === "")
      wrong["factor_iban"] = "Indiquez l’IBAN de ce factor\u00a0: les factures le portent avec son nom.";
    if (after.factor_iban !== "" && ownIbans.includes(after.factor_iban))
      wrong["factor_iban"] = "Cet IBAN est celui de votre société, pas celui du factor.";
  }
  for (const option of PRINTED)
    if (isChanged(option) && hasOtherIban(after[option], [...ownIbans, after.factor_iban]))
      wrong[option] = OTHER_IBAN_IN_TEXT;
  return wrong;
}

/** The options, and what the law sets for everybody. */
export const ownInvoicingSchema = invoicingOptionsSchema.extend({
  /** The yearly rate of interest for late payment today (BILL-7), in hundredths of a percent; null while Bobine has none for the day. */
  late_rate: z
    .object({ rate_bp: z.number().int(), from_day: civilDateSchema, to_day: civilDateSchema })
    .nullable(),
});
export type OwnInvoicing = z.output<typeof ownInvoicingSchema>;

const PATH = "/onboarding/distributor/invoicing/";

export const readInvoicingOptions = defineRoute({
  method: "GET",
  path: PATH,
  summary: "How the distributor invoices: what its documents print, how they are paid and reminded",
  access: distributorsPolicy.readOwn,
  response: ownInvoicingSchema,
});

export const changeInvoicingOptions = defineRoute({
  method: "PATCH",
  path: PATH,
  invalidates: [PATH, ...COMPANY],
  summary:
    "Changes how the distributor invoices from then on. Another factor takes a code of the second factor of somebody who decides about bank details",
  access: distributorsPolicy.changeInvoicing,
  body: invoicingChangesSchema.extend({ totp_code: totpCodeSchema.optional() }),
  response: ownInvoicingSchema,
});

/** What an invoice of today would print with these options. */
export const mentionsPreviewSchema = z.object({
  /** Under the company's name at the head of each page. */
  heading: z.array(z.string()),
  /** Under the totals. */
  mentions: z.array(z.string()),
  /** Only where the factor covers the cinema; null without a factor. */
  assignment: z.string().nullable(),
  /** Unpaid invoices that would be reminded by themselves and that the options in effect leave out. */
  newly_reminded: z.number().int(),
});
export type MentionsPreview = z.output<typeof mentionsPreviewSchema>;

export const previewInvoicingOptions = defineRoute({
  method: "POST",
  path: `${PATH}preview/`,
  summary: "The legal mentions of an invoice of today, had these options been saved; changes nothing",
  access: distributorsPolicy.readOwn,
  body: invoicingChangesSchema,
  response: mentionsPreviewSchema,
});
