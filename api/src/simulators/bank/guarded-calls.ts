import type { FastifyInstance, FastifyReply } from "fastify";

const VERSION = "2025-01-15";

/** What goes wrong on purpose, for the next calls whose path holds `path`. */
export type Fault = { readonly path: string; readonly times: number } & (
  | { readonly kind: "status"; readonly status: number; readonly retryAfter?: number }
  | { readonly kind: "slow"; readonly ms: number }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "hang up" }
);

/** A fault, and for how many calls more. */
export interface LeftFault {
  readonly fault: Fault;
  left: number;
}

export const refuse = (reply: FastifyReply, status: number, message: string) =>
  reply.status(status).send({ errors: [{ code: "simulated", message }] });

/** Every body is JSON, whatever its type; none is an empty object. */
export function takeJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => {
    try {
      done(null, body === "" ? {} : JSON.parse(body as string));
    } catch (error) {
      done(error as Error);
    }
  });
}

interface CallGuard {
  readonly credentials: { readonly clientId: string; readonly clientSecret: string };
  /** Notes what reaches it. */
  readonly calls: string[];
  readonly faults: readonly LeftFault[];
  readonly sleep: (milliseconds: number) => Promise<void>;
}

/** Before each call: who asks, in which version, and what goes wrong on purpose. */
export function guardCalls(app: FastifyInstance, { credentials, calls, faults, sleep }: CallGuard): void {
  app.addHook("onRequest", async (request, reply) => {
    calls.push(`${request.method} ${request.url}`);
    const { headers } = request;
    if (
      headers["client-id"] !== credentials.clientId ||
      headers["client-secret"] !== credentials.clientSecret
    )
      return refuse(reply, 401, "Invalid client credentials");
    if (request.url.startsWith("/_sim/")) return;
    if (headers["bridge-version"] !== VERSION) return refuse(reply, 400, "Unknown version");
    const found = faults.find(({ fault, left }) => left > 0 && request.url.includes(fault.path));
    if (!found) return;
    found.left -= 1;
    const { fault } = found;
    if (fault.kind === "slow") await sleep(fault.ms);
    else if (fault.kind === "status") {
      if (fault.retryAfter !== undefined) reply.header("retry-after", String(fault.retryAfter));
      return refuse(reply, fault.status, "Simulated failure");
    } else if (fault.kind === "text") return reply.status(200).type("application/json").send(fault.text);
    else {
      request.raw.socket.destroy();
      return reply.hijack();
    }
  });
}
