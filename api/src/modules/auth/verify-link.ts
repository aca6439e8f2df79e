import { randomUUID } from "node:crypto";
import type { User } from "@bobine/contract/auth";
import { inTransaction } from "../../db/scope.ts";
import { errors } from "../../errors.ts";
import { hashOf, signAccessToken } from "../../http/session.ts";
import type { Services } from "../../services.ts";
import {
  advanceOnboarding,
  deleteSessionsExpiredBefore,
  insertSession,
  lockedLink,
  markVerified,
  useLink,
  userById,
} from "./auth.repository.ts";
import { newRefreshToken } from "./refresh-token.ts";
import { KEPT_EXPIRED_MS } from "./request-link.ts";

/** DESIGN §4 */
export const SESSION_SECONDS = 7 * 86_400;

/**
 * Exchanges the token of a magic link for a session, once. The row is locked: of many that present the same token
 * together, one gets the session and the others learn that it is used.
 * @param presentUserId whom this browser is already signed in as: another's link is refused, and stays good
 * @throws 400 invalid, used or expired link, as `{error}`
 */
export async function verifyLink(
  services: Services,
  token: string,
  presentUserId: number | undefined,
): Promise<{ user: User; token: string; refresh: string }> {
  const now = services.clock.now();
  const sessionId = randomUUID();
  const refresh = newRefreshToken(services, sessionId);
  const user = await inTransaction(services.pool, { kind: "all" }, async (tx) => {
    const link = await lockedLink(tx, hashOf(token));
    if (!link) throw errors.auth.linkInvalid();
    if (link.used_at !== null) throw errors.auth.linkUsed();
    if (new Date(link.expires_at) <= now) throw errors.auth.linkExpired();
    if (presentUserId !== undefined && presentUserId !== link.user_id) throw errors.auth.otherUser();
    await useLink(tx, link.id, now);
    if (await markVerified(tx, link.user_id, now)) await advanceOnboarding(tx, link.user_id);
    await deleteSessionsExpiredBefore(tx, link.user_id, new Date(now.getTime() - KEPT_EXPIRED_MS));
    const expiresAt = new Date(now.getTime() + SESSION_SECONDS * 1000);
    await insertSession(tx, sessionId, link.user_id, hashOf(refresh), now, expiresAt);
    return userById(tx, link.user_id);
  });
  return { user, token: await signAccessToken(services, user.id, sessionId), refresh };
}
