import { randomUUID } from "node:crypto";
import type { User } from "@bobine/contract/auth";
import { isSuperAdmin } from "@bobine/contract/policy/people";
import { inTransaction, type Tx } from "../../db/scope.ts";
import { errors } from "../../errors.ts";
import type { AuditSource } from "../../http/audit.ts";
import { hashOf, signAccessToken } from "../../http/session.ts";
import type { Services } from "../../services.ts";
import { trySecondFactor } from "../second-factor/prove-second-factor.ts";
import { factorOf } from "../second-factor/second-factor.repository.ts";
import { moveOnboarding } from "../company/move-onboarding.ts";
import {
  deleteSessionsExpiredBefore,
  insertSession,
  EXPIRED_RETENTION_MS,
  lockedLink,
  lockLinkOwner,
  markVerified,
  spendLinks,
  userById,
} from "./auth.repository.ts";
import { acceptInvitation } from "./accept-invitation.ts";
import { makeRegisteredAccount } from "./make-registered-account.ts";
import { newRefreshToken } from "./refresh-token.ts";
import { registrationOfUser, spendRegistrations } from "./registration.repository.ts";
import type { SessionOrigin } from "./session-origin.ts";

/**
 * Exchanges the token of a magic link, a registration or an invitation for a session, once. The row is locked: of many that present the same token
 * together, one gets the session and the others learn that it is used. The person's other links end with it.
 * @param presentUserId whom this browser is already signed in as: another's link is refused, and stays good
 * @param second the code of who has a second factor
 * @throws 400 invalid, used or expired link, as `{error}`; a code that is missing or wrong: the link then stays good; 429 wrong too often
 */
export async function verifyLink(
  services: Services,
  token: string,
  presentUserId: number | undefined,
  origin: SessionOrigin,
  second: { readonly code: string | undefined; readonly source: AuditSource },
): Promise<{ user: User; token: string; refresh: string }> {
  const now = services.clock.now();
  const proven = await proveSecond(services, hashOf(token), now, presentUserId, second);
  const sessionId = randomUUID();
  const refresh = newRefreshToken(services, sessionId);
  const user = await retriedOnClash(() =>
    inTransaction(services.pool, { kind: "all" }, async (tx) => {
      const userId = await userOfLink(tx, services, hashOf(token), now, presentUserId);
      // Asked here too, whatever the link is: the address may have become somebody else's since the code was looked at.
      if (userId !== proven && (await factorOf(tx, userId))) throw errors.auth.secondFactorRequired();
      const verified = await markVerified(tx, userId, now);
      if (verified && verified.distributor_id !== null) await moveOnboarding(tx, verified.distributor_id);
      await deleteSessionsExpiredBefore(tx, userId, new Date(now.getTime() - EXPIRED_RETENTION_MS));
      await insertSession(tx, sessionId, userId, hashOf(refresh), origin, now, userId === proven);
      const found = await userById(tx, userId);
      const isMissing =
        services.config.asksSecondFactor && isSuperAdmin(found) && userId !== proven
          ? ({ needs_second_factor: true } as const)
          : {};
      const user = { ...found, ...isMissing };
      await spendLinks(tx, userId, now);
      await spendRegistrations(tx, user.email, now);
      return user;
    }),
  );
  return { user, token: await signAccessToken(services, user.id, sessionId), refresh };
}

/**
 * Asks for the code of who has a second factor, once the link itself is found good: nobody without it learns anything of a person, or
 * counts against their tries.
 * @returns whose code was found right
 */
async function proveSecond(
  services: Services,
  hash: Buffer,
  now: Date,
  presentUserId: number | undefined,
  { code, source }: { readonly code: string | undefined; readonly source: AuditSource },
): Promise<number | undefined> {
  const owner = await inTransaction(services.pool, { kind: "all" }, async (tx) => {
    const link = (await lockedLink(tx, hash)) ?? (await registrationOfUser(tx, hash));
    if (!link || link.used_at !== null || new Date(link.expires_at) <= now) return undefined;
    if (presentUserId !== undefined && presentUserId !== link.user_id) return undefined;
    return (await factorOf(tx, link.user_id)) && link.user_id;
  });
  // Without one, or with a link that the exchange itself refuses.
  if (owner === undefined) return undefined;
  if (code === undefined) throw errors.auth.secondFactorRequired();
  const proof = await trySecondFactor(services, owner, code, source);
  if (proof === "wrong") throw errors.auth.secondFactorWrong();
  if (typeof proof === "object") throw errors.tooMany(proof.lockedSeconds);
  return owner;
}

/** Whom the token signs in; it is used from now on. */
async function userOfLink(
  tx: Tx,
  services: Pick<Services, "config" | "jobs">,
  hash: Buffer,
  now: Date,
  presentUserId: number | undefined,
): Promise<number> {
  await lockLinkOwner(tx, hash);
  const link = await lockedLink(tx, hash);
  if (!link) {
    const made =
      (await makeRegisteredAccount(tx, services, hash, now, presentUserId)) ??
      (await acceptInvitation(tx, hash, now, presentUserId));
    if (made === undefined) throw errors.auth.linkInvalid();
    return made;
  }
  if (link.used_at !== null) throw errors.auth.linkUsed();
  if (new Date(link.expires_at) <= now) throw errors.auth.linkExpired();
  if (presentUserId !== undefined && presentUserId !== link.user_id) throw errors.auth.otherUser();
  return link.user_id;
}

/** A super admin may make a user of the same address at the same moment: the second look finds it. */
async function retriedOnClash<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code === "23505" && constraint === "app_user_email") return await work();
    throw error;
  }
}
