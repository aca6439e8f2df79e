import { z } from "zod";
import { accountsPolicy } from "../rules/accounts.policy.ts";
import { FIELD_MESSAGES } from "../rules/field-messages.ts";
import { line } from "../rules/line.ts";
import { detailErrorSchema, uploadErrorSchema } from "./errors.contract.ts";
import { DISTRIBUTOR_ROLES, SYSTEM_ROLES } from "../rules/people.policy.ts";
import { defineRoute, idSchema } from "./route.contract.ts";
import { totpCodeSchema } from "../rules/totp-code.ts";

/** One address, no list, no control character; compared in lower case. */
export const emailSchema = z.email(FIELD_MESSAGES.email).max(254, FIELD_MESSAGES.maxLength);

export const systemRoleSchema = z.enum(SYSTEM_ROLES);
export type SystemRole = z.infer<typeof systemRoleSchema>;

export const userSchema = z.object({
  id: idSchema,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  company: z.string(),
  job_role: z.string(),
  system_role: systemRoleSchema,
  /** What they are at their distributor; of no meaning for a super admin. Absent in answers of an older node. */
  role: z.enum(DISTRIBUTOR_ROLES).optional(),
  /** Whose staff; null for a super admin. Beyond the fields of a user (API-1): the browser chooses a canary build by it. */
  distributor_id: idSchema.nullable(),
  /** There while a super admin may do nothing but enable a second factor, or sign in again with its code (SEC-24). */
  needs_second_factor: z.literal(true).optional(),
});
export type User = z.infer<typeof userSchema>;

export const csrfToken = defineRoute({
  method: "GET",
  path: "/auth/csrf-token/",
  summary: "Sets the csrftoken cookie",
  access: accountsPolicy.signIn,
  response: z.object({ csrfToken: z.string() }),
});
/** Why no further link is sent for a while: the server's answer, which screens count down. */
export function tooManyLinks(waitSeconds: number): string {
  const minutes = Math.ceil(waitSeconds / 60);
  return `Cinq liens ont été demandés pour cette adresse en un quart d’heure. Utilisez le dernier reçu\u202f; vous pourrez en demander un autre dans ${minutes} minute${minutes < 2 ? "" : "s"}.`;
}

/** `wait_seconds`: for how long no further link is sent to the address; from the fifth within a quarter of an hour on. */
export const linkRequestedSchema = z.object({
  detail: z.string(),
  wait_seconds: z.number().int().positive().optional(),
});
export const login = defineRoute({
  method: "POST",
  path: "/auth/login/",
  summary: "Sends a link; answers unknown addresses alike",
  access: accountsPolicy.signIn,
  body: z.strictObject({ email: emailSchema }),
  response: linkRequestedSchema,
});
export const verifyLogin = defineRoute({
  method: "POST",
  path: "/auth/login/verify/",
  summary: "A session for the token of a link; a second factor adds a code, else `second_factor_required`",
  access: accountsPolicy.signIn,
  body: z.strictObject({ token: z.string().min(1).max(200), totp_code: totpCodeSchema.optional() }),
  response: z.object({ user: userSchema, token: z.string(), refresh: z.string() }),
  // Links are told as uploads are (API-2).
  failures: { 400: uploadErrorSchema },
});
export const refreshToken = defineRoute({
  method: "POST",
  path: "/auth/token/refresh/",
  summary: "A new access token; with rotate, both",
  access: accountsPolicy.signIn,
  body: z.strictObject({ refresh: z.string().min(1).max(500), rotate: z.boolean().optional() }),
  /** `role`: with `rotate`, what the person is now at their distributor; absent in answers of an older node. */
  response: z.object({
    access: z.string(),
    refresh: z.string().optional(),
    role: z.enum(DISTRIBUTOR_ROLES).optional(),
  }),
  failures: { 401: detailErrorSchema },
});
export const logout = defineRoute({
  method: "POST",
  path: "/auth/logout/",
  summary: "Revokes the session",
  access: accountsPolicy.signOut,
  beforeProfile: true,
  beforeSecondFactor: true,
  body: z.strictObject({ refresh: z.string().max(500).optional() }).optional(),
  status: 204,
});
export const currentUser = defineRoute({
  method: "GET",
  path: "/auth/user/",
  summary: "The signed-in user",
  access: accountsPolicy.readOneself,
  beforeProfile: true,
  beforeSecondFactor: true,
  response: userSchema,
});
export const updateUser = defineRoute({
  method: "PATCH",
  path: "/auth/user/",
  // One's own name is in the lists of people too.
  invalidates: ["/users/", "/auth/user/"],
  summary: "Own profile fields only",
  access: accountsPolicy.changeOneself,
  beforeProfile: true,
  body: z.strictObject({
    first_name: line(150).min(1, FIELD_MESSAGES.blank).optional(),
    last_name: line(150).optional(),
    company: line(200).min(1, FIELD_MESSAGES.blank).optional(),
    job_role: line(150).optional(),
  }),
  response: userSchema,
});
