import { z } from "zod";
import { accountsPolicy } from "../rules/accounts.policy.ts";
import { booksPolicy } from "../rules/books.policy.ts";
import { systemRoleSchema } from "./auth.contract.ts";
import { instantSchema } from "../units/civil-date-schema.ts";
import { detailErrorSchema } from "./errors.contract.ts";
import { DISTRIBUTOR_ROLES } from "../rules/people.policy.ts";
import { peopleOfPlanSchema } from "../rules/people-of-plan.ts";
import { defineRoute, idParamsSchema, idSchema, noBodySchema, writtenIdSchema } from "./route.contract.ts";

/** Somebody of a distributor, as those who manage its people see them. */
export const managedUserSchema = z.object({
  id: idSchema,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  role: z.enum(DISTRIBUTOR_ROLES),
  system_role: systemRoleSchema,
  distributor_id: idSchema.nullable(),
  is_onboarding_contact: z.boolean(),
  /** Null is somebody who may sign in. */
  disabled_at: instantSchema.nullable(),
  /** Of their sessions of the last month; null when there was none. */
  last_used_at: instantSchema.nullable(),
  /** Those that are open. */
  session_count: z.number().int(),
});
export type ManagedUser = z.infer<typeof managedUserSchema>;

export const sessionSchema = z.object({
  id: z.uuid(),
  /** Empty when the browser does not say. */
  device: z.string().meta({ example: "Chrome sur Linux" }),
  /** Without the part that stands for one machine; empty for sessions of before it was kept. */
  network: z.string().meta({ example: "203.0.113.x" }),
  created_at: instantSchema,
  /** Known to five minutes. */
  last_used_at: instantSchema,
  /** The one that asks. */
  is_current: z.boolean(),
});
export type OpenSession = z.infer<typeof sessionSchema>;

const sessionsSchema = z.object({ results: z.array(sessionSchema) });
const endedSchema = z.object({ ended: z.number().int() });

/** Who manages nobody. */
const FORBIDDEN = { 403: detailErrorSchema };

/** The console counts who may sign in. */
const PEOPLE = ["/users/", "/sessions/", "/onboarding/admin/distributors/"] as const;

export const listUsers = defineRoute({
  method: "GET",
  path: "/users/",
  summary: "People of a distributor: an administrator's own, or any that a super admin names or has chosen",
  access: accountsPolicy.managePeople,
  failures: FORBIDDEN,
  query: z.object({
    distributor: writtenIdSchema("Saisissez l’identifiant d’un distributeur.").optional(),
  }),
  response: z.object({
    results: z.array(managedUserSchema),
    /** What the plan comprises; null where it limits nobody. Absent in answers of an older node. */
    people_of_plan: peopleOfPlanSchema.nullable().optional(),
  }),
});
export const disableUser = defineRoute({
  method: "POST",
  path: "/users/:id/disable/",
  invalidates: PEOPLE,
  summary: "Disables somebody: their sessions and links end at once. Again: nothing changes",
  access: accountsPolicy.managePeople,
  failures: FORBIDDEN,
  params: idParamsSchema,
  body: noBodySchema,
  response: managedUserSchema,
});
export const enableUser = defineRoute({
  method: "POST",
  path: "/users/:id/enable/",
  invalidates: PEOPLE,
  summary: "Lets somebody sign in again. Again: nothing changes. 409 when the plan comprises no more people",
  access: accountsPolicy.managePeople,
  failures: FORBIDDEN,
  params: idParamsSchema,
  body: noBodySchema,
  response: managedUserSchema,
});
export const changeUserRole = defineRoute({
  method: "PATCH",
  path: "/users/:id/",
  invalidates: PEOPLE,
  summary: "Gives somebody another role. Again: nothing changes",
  access: accountsPolicy.managePeople,
  failures: FORBIDDEN,
  params: idParamsSchema,
  body: z.strictObject({ role: z.enum(DISTRIBUTOR_ROLES) }),
  response: managedUserSchema,
});
export const listUserSessions = defineRoute({
  method: "GET",
  path: "/users/:id/sessions/",
  summary: "Open sessions of somebody whom one manages, the last used first",
  access: accountsPolicy.managePeople,
  failures: FORBIDDEN,
  params: idParamsSchema,
  response: sessionsSchema,
});
export const endUserSessions = defineRoute({
  method: "POST",
  path: "/users/:id/end-sessions/",
  invalidates: PEOPLE,
  summary: "Ends all sessions of somebody whom one manages",
  access: accountsPolicy.managePeople,
  failures: FORBIDDEN,
  params: idParamsSchema,
  body: noBodySchema,
  response: endedSchema,
});
export const listOwnSessions = defineRoute({
  method: "GET",
  path: "/sessions/",
  summary: "One's own open sessions, the last used first",
  access: accountsPolicy.seeOwnSessions,
  beforeProfile: true,
  response: sessionsSchema,
});
export const endSession = defineRoute({
  method: "POST",
  path: "/sessions/:session/end/",
  invalidates: PEOPLE,
  summary: "Ends a session of one's own, or of somebody whom one manages. Again: nothing changes",
  access: accountsPolicy.endSessions,
  beforeProfile: true,
  params: z.object({ session: z.uuid() }),
  body: noBodySchema,
  status: 204,
});
export const endOtherSessions = defineRoute({
  method: "POST",
  path: "/sessions/end-others/",
  invalidates: PEOPLE,
  summary: "Ends all sessions of one's own but the one that asks",
  access: accountsPolicy.endSessions,
  beforeProfile: true,
  body: noBodySchema,
  response: endedSchema,
});

/** Who else works for the distributor, as everybody there sees them. */
export const colleagueSchema = z.object({
  id: idSchema,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  role: z.enum(DISTRIBUTOR_ROLES),
  is_oneself: z.boolean(),
});
export type Colleague = z.infer<typeof colleagueSchema>;
export const listColleagues = defineRoute({
  method: "GET",
  path: "/users/colleagues/",
  summary: "Who may sign in for the distributor, by name: whom an action may be given to",
  access: booksPolicy.readUserActions,
  response: z.object({ results: z.array(colleagueSchema) }),
});
