import { z } from "zod";
import { BankAggregatorError } from "./bank-aggregator.ts";
import { type CallPace, paceOfOneProcess } from "./call-pace.ts";
import { parseExactJson } from "./exact-json.ts";

const API_VERSION = "2025-01-15";
const TIMEOUT_MS = 10_000;
/** A page of 500 transactions is well under a megabyte. */
const MAX_BYTES = 8 * 1024 * 1024;
/** AGG-5: waits between tries, in milliseconds. */
export const LONG_PATIENCE = [1_000, 4_000, 16_000];
/** Somebody is waiting in front of the screen. */
export const SHORT_PATIENCE = [1_000];
/** A wait that the aggregator asks for and that a job sits out; it comes back for a longer one. */
const LONGEST_WAIT_MS = 60_000;
/** No answer keeps us away for longer, whatever it says. */
const LONGEST_ABSENCE_MS = 3_600_000;
/** After that many calls failed in a row, nothing is asked for a while (SEC-11). */
const BREAKER = { failures: 5, ms: 30_000 };

export interface BridgeAccess {
  /** Without a slash at its end, and without `/v3`. */
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly timeoutMs?: number;
  readonly sleep?: (milliseconds: number) => Promise<void>;
  /** How fast it may be asked; as one process counts it, unless told. */
  readonly pace?: CallPace;
  /** Milliseconds of a clock that never goes back. */
  readonly elapsed?: () => number;
  /** The product's clock, for a `Retry-After` that is a date. */
  readonly now: () => Date;
}

export interface BridgeRequest {
  readonly method: "GET" | "POST" | "DELETE";
  /** Under `/v3`, or what `nextAddress` gave. */
  readonly path: string | URL;
  readonly body?: object;
  readonly user?: { readonly uuid: string; readonly token: string };
  /** For whom, when there is no user yet. */
  readonly externalId?: string;
  readonly patience?: readonly number[];
}
export interface BridgeAnswer {
  readonly status: number;
  readonly body: unknown;
}
export interface BridgeHttp {
  /** @returns any answer below 500 but 429; @throws BankAggregatorError otherwise, after the last try */
  send(request: BridgeRequest): Promise<BridgeAnswer>;
  /** @throws BankAggregatorError for an address that is not the aggregator's own */
  nextAddress(uri: string): URL;
}

const failureSchema = z.object({
  errors: z.array(z.object({ message: z.string().optional() })).optional(),
  message: z.string().optional(),
});

/** What the aggregator says of a refusal, for the logs. */
export function refusalOf({ status, body }: BridgeAnswer): BankAggregatorError {
  const said = failureSchema.safeParse(body).data;
  const message = said?.errors?.[0]?.message ?? said?.message ?? "no reason given";
  return new BankAggregatorError("refused", `${status}: ${message.slice(0, 300)}`, status);
}

const wait = (milliseconds: number): Promise<void> =>
  new Promise((done) => {
    setTimeout(done, milliseconds);
  });

/**
 * HTTP with the aggregator: always the same origin, no redirection followed, an end to every wait, a limit to every answer.
 * 429, 5xx and silence are tried again after 1, 4 and 16 s, or when `Retry-After` says; other refusals never (AGG-5).
 */
