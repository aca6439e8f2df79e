import { systemRoleSchema, type User } from "@bobine/contract/auth";
import { DISTRIBUTOR_ROLES } from "@bobine/contract/policy/people";
import { z } from "zod";

/** What the browser keeps of the user (SEC-14), and whose staff they are. */
const storedUserSchema = z.object({
  firstName: z.string(),
  lastName: z.string(),
  company: z.string(),
  system_role: systemRoleSchema,
  email: z.string(),
  /** Absent for who is of no distributor, as super admins mostly are, and in what an older build of ours stored. */
  distributorId: z.number().int().positive().optional(),
  /** What they are there; absent in what an older build of ours stored, until the session is renewed. */
  role: z.enum(DISTRIBUTOR_ROLES).optional().catch(undefined),
  /** There while a super admin may do nothing but see to their second factor (SEC-24). */
  needsSecondFactor: z.literal(true).optional().catch(undefined),
});
export type SessionUser = z.infer<typeof storedUserSchema>;

export interface StoredSession {
  token: string;
  refreshToken: string;
  user: SessionUser;
}

/** SEC-14: these three in local storage, the distributor in session storage. */
export const STORAGE_KEYS = { token: "token", refreshToken: "refreshToken", user: "user" } as const;
export const DISTRIBUTOR_KEY = "selectedDistributorId";
/** When somebody last acted in any tab, in milliseconds; it goes with the session. */
export const LAST_ACTION_KEY = "lastAction";

export function toSessionUser(user: User): SessionUser {
  const { first_name: firstName, last_name: lastName, company, system_role, email } = user;
  const whose = user.distributor_id === null ? {} : { distributorId: user.distributor_id };
  const as = user.role === undefined ? {} : { role: user.role };
  const needs = user.needs_second_factor ? { needsSecondFactor: true as const } : {};
  return { firstName, lastName, company, system_role, email, ...whose, ...as, ...needs };
}

/** SEC-14: a session exists when all three items do; anything else, or a damaged item, is signed out. */
export function readStoredSession(storage: Storage): StoredSession | undefined {
  const token = storage.getItem(STORAGE_KEYS.token);
  const refreshToken = storage.getItem(STORAGE_KEYS.refreshToken);
  const user = parseUser(storage.getItem(STORAGE_KEYS.user));
  return token && refreshToken && user ? { token, refreshToken, user } : undefined;
}

export function writeStoredSession(storage: Storage, session: StoredSession): void {
  // The user first and the token last: another tab that sees the new token then finds the rest in place.
  storage.setItem(STORAGE_KEYS.user, JSON.stringify(session.user));
  storage.setItem(STORAGE_KEYS.refreshToken, session.refreshToken);
  storage.setItem(STORAGE_KEYS.token, session.token);
}

export function clearStoredSession(storage: Storage): void {
  for (const key of [...Object.values(STORAGE_KEYS), LAST_ACTION_KEY]) storage.removeItem(key);
}

/** The stored distributor id, or null when there is none or it is not an id. */
export function readStoredDistributor(storage: Storage): number | null {
  const text = storage.getItem(DISTRIBUTOR_KEY);
  return text !== null && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : null;
}

export function writeStoredDistributor(storage: Storage, id: number | null): void {
  if (id === null) storage.removeItem(DISTRIBUTOR_KEY);
  else storage.setItem(DISTRIBUTOR_KEY, String(id));
}

function parseUser(text: string | null): SessionUser | undefined {
  if (text === null) return undefined;
  try {
    return storedUserSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
