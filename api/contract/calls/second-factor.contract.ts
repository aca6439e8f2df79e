import { z } from "zod";
import { accountsPolicy } from "../rules/accounts.policy.ts";
import { totpCodeSchema } from "../rules/totp-code.ts";
import { instantSchema } from "../units/civil-date-schema.ts";
import { defineRoute, idParamsSchema, idSchema, noBodySchema } from "./route.contract.ts";

/** A second factor younger than that confirms no change of IBAN: who steals a session could make one. */
export const SEASONED_HOURS = 72;
/** Sign-ins younger than that may enable one, for the same reason. */
export const FRESH_SIGN_IN_MINUTES = 15;
export const RECOVERY_CODES = 10;

export const secondFactorSchema = z.object({
  is_enabled: z.boolean(),
  enabled_at: instantSchema.nullable(),
  recovery_codes_left: z.number().int(),
});
export type SecondFactor = z.infer<typeof secondFactorSchema>;

export const readSecondFactor = defineRoute({
  method: "GET",
  path: "/auth/second-factor/",
  summary: "Whether one has a second factor",
  access: accountsPolicy.readOneself,
  beforeSecondFactor: true,
  response: secondFactorSchema,
});
export const startSecondFactor = defineRoute({
  method: "POST",
  path: "/auth/second-factor/start/",
  summary:
    "A secret for an authenticator app, enabled by a first code; 403 when the sign-in is old, 409 when one is enabled",
  access: accountsPolicy.changeOneself,
  beforeSecondFactor: true,
  body: noBodySchema,
  response: z.object({
    secret: z.string(),
    otpauth_url: z.string(),
    /** A QR code of `otpauth_url`: the `d` of a path in a square of `size` units. */
    qr: z.object({ path: z.string(), size: z.number().int() }),
  }),
});
export const enableSecondFactor = defineRoute({
  method: "POST",
  path: "/auth/second-factor/enable/",
  invalidates: ["/auth/second-factor/"],
  summary:
    "Enables the second factor by its first code; the recovery codes are shown this once. A super admin's other sessions end. Again from the same session, by the next code, within ten minutes and before a recovery code was used: other recovery codes, since those of an answer that was lost can be told no more",
  access: accountsPolicy.changeOneself,
  beforeSecondFactor: true,
  body: z.strictObject({ totp_code: totpCodeSchema }),
  response: z.object({ recovery_codes: z.array(z.string()) }),
});
export const renewRecoveryCodes = defineRoute({
  method: "POST",
  path: "/auth/second-factor/recovery-codes/",
  invalidates: ["/auth/second-factor/"],
  summary:
    "Other recovery codes in the place of those of before, by a code of the second factor; shown this once",
  access: accountsPolicy.changeOneself,
  body: z.strictObject({ totp_code: totpCodeSchema }),
  response: z.object({ recovery_codes: z.array(z.string()) }),
});
export const disableSecondFactor = defineRoute({
  method: "POST",
  path: "/auth/second-factor/disable/",
  invalidates: ["/auth/second-factor/"],
  summary: "Removes it, by one of its codes",
  access: accountsPolicy.changeOneself,
  body: z.strictObject({ totp_code: totpCodeSchema }),
  response: secondFactorSchema,
});

/** Somebody who has a second factor, or as a super admin needs one. */
export const factorHolderSchema = z.object({
  id: idSchema,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  is_super_admin: z.boolean(),
  /** Empty for a super admin. */
  distributor: z.string(),
  enabled_at: instantSchema.nullable(),
  is_oneself: z.boolean(),
});
export type FactorHolder = z.infer<typeof factorHolderSchema>;

/** More people than that are told to be there, not listed. */
export const FACTOR_HOLDERS_MAX = 500;

export const listFactorHolders = defineRoute({
  method: "GET",
  path: "/auth/second-factor/holders/",
  summary: "Super admins, and who has a second factor; the first 500",
  access: accountsPolicy.resetSecondFactors,
  response: z.object({ results: z.array(factorHolderSchema) }),
});

export const resetSecondFactor = defineRoute({
  method: "POST",
  path: "/users/:id/reset-second-factor/",
  invalidates: ["/auth/second-factor/holders/", "/users/", "/sessions/"],
  summary:
    "Takes somebody's second factor away, who has lost all that makes codes, by a code of one's own: their sessions and links end, and they are mailed. Again: nothing changes. 409 for one's own",
  access: accountsPolicy.resetSecondFactors,
  params: idParamsSchema,
  body: z.strictObject({ totp_code: totpCodeSchema }),
  response: factorHolderSchema,
});
