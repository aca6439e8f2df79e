import { z } from "zod";
import { DUES } from "../rules/invalidated.ts";
import { distributorsPolicy, VALIDATION_STATUSES } from "../rules/distributors.policy.ts";
import { emailSchema } from "./auth.contract.ts";
import { sirenOfVat, wrongVatNumber } from "../rules/business-numbers.ts";
import {
  frenchPostCodeSchema,
  ibanSchema,
  phoneSchema,
  prefixVatSchema,
  sirenOrSiretSchema,
  siretOrSirenSchema,
  siretSchema,
  vatNumberSchema,
} from "../rules/business-number-schemas.ts";
import { instantSchema } from "../units/civil-date-schema.ts";
import { type Cents, cents } from "../units/money.ts";
import { moneySchema } from "../units/money-schema.ts";
import { FIELD_MESSAGES } from "../rules/field-messages.ts";
import { line } from "../rules/line.ts";
import { defineRoute, idParamsSchema, idSchema } from "./route.contract.ts";
import { totpCodeSchema } from "../rules/totp-code.ts";

export const LARGEST_WRITE_OFF_LIMIT: Cents = cents(100_00);

export const ONBOARDING_STATUSES = [
  "created",
  "email_verified",
  "company_info_added",
  "plan_selected",
  "bank_connected",
  "email_assigned",
  "data_imported",
  "active",
  "paused",
] as const;
export const onboardingStatusSchema = z.enum(ONBOARDING_STATUSES);
export type OnboardingStatus = z.infer<typeof onboardingStatusSchema>;

export const validationStatusSchema = z.enum(VALIDATION_STATUSES);

/** DIST-1 */
export const ONBOARDING_PERCENTAGE: Record<OnboardingStatus, number> = {
  created: 0,
  email_verified: 15,
  company_info_added: 30,
  plan_selected: 45,
  bank_connected: 60,
  email_assigned: 75,
  data_imported: 90,
  active: 100,
  paused: 100,
};

/** A change of IBAN that waits: who asked for it, when, and until when it can be confirmed. */
const waitingChangeFields = {
  requested_by: z.string(),
  requested_at: instantSchema,
  expires_at: instantSchema,
};

export const distributorRowSchema = z.object({
  id: idSchema,
  name: z.string(),
  admin_email: z.string().nullable(),
  communication_email: z.string().nullable(),
  onboarding_status: onboardingStatusSchema,
  onboarding_progress_percentage: z.number().int(),
  validation_status: validationStatusSchema,
  user_count: z.number().int(),
  created_at: instantSchema,
  /** IBANs are masked here; a field that stays as it is has null. */
  pending_bank_details: z
    .object({ iban: z.string().nullable(), secondary_iban: z.string().nullable(), ...waitingChangeFields })
    .nullable(),
  users: z.array(
    z.object({
      id: idSchema,
      user_name: z.string(),
      user_email: z.string(),
      role: z.string(),
      is_onboarding_contact: z.boolean(),
    }),
  ),
});
export type DistributorRow = z.infer<typeof distributorRowSchema>;

export const distributorProfileSchema = z.object({
  id: idSchema,
  name: z.string(),
  admin_email: z.string().nullable(),
  address: z.string(),
  post_code: z.string(),
  city: z.string(),
  phone: z.string(),
  /** Nine digits. */
  siren: z.string(),
  /** Fourteen that begin with the SIREN; empty when nobody gave them. */
  siret: z.string(),
  vat_number: z.string(),
  prefix_vat: z.string(),
  iban: z.string(),
  secondary_iban: z.string(),
  communication_email: z.string().nullable(),
  automation_on: z.boolean(),
  /** Whether it has issued an invoice here: until then the first steps lead to it (DIST-7). */
  has_issued: z.boolean(),
  /** Largest difference of one invoice that may be written off (LET-21). */
  write_off_limit: moneySchema,
  /** Words that the distributor added to those that speak of something else than an invoice (LET-37). */
  contrary_words: z.array(z.string()),
  validation_status: validationStatusSchema,
  /** `siren` and `prefix_vat` are those that documents carry; these wait until a super admin has checked them. Null when none waits. */
  pending_siren: z.string().nullable(),
  pending_siret: z.string().nullable(),
  pending_prefix_vat: z.string().nullable(),
  /** `iban` and `secondary_iban` are those in effect; these wait for a confirmation. Null when no change of the field waits. */
  pending_iban: z.string().nullable(),
  pending_secondary_iban: z.string().nullable(),
  pending_bank_details: z
    .object({
      ...waitingChangeFields,
      /** From when the mail that confirms it can be sent again; null when it was sent often enough. */
      mail_again_at: instantSchema.nullable(),
      /** Who its mail went to, and how that ended; nobody as long as the sending has not begun. */
      mails: z
        .array(
          z.object({
            /** Null of an administrator of Bobine. */
            name: z.string().nullable(),
            state: z.enum(["sent", "refused", "waiting"]),
            /** Of one that waits: a server refuses the mail itself, so that no try reaches them (SEC-17). */
            is_given_up: z.literal(true).optional(),
          }),
        )
        .optional(),
    })
    .nullable(),
});
export type DistributorProfile = z.infer<typeof distributorProfileSchema>;

