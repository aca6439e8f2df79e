import type { FastifyInstance, FastifyRequest } from "fastify";
import { errors } from "../errors.ts";

/** Of one node: many times what it works on at its ceiling. Whoever came after so many others would wait for seconds, and hold up all behind. */
const MOST_UNDER_WAY = 200;
const API = "/api/v1/";
/** Who comes in is not kept out by who is in. */
const SIGNING_IN = `${API}auth/`;

const isCounted = (request: FastifyRequest): boolean => {
  const route = request.routeOptions.url ?? "";
  return route.startsWith(API) && !route.startsWith(SIGNING_IN);
};

/**
 * Refuses calls that a node cannot answer in time at once, so that those under way and signing in go on (OPS-10). A refusal is written before all that an
 * answer goes through, hooks, cookies, error and its stack: of those there are many at such a moment. One line of the log tells of it.
 * Mounted before all other hooks.
 * @param headers what each answer has
 */
export function refuseOverload(
  app: FastifyInstance,
  headers: Readonly<Record<string, string>> = {},
  most = MOST_UNDER_WAY,
): void {
  const refusal = errors.overloaded();
  const body = JSON.stringify(refusal.body);
  const head = {
    ...headers,
    ...refusal.headers,
    "cache-control": "no-store",
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(body)),
  };
  let underWay = 0;
  app.addHook("onRequest", (request, reply, done) => {
    if (underWay < most || !isCounted(request)) {
      done();
      return;
    }
    reply.hijack();
    reply.raw.writeHead(refusal.status, { ...head, "x-request-id": request.id }).end(body);
  });
  // Once a body of JSON is there: whoever sends one slowly, signed in or not, takes nobody's place.
  app.addHook("preValidation", (request, reply, done) => {
    // Of one that went away while a hook of its route waited, nothing would ever say that it ended.
    if (!isCounted(request) || reply.raw.closed) {
      done();
      return;
    }
    if (underWay >= most) throw errors.overloaded();
    underWay += 1;
    let isUnderWay = true;
    // Also of one that went away.
    reply.raw.once("close", () => {
      if (isUnderWay) underWay -= 1;
      isUnderWay = false;
    });
    // Nor does who sends a file slowly.
    if (request.routeOptions.config.contract?.upload)
      request.countFrom = async (received) => {
        if (!isUnderWay) return;
        underWay -= 1;
        isUnderWay = false;
        await received.catch(() => undefined);
        if (reply.raw.closed) return;
        underWay += 1;
        isUnderWay = true;
      };
    done();
  });
}

declare module "fastify" {
  interface FastifyRequest {
    /** Of a call with a file: it is not under way until that is received. */
    countFrom?: (received: Promise<unknown>) => Promise<void>;
  }
}
