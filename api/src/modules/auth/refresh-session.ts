import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import type { DistributorRole } from "@bobine/contract/policy/people";
import { inTransaction } from "../../db/scope.ts";
import { errors } from "../../errors.ts";
import { hashOf, signAccessToken } from "../../http/session.ts";
import type { Services } from "../../services.ts";
import { lockedSession, revokeSession, rotateSession, touchSession } from "./auth.repository.ts";
import { newRefreshToken, sessionIdOf } from "./refresh-token.ts";

/** A client whose answer was lost may ask again with its old token for this long. */
const GRACE_MS = 10_000;

/**
 * A new access token for a live session; with `rotate`, a new refresh token too. The previous token works for ten seconds
 * and gives the same successor. Later, or given a token from before it, a token was stolen: the session ends, whoever of
 * the two holds the one in force (SEC-6).
 * @param options.idleMs for how long nobody has acted: the session's limit of idleness goes on from there
 * @throws 401 `refresh_not_valid`
 */
export async function refreshSession(
  services: Services,
  refresh: string,
  options: { readonly rotate: boolean; readonly idleMs: number },
): Promise<{ access: string; refresh?: string; role?: DistributorRole }> {
  const { rotate, idleMs } = options;
  const now = services.clock.now();
  const usedAt = new Date(now.getTime() - idleMs);
  const sessionId = sessionIdOf(services, refresh);
  if (sessionId === undefined) throw errors.auth.refreshNotValid();
  const outcome = await inTransaction(services.pool, { kind: "all" }, async (tx) => {
    const session = await lockedSession(tx, sessionId, hashOf(refresh), now);
    if (!session) return undefined;
    if (session.standing !== "present") {
      const age = now.getTime() - new Date(session.rotated_at ?? 0).getTime();
      // What is sealed opens with the previous token only, so an older one gets nothing.
      const successor = session.successor === null ? undefined : unseal(services, session.successor, refresh);
      if (session.standing === "older" || age > GRACE_MS || successor === undefined) {
        await revokeSession(tx, session.id, now);
        services.log.warn(
          { user_id: session.user_id },
          "an old refresh token was used: its session is closed",
        );
        return undefined;
      }
      return { session, refresh: successor };
    }
    if (!rotate) {
      await touchSession(tx, session.id, usedAt);
      return { session, refresh: undefined };
    }
    const next = newRefreshToken(services, session.id);
    const successor = seal(services, next, refresh);
    await rotateSession(tx, session.id, {
      oldHash: hashOf(refresh),
      newHash: hashOf(next),
      successor,
      now,
      usedAt,
    });
    return { session, refresh: next };
  });
  if (!outcome) throw errors.auth.refreshNotValid();
  const access = await signAccessToken(services, outcome.session.user_id, outcome.session.id);
  if (outcome.refresh === undefined) return { access };
  return { access, refresh: outcome.refresh, role: outcome.session.role };
}

/** Only who holds the previous token can read its successor: the key needs both the server's secret and that token. */
const keyOf = (services: Services, previous: string): Buffer =>
  createHash("sha256").update(`successor:${services.config.secretKey}:${previous}`).digest();

function seal(services: Services, next: string, previous: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", keyOf(services, previous), iv);
  const sealed = Buffer.concat([cipher.update(next, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64url");
}

function unseal(services: Services, text: string, previous: string): string | undefined {
  try {
    const bytes = Buffer.from(text, "base64url");
    const decipher = createDecipheriv("aes-256-gcm", keyOf(services, previous), bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
  } catch {
    return undefined;
  }
}
