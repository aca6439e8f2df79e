import { randomBytes } from "node:crypto";
import { RECOVERY_CODES } from "@bobine/contract/second-factor";
import { isSuperAdmin } from "@bobine/contract/policy/people";
import { inTransaction, type Tx } from "../../db/scope.ts";
import { errors } from "../../errors.ts";
import { type AuditSource, writeAudit } from "../../http/audit.ts";
import type { SignedInUser } from "../../http/identity.ts";
import { hashOf } from "../../http/session.ts";
import type { Services } from "../../services.ts";
import { type Proof, requireProof, tryIn } from "./prove-second-factor.ts";
import { unseal } from "./sealed-secret.ts";
import {
  enableFactor,
  endOtherSessions,
  hasUnseenCodes,
  insertRecoveryCodes,
  lockedFactor,
  markSessionProven,
  removeRecoveryCodes,
  type SecondFactorRow,
} from "./second-factor.repository.ts";
import { base32, stepOfCode } from "./totp.ts";

/** 128 bits: less would ask for a slow hash (ASVS 6.5.2). */
const RECOVERY_BYTES = 16;
/** How long a first code is waited for. */
export const ENROLMENT_MS = 15 * 60_000;
/** How long after it an enrolment is repeated whose answer was lost. */
const REPEAT_MS = 10 * 60_000;

interface Asked {
  readonly user: SignedInUser;
  /** As `totpCodeSchema` reads it. */
  readonly code: string;
  readonly source: AuditSource;
}

/**
 * Enables what was started by its first code. An enrolment whose answer was lost is repeated: its recovery codes are kept as hashes and can
 * be told to nobody any more, so that other ones take their place.
 * Whoever repeats it is who enabled it: the same session, for ten minutes, as long as no recovery code was used (then somebody has seen
 * them). It takes the next code of the app, never the one that was given: a code is taken once (RFC 6238, 5.2), or who saw it in passing
 * could turn it into ten that stay good. By such a code one may do as much anywhere: `disable/` takes it, too.
 * @returns the recovery codes
 * @throws 400 on `totp_code`, 409 enabled already or not started, 429 after too many wrong codes
 */
export async function enableSecondFactor(services: Services, asked: Asked): Promise<string[]> {
  const codes = newCodes();
  const { user, code } = asked;
  const proof = await inTransaction(services.pool, { kind: "all" }, async (tx): Promise<Proof> => {
    const now = services.clock.now();
    const factor = await lockedFactor(tx, user.id);
    if (!factor?.enabled_at) {
      await enableFirst(tx, services, asked, factor, codes, now);
      return "proven";
    }
    const since = new Date(now.getTime() - REPEAT_MS);
    if (!(await hasUnseenCodes(tx, user.id, user.session_id, since)))
      throw errors.secondFactor.alreadyEnabled();
    // None of the codes that were lost, nor a guess at one, is a code of the app.
    return /^\d{6}$/.test(code) ? await replaceCodes(tx, services, asked, codes) : "wrong";
  });
  requireProof(proof);
  return codes;
}

async function enableFirst(
  tx: Tx,
  { config, jobs }: Services,
  { user, code, source }: Asked,
  factor: SecondFactorRow | undefined,
  codes: readonly string[],
  now: Date,
): Promise<void> {
  if (!factor || now.getTime() - new Date(factor.started_at).getTime() > ENROLMENT_MS)
    throw errors.secondFactor.notStarted();
  const secret = unseal(config.secretKey, user.id, factor.sealed_secret);
  const step = secret && stepOfCode(secret, code, now, factor.last_step);
  if (step === undefined) throw errors.field("totp_code", errors.secondFactor.wrongCode);
  await enableFactor(tx, user.id, { step, sessionId: user.session_id, now });
  await insertRecoveryCodes(tx, user.id, codes.map(hashOf));
  await markSessionProven(tx, user.session_id, now);
  if (isSuperAdmin(user)) await endOtherSessions(tx, user.id, user.session_id, now);
  await writeAudit(tx, source, "updated_user", { event: "Second facteur activé", email: user.email });
  await jobs.enqueue(tx, { name: "mail-second-factor", data: { user_id: user.id, is_enabled: true } });
}

/**
 * Other recovery codes in the place of those that are there, by a code. Sent again after a lost answer, with the next code, it makes others.
 * @returns the recovery codes
 * @throws 400 on `totp_code`, 429 after too many wrong codes
 */
export async function renewRecoveryCodes(services: Services, asked: Asked): Promise<string[]> {
  const codes = newCodes();
  requireProof(
    await inTransaction(services.pool, { kind: "all" }, (tx) => replaceCodes(tx, services, asked, codes)),
  );
  return codes;
}

/** Throws for no wrong code: its transaction has to count it. */
async function replaceCodes(
  tx: Tx,
  services: Services,
  { user, code, source }: Asked,
  codes: readonly string[],
): Promise<Proof> {
  const proof = await tryIn(tx, services, user.id, code, source);
  if (proof !== "proven") return proof;
  await removeRecoveryCodes(tx, user.id);
  await insertRecoveryCodes(tx, user.id, codes.map(hashOf));
  await writeAudit(tx, source, "updated_user", { event: "Codes de secours renouvelés", email: user.email });
  await services.jobs.enqueue(tx, {
    name: "mail-second-factor",
    data: { user_id: user.id, is_enabled: true, has_new_codes: true },
  });
  return proof;
}

const newCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => base32(randomBytes(RECOVERY_BYTES)));
