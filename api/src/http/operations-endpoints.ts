import { timingSafeEqual } from "node:crypto";
import { isIP } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Services } from "../services.ts";
import { hashOf } from "./session.ts";

/** A store that was reached once does not take its node out of service when it is away (docs/operations.md). */
const STORE_CHECK_MS = 10_000;
const READY_LIMIT_MS = 5_000;

export interface Health {
  /** The database answers, has the present schema, and the job queue is there. */
  readonly isReady: () => Promise<boolean>;
  /** Why this server's pages would have no screens, and which host it does not give; empty when all is as it is decided. */
  readonly shellHealth: () => Promise<{ readonly remotes?: string; readonly host?: string }>;
}

/**
 * What machines ask of a node: whether it lives (`/healthz`), whether it may be sent requests (`/readyz`), and what it measured
 * (`/metrics`).
 */
export function mountOperationsEndpoints(
  app: FastifyInstance,
  services: Services,
  { isReady, shellHealth }: Health,
): void {
  const { config, metrics, log } = services;
  if (metrics)
    app.addHook("onResponse", (request, reply, done) => {
      const route = request.routeOptions.url ?? "none";
      metrics.request({
        method: request.method,
        route,
        status: reply.statusCode,
        seconds: reply.elapsedTime / 1000,
      });
      done();
    });

  app.get("/healthz", async () => ({ status: "ok" }));

  const store = storeWatch(services);
  app.get("/readyz", async (_request, reply) => {
    const [isServed, files, shell] = await Promise.all([
      inTime(isReady()).catch((error: unknown) => {
        log.warn({ err: error }, "not ready");
        return false;
      }),
      store(),
      shellHealth(),
    ]);
    const ready = isServed && files !== "never reached" && shell.remotes === undefined;
    return reply
      .status(ready ? 200 : 503)
      .header("cache-control", "no-store")
      .send({
        status: ready ? "ready" : "not ready",
        database: isServed ? "ok" : "unavailable",
        files: files === "ok" ? "ok" : "unavailable",
        ...shell,
      });
  });

  if (!metrics) return;
  app.get("/metrics", async (request, reply) => {
    if (!mayRead(request, config.metricsToken))
      return reply.status(403).type("text/plain; charset=utf-8").send("Not for you: see METRICS_TOKEN.\n");
    return reply
      .header("cache-control", "no-store")
      .header("content-type", metrics.contentType)
      .send(await metrics.read());
  });
}

/** Whoever asks for readiness does not wait for what hangs. @throws when it does */
async function inTime<T>(work: Promise<T>): Promise<T> {
  const limit = new AbortController();
  const late = pause(READY_LIMIT_MS, undefined, { signal: limit.signal }).then(() => {
    throw new Error("no answer in time");
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    limit.abort();
    late.catch(() => undefined);
  }
}

/** Asks the store at most once in ten seconds, whoever asks for readiness. */
function storeWatch({ files, log, clock }: Services): () => Promise<"ok" | "away" | "never reached"> {
  let wasReached = false;
  let lastCheck: { at: number; answer: Promise<boolean> } | undefined;
  return async () => {
    const now = clock.now().getTime();
    // A clock that is set back does not make an answer last.
    if (!lastCheck || Math.abs(now - lastCheck.at) > STORE_CHECK_MS) {
      const answer = files.check().then(
        () => true,
        (error: unknown) => {
          log.warn({ err: error }, "the store of documents does not serve");
          return false;
        },
      );
      lastCheck = { at: now, answer };
    }
    const isServed = await inTime(lastCheck.answer).catch(() => false);
    wasReached ||= isServed;
    return isServed ? "ok" : wasReached ? "away" : "never reached";
  };
}

/** With a token, who has it; without one, this machine, and nobody whom a proxy of this machine speaks for. */
function mayRead(request: FastifyRequest, token: string | null): boolean {
  const { authorization, forwarded, via } = request.headers;
  if (token !== null) return timingSafeEqual(hashOf(authorization ?? ""), hashOf(`Bearer ${token}`));
  const isProxied = Object.keys(request.headers).some((name) => name.startsWith("x-forwarded-"));
  return (
    isLoopback(request.socket.remoteAddress) && !isProxied && forwarded === undefined && via === undefined
  );
}

function isLoopback(address = ""): boolean {
  const plain = address.replace(/^::ffff:/, "");
  return isIP(plain) === 4 ? plain.startsWith("127.") : plain === "::1";
}
