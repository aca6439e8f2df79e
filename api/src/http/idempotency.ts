// A request that carries an Idempotency-Key is done once: sent again, it is answered the same, byte for byte
// (draft-ietf-httpapi-idempotency-key-header). Which calls take one, and why: `idempotent` of their contract.
import { createHash } from "node:crypto";
import { IDEMPOTENCY_KEY, type RouteContract } from "@bobine/contract/route";
import type { FastifyRequest } from "fastify";
import type { Pool } from "pg";
import sql from "sql-template-tag";
import { inTransaction, type Scope, type Tx } from "../db/scope.ts";
import { errors } from "../errors.ts";
import type { Services } from "../services.ts";

/** A key stands for its request that long; then it may be another's (API-10). */
const KEPT_MS = 24 * 3_600_000;
/** A request that has not ended by then has stopped: a restart, a crash. It may still end, and then finds that it was taken over. */
const STOPPED_MS = 60_000;

/** What was answered to the first request with the key. Thrown, so that nothing is done again; mount-route.ts sends it. */
export class FirstAnswer {
  readonly status: number;
  readonly text: string;
  constructor(status: number, text: string) {
    this.status = status;
    this.text = text;
  }
}

/** A key is of one person, for one distributor or none, and one call. */
interface Owner {
  readonly distributorId: number | undefined;
  readonly userId: number;
  readonly route: RouteContract;
}

/** The work of one request that carries a key. */
export interface Once {
  /**
   * Before the work: nobody else does it meanwhile.
   * @param asked all that was sent, also what the call does not read: whoever sends something else means something else
   * @throws {FirstAnswer} when it was done; 422 when the key stands for another request; 409 while somebody does it
   */
  claim(asked: unknown): Promise<void>;
  /**
   * The work of a call whose one transaction answers what the call answers: the answer is kept in it, so that neither is without the other.
   * @throws 409 when another request has taken the work over meanwhile: what was done is rolled back
   */
  around<T>(work: (tx: Tx) => Promise<T>): (tx: Tx) => Promise<T>;
  /** After the work: keeps the answer of a call of several steps. */
  finish(answer: unknown): Promise<void>;
  /** The work failed, and left nothing: the next request does it anew. */
  release(): Promise<void>;
}

/** @returns undefined without the header, or for a call that takes none @throws 400 for a key that is none */
export function onceOf(services: Services, request: FastifyRequest, owner: Owner): Once | undefined {
  if (!owner.route.idempotent) return undefined;
  const key = request.headers[IDEMPOTENCY_KEY.toLowerCase()];
  if (key === undefined) return undefined;
  if (typeof key !== "string" || !/^[\x21-\x7e]{1,255}$/.test(key)) throw errors.idempotency.invalidKey();
  const once = onceWith(services, request, owner, hash(key));
  claims.set(request, once);
  return once;
}

/** Of requests whose file is a part of what they ask: they are claimed once it is there. */
const claims = new WeakMap<FastifyRequest, Once>();

/** Before the work on a file that was received. @throws as `Once.claim` */
export async function claimWithFile(
  request: FastifyRequest,
  file: {
    readonly sha256: Buffer;
    readonly fileName: string;
    /** What the form says beside the file. */
    readonly fields: readonly (readonly [name: string, value: unknown])[];
  },
): Promise<void> {
  await claims.get(request)?.claim({
    params: request.params,
    query: request.query,
    file: file.sha256.toString("hex"),
    name: file.fileName,
    ...(file.fields.length === 0 ? {} : { fields: file.fields }),
  });
}

/** Keys that stand for nothing any more. */
export const forgetOldKeys = (pool: Pool, now: Date): Promise<number> =>
  inTransaction(pool, { kind: "all" }, (tx) =>
    tx.run(sql`delete from idempotency_key where created_at <= ${new Date(now.getTime() - KEPT_MS)}`),
  );

const hash = (text: string): Buffer => createHash("sha256").update(text).digest();

/** As JSON, whatever the order in which the fields of an object stand. */
const inOneOrder = (value: unknown): string =>
  JSON.stringify(value, (_name, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

interface KnownKey {
  readonly fingerprint: Buffer;
  readonly status: number | null;
  readonly answer: string | null;
}

function onceWith(
  { pool, clock }: Services,
  request: FastifyRequest,
  { distributorId, userId, route }: Owner,
  keyHash: Buffer,
): Once {
  const scope: Scope = distributorId === undefined ? { kind: "all" } : { kind: "distributor", distributorId };
  const status = route.status ?? 200;
  const name = `${route.method} ${route.path}`;
  const ofOwner =
    distributorId === undefined ? sql`distributor_id is null` : sql`distributor_id = ${distributorId}`;
  const row = sql`${ofOwner} and user_id = ${userId} and route = ${name} and key_hash = ${keyHash}`;
  const isClaimedByUs = sql`${row} and request_id = ${request.id} and answer is null`;
  let isClaimed = false;
  let stored: string | undefined;

  const saveAnswer = async (tx: Tx, text: string): Promise<void> => {
    const count = await tx.run(
      sql`update idempotency_key set status = ${status}, answer = ${text} where ${isClaimedByUs}`,
    );
    if (count !== 1) throw errors.idempotency.underWay();
  };

  return {
    async claim(asked) {
      const now = clock.now();
      const before = (milliseconds: number): Date => new Date(now.getTime() - milliseconds);
      const fingerprint = hash(inOneOrder(asked));
      const known = await inTransaction(pool, scope, async (tx) => {
        const taken = await tx.run(sql`
          insert into idempotency_key as known (distributor_id, user_id, route, key_hash, fingerprint, request_id, claimed_at, created_at)
          values (${distributorId ?? null}, ${userId}, ${name}, ${keyHash}, ${fingerprint}, ${request.id}, ${now}, ${now})
          on conflict (distributor_id, user_id, route, key_hash) do update set fingerprint = excluded.fingerprint,
            request_id = excluded.request_id, claimed_at = excluded.claimed_at, created_at = excluded.created_at, status = null, answer = null
          where known.created_at <= ${before(KEPT_MS)}
            or (known.answer is null and known.claimed_at <= ${before(STOPPED_MS)} and known.fingerprint = excluded.fingerprint)`);
        return taken === 1
          ? undefined
          : await tx.one<KnownKey>(sql`select fingerprint, status, answer from idempotency_key where ${row}`);
      });
      isClaimed = known === undefined;
      if (!known) return;
      if (!known.fingerprint.equals(fingerprint)) throw errors.idempotency.otherRequest();
      if (known.status === null || known.answer === null) throw errors.idempotency.underWay();
      throw new FirstAnswer(known.status, known.answer);
    },
    around(work) {
      if (route.idempotent !== "in-transaction") return work;
      return async (tx) => {
        const result = await work(tx);
        const text = JSON.stringify(result);
        await saveAnswer(tx, text);
        stored = text;
        return result;
      };
    },
    async finish(answer) {
      const text = JSON.stringify(answer);
      if (route.idempotent === "by-itself")
        // Should it fail, the work is done all the same; asked again after a while, it finds that.
        await inTransaction(pool, scope, (tx) => saveAnswer(tx, text)).catch((error: unknown) =>
          request.log.error({ err: error }, "an answer could not be kept for its key"),
        );
      else if (stored !== text) throw new Error(`${name} does not answer what its one transaction does`);
    },
    async release() {
      if (!isClaimed) return;
      await inTransaction(pool, scope, (tx) =>
        tx.run(sql`delete from idempotency_key where ${isClaimedByUs}`),
      ).catch((error: unknown) => request.log.error({ err: error }, "a key could not be released"));
    },
  };
}
