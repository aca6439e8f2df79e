import sql from "sql-template-tag";
import { inTransaction, type Tx } from "../../db/scope.ts";
import { errors } from "../../errors.ts";
import { type AuditSource, writeAudit } from "../../http/audit.ts";
import { hashOf } from "../../http/session.ts";
import type { Services } from "../../services.ts";
import { unseal } from "./sealed-secret.ts";
import { countFailure, lockedFactor, takeStep, spendRecoveryCode } from "./second-factor.repository.ts";
import { stepOfCode } from "./totp.ts";

/** Wrong codes one after the other, and how long no code is looked at then. */
const TRIES = 5;
const LOCK_MS = 15 * 60_000;

export type Proof = "proven" | "none" | "wrong" | { readonly lockedSeconds: number };

/**
 * Tries a code of the app or a recovery code, in a transaction of its own: a wrong one is counted whatever its caller does then, and a
 * right one is spent.
 * @param code as `totpCodeSchema` reads it
 */
export function trySecondFactor(
  services: Pick<Services, "pool" | "clock" | "config">,
  userId: number,
  code: string,
  source: Pick<AuditSource, "requestId" | "uiBuild">,
): Promise<Proof> {
  return inTransaction(services.pool, { kind: "all" }, (tx) => tryIn(tx, services, userId, code, source));
}

/** In the transaction of what it proves, which must be committed also when it is wrong: it is counted there. */
export async function tryIn(
  tx: Tx,
  { clock, config }: Pick<Services, "clock" | "config">,
  userId: number,
  code: string,
  source: Pick<AuditSource, "requestId" | "uiBuild">,
): Promise<Proof> {
  const now = clock.now();
  const factor = await lockedFactor(tx, userId);
  if (!factor || factor.enabled_at === null) return "none";
  const lockedMs = factor.locked_until === null ? 0 : new Date(factor.locked_until).getTime() - now.getTime();
  if (lockedMs > 0) return { lockedSeconds: Math.ceil(lockedMs / 1000) };
  const audit = async (event: string): Promise<void> => {
    const { distributor_id } = await tx.one<{ distributor_id: number | null }>(
      sql`select distributor_id from app_user where id = ${userId}`,
    );
    await writeAudit(tx, { ...source, actorId: userId, distributorId: distributor_id }, "updated_user", {
      event,
    });
  };

  const secret = unseal(config.secretKey, userId, factor.sealed_secret);
  const step = secret && stepOfCode(secret, code, now, factor.last_step);
  if (step !== undefined) {
    await takeStep(tx, userId, step);
    return "proven";
  }
  if (await spendRecoveryCode(tx, userId, hashOf(code), now)) {
    await takeStep(tx, userId, factor.last_step);
    await audit("Code de secours utilisé");
    return "proven";
  }
  const failures = factor.failures + 1;
  const isLocked = failures >= TRIES;
  await countFailure(
    tx,
    userId,
    isLocked ? 0 : failures,
    isLocked ? new Date(now.getTime() + LOCK_MS) : null,
  );
  if (isLocked) await audit("Second facteur bloqué après des codes erronés");
  return "wrong";
}

/** @throws 400 on `totp_code`, 429 after too many wrong ones */
export async function proveSecondFactor(...args: Parameters<typeof trySecondFactor>): Promise<void> {
  requireProof(await trySecondFactor(...args));
}

/** @throws 400 on `totp_code`, 429 after too many wrong ones */
export function requireProof(proof: Proof): void {
  if (proof === "none")
    throw errors.field("totp_code", "Aucun second facteur n’est activé pour votre compte.");
  if (proof === "wrong") throw errors.field("totp_code", errors.secondFactor.wrongCode);
  if (proof !== "proven") throw errors.tooMany(proof.lockedSeconds);
}