export const writeOffLimitSchema = moneySchema
  .refine(
    // Also asked about what is no amount.
    (limit) => Number(limit) >= 0 && Number(limit) * 100 <= LARGEST_WRITE_OFF_LIMIT,
    "Saisissez un montant de 0,00 à 100,00 €.",
  )
  .meta({ examples: ["1.00"] });

export const MOST_CONTRARY_WORDS = 50;
const SHORTEST_CONTRARY_WORD = 3;
const LONGEST_CONTRARY_WORD = 60;

/** Each once, in the order in which they were given; blank lines are none. */
const contraryWordsSchema = z
  .array(line(LONGEST_CONTRARY_WORD).min(SHORTEST_CONTRARY_WORD, FIELD_MESSAGES.minLength))
  .max(MOST_CONTRARY_WORDS)
  .transform((words) => [...new Set(words)]);

/** What `schema` takes, or nothing; blanks before and behind it are left out, as they come with what is pasted. */
export const orBlank = (schema: z.ZodType<string, string>) =>
  z
    .string()
    .meta(schema.meta() ?? {})
    .transform((text, context) => {
      const typed = text.trim();
      if (typed === "") return "";
      const result = schema.safeParse(typed);
      if (result.success) return result.data;
      for (const { message } of result.error.issues) context.addIssue({ code: "custom", message });
      return z.NEVER;
    });

/** An address, compared and kept in lower case; empty or null is none. */
const emailOrNoneSchema = orBlank(emailSchema)
  .nullable()
  .transform((email) => (email === null || email === "" ? null : email.toLowerCase()));

const companyFields = {
  name: line(200).min(1, FIELD_MESSAGES.blank),
  address: line(200),
  post_code: orBlank(frenchPostCodeSchema),
  city: line(100),
  phone: orBlank(phoneSchema),
  /** A SIRET is kept as SIREN and SIRET (DIST-3). */
  siren: orBlank(sirenOrSiretSchema),
  iban: orBlank(ibanSchema),
  secondary_iban: orBlank(ibanSchema),
  communication_email: emailOrNoneSchema,
};

/** What `schema` takes, and not nothing. */
const filled = (schema: z.ZodType<string, string>) =>
  z
    .string()
    .trim()
    .min(1, FIELD_MESSAGES.blank)
    .meta(schema.meta() ?? {})
    .pipe(schema);

/** The console's form (UI-15, DIST-4): the marked fields of DIST-4 are required, the administrator's all three or none. */
const newDistributorSchema = z
  .strictObject({
    name: companyFields.name,
    address: companyFields.address.min(1, FIELD_MESSAGES.blank),
    post_code: filled(frenchPostCodeSchema),
    city: companyFields.city.min(1, FIELD_MESSAGES.blank),
    phone: filled(phoneSchema),
    siren: orBlank(siretOrSirenSchema).optional(),
    vat_number: orBlank(vatNumberSchema).optional(),
    iban: filled(ibanSchema),
    secondary_iban: companyFields.secondary_iban.optional(),
    communication_email: emailOrNoneSchema.optional(),
    admin_first_name: line(150).optional(),
    admin_last_name: line(150).optional(),
    admin_email: emailOrNoneSchema.optional(),
  })
  .superRefine((body, context) => {
    const wrongVat = wrongVatNumber(
      body.vat_number ?? "",
      body.siren || (sirenOfVat(body.vat_number ?? "") ?? ""),
    );
    if (wrongVat !== undefined) context.addIssue({ code: "custom", path: ["vat_number"], message: wrongVat });
    const administrator = ["admin_first_name", "admin_last_name", "admin_email"] as const;
    const missing = administrator.filter((field) => !body[field]);
    if (missing.length === administrator.length) return;
    for (const field of missing)
      context.addIssue({ code: "custom", path: [field], message: FIELD_MESSAGES.required });
  });
