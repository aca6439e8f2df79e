import { z } from "zod";
import { accountsPolicy } from "../rules/accounts.policy.ts";
import { DISTRIBUTOR_ROLES } from "../rules/people.policy.ts";
import { instantSchema } from "../units/civil-date-schema.ts";
import { emailSchema } from "./auth.contract.ts";
import { detailErrorSchema } from "./errors.contract.ts";
import { registrationSchema } from "./register.contract.ts";
import { defineRoute, idParamsSchema, idSchema, noBodySchema, writtenIdSchema } from "./route.contract.ts";

/** How long the link of an invitation works. */
export const INVITATION_DAYS = 7;
/** It is mailed that often in all, each time that long after the last one. */
export const INVITATION_MAILS = 5;
export const INVITATION_PAUSE_MINUTES = 10;
/** Invitations of one distributor: that many wait at a time, and that many are made in a day. */
export const OPEN_INVITATIONS = 20;
export const INVITATIONS_A_DAY = 20;

/** A colleague who was invited and has not come yet (SEC-23). */
export const invitationSchema = z.object({
  id: idSchema,
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  role: z.enum(DISTRIBUTOR_ROLES),
  /** Null when it is nobody's any more. */
  invited_by: z.string().nullable(),
  sent_at: instantSchema,
  /** The link works until then; afterwards it can be mailed again. */
  expires_at: instantSchema,
  is_expired: z.boolean(),
  /** The address refused its last mail for good. */
  is_refused: z.boolean().optional(),
  /** A server refused its last mail itself, for its words or by a policy (MAIL-14). */
  is_given_up: z.literal(true).optional(),
  /** From when on it can be mailed again; null when it was mailed often enough. */
  mail_again_at: instantSchema.nullable(),
  /** Of who is invited again: the invitation waited already, and nothing was mailed. */
  was_waiting: z.literal(true).optional(),
});
export type Invitation = z.infer<typeof invitationSchema>;

const ofDistributor = z.object({
  distributor: writtenIdSchema("Saisissez l’identifiant d’un distributeur.").optional(),
});
const FORBIDDEN = { 403: detailErrorSchema };
const PATH = "/users/invitations/";
/** The people too: their answer counts the invitations that the plan has room for. */
const INVALIDATED = [PATH, "/users/"] as const;

export const listInvitations = defineRoute({
  method: "GET",
  path: PATH,
  summary: "Colleagues who were invited and have not come yet, the last one first",
  access: accountsPolicy.managePeople,
  failures: FORBIDDEN,
  query: ofDistributor,
  response: z.object({ results: z.array(invitationSchema) }),
});
export const inviteUser = defineRoute({
  method: "POST",
  path: PATH,
  invalidates: INVALIDATED,
  summary:
    "Invites a colleague by mail; the same person and role again, while it waits, is the same invitation, and is mailed again only if its last mail was refused. Answers alike whether the address has an account elsewhere. 409 when the plan comprises no more people",
  access: accountsPolicy.managePeople,
  failures: FORBIDDEN,
  query: ofDistributor,
  body: z.strictObject({
    email: emailSchema,
    role: z.enum(DISTRIBUTOR_ROLES),
    first_name: registrationSchema.shape.first_name,
    last_name: registrationSchema.shape.last_name,
  }),
  status: 201,
  response: invitationSchema,
});
export const resendInvitation = defineRoute({
  method: "POST",
  path: `${PATH}:id/resend/`,
  invalidates: INVALIDATED,
  summary: "Mails an invitation again, with a new link: the one before works no more",
  access: accountsPolicy.managePeople,
  failures: FORBIDDEN,
  params: idParamsSchema,
  body: noBodySchema,
  response: invitationSchema,
});
export const withdrawInvitation = defineRoute({
  method: "POST",
  path: `${PATH}:id/withdraw/`,
  invalidates: INVALIDATED,
  summary: "Withdraws an invitation: its link works no more. Again: nothing changes",
  access: accountsPolicy.managePeople,
  failures: FORBIDDEN,
  params: idParamsSchema,
  body: noBodySchema,
  status: 204,
});
