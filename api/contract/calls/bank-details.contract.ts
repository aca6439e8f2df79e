import { z } from "zod";
import { bankDetailsPolicy } from "../rules/bank-details.policy.ts";
import { COMPANY } from "../rules/invalidated.ts";
import { instantSchema } from "../units/civil-date-schema.ts";
import { distributorProfileSchema } from "./distributors.contract.ts";
import { defineRoute, noBodySchema } from "./route.contract.ts";
import { totpCodeSchema } from "../rules/totp-code.ts";

/** The fields of a distributor that say where its cinemas pay. */
export const BANK_FIELDS = ["iban", "secondary_iban"] as const;
export type BankField = (typeof BANK_FIELDS)[number];
export const BANK_FIELD_LABELS: Readonly<Record<BankField, string>> = {
  iban: "IBAN principal",
  secondary_iban: "IBAN secondaire",
};

/** How long a change of IBAN can be confirmed. */
export const CONFIRMATION_HOURS = 72;

/** `waiting` may still be confirmed or refused; `replaced`: another change was asked for. */
export const BANK_DETAILS_STATES = [
  "waiting",
  "confirmed",
  "refused",
  "withdrawn",
  "expired",
  "replaced",
] as const;
export type BankDetailsState = (typeof BANK_DETAILS_STATES)[number];

/** What the link of the mail is about. IBANs are whole while it waits, to be compared digit by digit, and masked afterwards. */
export const bankDetailsLinkSchema = z.object({
  state: z.enum(BANK_DETAILS_STATES),
  distributor_name: z.string(),
  changes: z.array(z.object({ field: z.enum(BANK_FIELDS), old_value: z.string(), new_value: z.string() })),
  requested_by: z.string(),
  requested_at: instantSchema,
  expires_at: instantSchema,
});
export type BankDetailsLink = z.infer<typeof bankDetailsLinkSchema>;

/** What a person has read of a change that waits: null is a field that it leaves as it is. */
const seenChangeSchema = z.strictObject({
  iban: z.string().max(34).nullable(),
  secondary_iban: z.string().max(34).nullable(),
});
export type SeenChange = z.infer<typeof seenChangeSchema>;

const linkBody = z.strictObject({ token: z.string().min(1).max(200) });

export const resendBankDetailsMail = defineRoute({
  method: "POST",
  path: "/onboarding/distributor/bank-details/resend/",
  invalidates: ["/onboarding/distributor/profile/"],
  summary:
    "Mails the links that confirm the waiting change of IBAN again; 409 when none waits, 429 too soon or too often",
  access: bankDetailsPolicy.ask,
  body: noBodySchema,
  response: distributorProfileSchema,
});
export const withdrawBankDetails = defineRoute({
  method: "POST",
  path: "/onboarding/distributor/bank-details/withdraw/",
  invalidates: ["/onboarding/distributor/profile/"],
  summary: "Gives up the waiting change of IBAN; 409 when none waits",
  access: bankDetailsPolicy.ask,
  body: noBodySchema,
  response: distributorProfileSchema,
});
export const confirmBankDetailsByCode = defineRoute({
  method: "POST",
  path: "/onboarding/distributor/bank-details/confirm/",
  invalidates: COMPANY,
  summary:
    "Puts the waiting change of IBAN into effect at once, by a code of one's second factor; 403 when it was enabled within 72 hours, 409 when another change waits than the one that was `seen`",
  access: bankDetailsPolicy.ask,
  body: z.strictObject({ totp_code: totpCodeSchema, seen: seenChangeSchema.optional() }),
  response: distributorProfileSchema,
});
export const readBankDetailsLink = defineRoute({
  method: "POST",
  path: "/onboarding/bank-details/link/",
  summary: "What a mailed link confirms; changes nothing, and the link stays good",
  access: bankDetailsPolicy.decide,
  body: linkBody,
  response: bankDetailsLinkSchema,
});
export const confirmBankDetails = defineRoute({
  method: "POST",
  path: "/onboarding/bank-details/link/confirm/",
  invalidates: COMPANY,
  summary: "Puts a change of IBAN into effect, once, by the link that was mailed to whoever is signed in",
  access: bankDetailsPolicy.decide,
  body: linkBody,
  response: bankDetailsLinkSchema,
});
export const refuseBankDetails = defineRoute({
  method: "POST",
  path: "/onboarding/bank-details/link/refuse/",
  invalidates: ["/onboarding/distributor/profile/"],
  summary: "Refuses a change of IBAN by the mailed link, and ends the sessions of whoever asked for it",
  access: bankDetailsPolicy.decide,
  body: linkBody,
  response: bankDetailsLinkSchema,
});