export type NewDistributor = z.output<typeof newDistributorSchema>;

/**
 * Where a series of this year goes on for a distributor that comes in mid-year (CGI ann. II art. 242 nonies A: no hole): the last number
 * that its former software gave. F for invoices, A for credit notes.
 */
const numberingStartSchema = z.strictObject({
  series: z.enum(["F", "A"]),
  last_number: z.number().int().min(0).max(999_998),
});
export type NumberingStart = z.output<typeof numberingStartSchema>;

/** Fields of a distributor's identity that, once given, may be corrected but not emptied: its invoices carry them. */
export const LASTING_FIELDS = [
  "address",
  "post_code",
  "city",
  "phone",
  "siren",
  "prefix_vat",
  "iban",
] as const;

export const listDistributors = defineRoute({
  method: "GET",
  path: "/onboarding/admin/distributors/",
  summary: "Distributors of the console, with their users",
  access: distributorsPolicy.list,
  response: z.array(distributorRowSchema),
});
export const ownDistributor = defineRoute({
  method: "GET",
  path: "/onboarding/distributor/profile/",
  summary: "The distributor that the request serves",
  access: distributorsPolicy.readOwn,
  beforeProfile: true,
  response: distributorProfileSchema,
});
export const updateOwnDistributor = defineRoute({
  method: "PATCH",
  path: "/onboarding/distributor/profile/",
  // Its name is in the choice of a super admin.
  invalidates: [...DUES, "/onboarding/distributor/application/", "/onboarding/admin/distributors/"],
  summary:
    "Changes the company's fields; `email` (the contact's) and `communication_email` are changed by a super admin only. A changed IBAN takes effect once it is confirmed; a SIREN or VAT number that a validated distributor's own people give, once a super admin has checked it",
  access: distributorsPolicy.changeOwn,
  beforeProfile: true,
  body: z
    .strictObject({
      ...companyFields,
      siret: orBlank(siretSchema),
      prefix_vat: orBlank(prefixVatSchema),
      email: emailOrNoneSchema,
      write_off_limit: writeOffLimitSchema,
      contrary_words: contraryWordsSchema.meta({ examples: [["Mallette pédagogique"]] }),
      /** Puts a changed IBAN into effect at once. */
      totp_code: totpCodeSchema,
    })
    .partial(),
  response: distributorProfileSchema,
});
export const switchAutomation = defineRoute({
  method: "PATCH",
  path: "/onboarding/distributor/automation/",
  invalidates: DUES,
  summary: "Turns automation on or off; turned on, what waits is invoiced",
  access: distributorsPolicy.switchAutomation,
  body: z.strictObject({ automation_on: z.boolean() }),
  response: distributorProfileSchema,
});
export const createDistributor = defineRoute({
  method: "POST",
  path: "/onboarding/admin/distributors/",
  invalidates: ["/onboarding/admin/distributors/"],
  summary:
    "A distributor and, when it is given, its administrator, who is sent a sign-in link. There is no password",
  access: distributorsPolicy.create,
  body: newDistributorSchema,
  status: 201,
  response: distributorRowSchema,
});
export const startOwnNumbering = defineRoute({
  method: "POST",
  path: "/onboarding/distributor/numbering/",
  invalidates: ["/onboarding/distributor/"],
  summary:
    "Where one's own numbers of a series go on this year, before its first; the same again changes nothing. 400 once one was issued",
  access: distributorsPolicy.startNumbering,
  body: numberingStartSchema,
  status: 204,
});
export const updateDistributor = defineRoute({
  method: "PATCH",
  path: "/onboarding/admin/distributors/:id/",
  // The one that is chosen may be this one.
  invalidates: ["/onboarding/admin/distributors/", "/onboarding/distributor/"],
  summary:
    "Changes a distributor's company fields, its communication e-mail alone, or where its numbers begin this year",
  access: distributorsPolicy.change,
  params: idParamsSchema,
  body: z
    .strictObject({
      ...companyFields,
      vat_number: orBlank(vatNumberSchema),
      numbering_start: numberingStartSchema,
    })
    .partial(),
  response: distributorRowSchema,
});
