import { createHmac } from "node:crypto";
import type { RouteContract } from "@bobine/contract/route";
import type { FastifyRequest } from "fastify";
import { inTransaction } from "../db/scope.ts";
import { AppError, errors } from "../errors.ts";
import type { Services } from "../services.ts";
import { type AuditDetails, type AuditSource, uiBuildOf, writeAudit } from "./audit.ts";
import type { SignedInUser } from "./identity.ts";
import { countHit } from "./shared-rate-limit.ts";

const HOUR_MS = 3_600_000;

/** For whom refusals are counted, and how many in an hour are entries of their own. */
export interface Share {
  readonly of: string;
  readonly most: number;
}

/** @param network an address, without what one subscriber may change of it */
export const ofNetwork = (network: string): Share => ({ of: `network ${network}`, most: 10 });
export const ofPerson = (id: number): Share => ({ of: `person ${id}`, most: 10 });
/** People whom nothing tells apart: a stranger may have many addresses. */
export const ofStrangers: Share = { of: "strangers", most: 200 };

/**
 * Tells a refusal in the audit log. Nobody can fill the log so: in an hour each share has some entries of its own, and beyond
 * them one at each 20, 50, 100, 200, 500 … that says how many there were. What cannot be told is logged; the answer stays the same.
 */
export async function recordRefusal(
  services: Services,
  source: AuditSource,
  shares: readonly Share[],
  details: AuditDetails,
): Promise<void> {
  const { pool, config, log } = services;
  try {
    let attempts = 0;
    for (const { of, most } of shares) {
      const key = createHmac("sha256", `refusals:${config.secretKey}`).update(of).digest();
      const { hits } = await countHit(pool, key, HOUR_MS);
      if (!isRecorded(hits, most)) return;
      if (hits > most) attempts = Math.max(attempts, hits);
    }
    await inTransaction(pool, { kind: "all" }, (tx) =>
      writeAudit(tx, source, "other", attempts === 0 ? details : { ...details, attempts }),
    );
  } catch (error) {
    log.error({ err: error }, "a refusal could not be told in the audit log");
  }
}

/** Not that of other answers 403, such as a profile that is not filled in yet. */
const REFUSED = errors.forbidden().code;

/** Tells the call that a signed-in person may not make; any other error is none of it. */
export async function recordRefusedCall(
  services: Services,
  request: FastifyRequest,
  route: RouteContract,
  user: SignedInUser,
  error: unknown,
): Promise<void> {
  if (!(error instanceof AppError) || error.code !== REFUSED || request.method === "HEAD") return;
  await recordRefusal(services, sourceOf(request, user), [ofPerson(user.id)], {
    event: "refused_call",
    message: "Appel refusé\u00a0: droits insuffisants.",
    call: `${route.method} ${route.path}`,
  });
}

const sourceOf = (request: FastifyRequest, user: SignedInUser): AuditSource => ({
  actorId: user.id,
  // Their own log, whatever they asked for.
  distributorId: user.distributor_id,
  requestId: request.id,
  uiBuild: uiBuildOf(request),
});

/** 1 to `most`, then 20, 50, 100, 200, 500, 1 000 … */
export function isRecorded(hits: number, most: number): boolean {
  if (hits <= most) return true;
  const rest = hits / 10 ** Math.floor(Math.log10(hits));
  return hits >= 20 && (rest === 1 || rest === 2 || rest === 5);
}