export function bridgeHttp(access: BridgeAccess): BridgeHttp {
  const { sleep = wait, elapsed = () => performance.now(), timeoutMs = TIMEOUT_MS } = access;
  const { pace = paceOfOneProcess(elapsed) } = access;
  const base = new URL(`${access.url}/v3/`);
  let failures = 0;
  let closedUntil = 0;
  /** Until when a user asks nothing, as it was told; "" is everybody. */
  const away = new Map<string, number>();
  const isAway = (user: string): boolean => {
    const isStill = elapsed() < (away.get(user) ?? 0);
    if (!isStill) away.delete(user);
    return isStill;
  };

  async function throttle(user: string, patience: readonly number[]): Promise<void> {
    const wait = await pace.take(user, patience === SHORT_PATIENCE);
    if (wait === undefined)
      throw new BankAggregatorError("unavailable", "not asked: too many calls for this user");
    if (wait > 0) await sleep(wait);
  }

  async function once({ method, path, body, user }: BridgeRequest): Promise<BridgeAnswer> {
    const address = typeof path === "string" ? new URL(path.replace(/^\//, ""), base) : path;
    let status: number;
    let text: string;
    let retryAfterMs: number | undefined;
    try {
      const answer = await fetch(address, {
        method,
        redirect: "error",
        signal: AbortSignal.timeout(timeoutMs),
        headers: {
          accept: "application/json",
          "accept-language": "fr",
          "bridge-version": API_VERSION,
          "client-id": access.clientId,
          "client-secret": access.clientSecret,
          ...(user ? { authorization: `Bearer ${user.token}` } : {}),
          ...(body ? { "content-type": "application/json" } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      status = answer.status;
      retryAfterMs = retryAfterOf(answer.headers.get("retry-after"), access.now());
      text = await readText(answer);
    } catch (error) {
      if (error instanceof BankAggregatorError) throw error;
      throw new BankAggregatorError("unavailable", "no answer", undefined, error);
    }
    if (status === 429 || status >= 500) throw new Overloaded(`answered ${status}`, status, retryAfterMs);
    if (text === "") return { status, body: undefined };
    try {
      return { status, body: parseExactJson(text) };
    } catch (error) {
      // A refusal is told by its status; only an answer must make sense.
      if (status >= 400) return { status, body: undefined };
      throw new BankAggregatorError("malformed", "its answer is not JSON", status, error);
    }
  }

  return {
    async send(request) {
      if (elapsed() < closedUntil)
        throw new BankAggregatorError("unavailable", "not asked: the last calls all failed");
      const caller = request.user?.uuid ?? request.externalId;
      if (isAway("") || (caller !== undefined && isAway(caller)))
        throw new BankAggregatorError("unavailable", "not asked: it asked us to wait");
      const patience = request.patience ?? LONG_PATIENCE;
      // What we did not ask is no failure of theirs.
      if (caller !== undefined) await throttle(caller, patience);
      for (let attempt = 0; ; attempt += 1) {
        try {
          const answer = await once(request);
          failures = 0;
          return answer;
        } catch (error) {
          const isTemporary = error instanceof BankAggregatorError && error.kind === "unavailable";
          if (!isTemporary) throw error;
          const retryAfter = error instanceof Overloaded ? (error.retryAfterMs ?? 0) : 0;
          const pause = Math.max(patience[attempt] ?? 0, retryAfter);
          // Nobody is kept in front of a screen for longer than we meant to.
          const longest = patience === SHORT_PATIENCE ? (patience[attempt] ?? 0) : LONGEST_WAIT_MS;
          if (attempt < patience.length && pause <= longest) {
            await sleep(pause);
            continue;
          }
          // 429 is one user's when the call was; 503 is everybody's.
          if (retryAfter > 0) away.set(error.status === 429 ? (caller ?? "") : "", elapsed() + retryAfter);
          // Too many calls of one user are no failure of the whole.
          if (error.status === 429 && caller !== undefined) throw error;
          failures += 1;
          if (failures >= BREAKER.failures) {
            failures = 0;
            closedUntil = elapsed() + BREAKER.ms;
          }
          throw error;
        }
      }
    },

    nextAddress(uri) {
      const next = URL.canParse(uri, base.href) ? new URL(uri, base) : undefined;
      // The bearer token goes nowhere else, whatever an answer says.
      if (next?.origin !== base.origin || !next.pathname.startsWith(base.pathname))
        throw new BankAggregatorError("malformed", "its next page is not at its own address");
      return next;
    },
  };
}

/** 429 or 5xx, and how long the aggregator asks us to stay away. */
class Overloaded extends BankAggregatorError {
  readonly retryAfterMs: number | undefined;

  constructor(message: string, status: number, retryAfterMs: number | undefined) {
    super("unavailable", message, status);
    this.retryAfterMs = retryAfterMs;
  }
}

/** `Retry-After`, seconds or a date (RFC 9110 §10.2.3), in milliseconds; undefined for what makes no sense or is over. */
function retryAfterOf(header: string | null, now: Date): number | undefined {
  if (header === null) return undefined;
  const isDate = header.endsWith(" GMT");
  const wait = isDate
    ? Date.parse(header) - now.getTime()
    : /^\d{1,9}$/.test(header)
      ? Number(header) * 1_000
      : 0;
  return Number.isFinite(wait) && wait > 0 ? Math.min(wait, LONGEST_ABSENCE_MS) : undefined;
}

async function readText(answer: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    const bytes = chunk as Uint8Array;
    size += bytes.byteLength;
    if (size > MAX_BYTES) throw new BankAggregatorError("malformed", "its answer is too long", answer.status);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString("utf8");
}
