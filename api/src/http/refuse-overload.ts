import type { FastifyInstance } from "fastify";
import { errors } from "../errors.ts";

/** Of one node: many times what it works on at its ceiling. Whoever came after so many others would wait for seconds, and hold up all behind. */
const MOST_UNDER_WAY = 200;
const API = "/api/v1/";
/** Who comes in is not kept out by who is in. */
const SIGNING_IN = `${API}auth/`;

/** Refuses calls that a node cannot answer in time at once, so that those under way and signing in go on (OPS-10). */
export function refuseOverload(app: FastifyInstance, most = MOST_UNDER_WAY): void {
  let underWay = 0;
  // Once a body of JSON is there: whoever sends one slowly, signed in or not, takes nobody's place.
  app.addHook("preValidation", (request, reply, done) => {
    const route = request.routeOptions.url ?? "";
    if (!route.startsWith(API) || route.startsWith(SIGNING_IN)) {
      done();
      return;
    }
    if (underWay >= most) throw errors.overloaded();
    underWay += 1;
    // Also of one that went away.
    reply.raw.once("close", () => {
      underWay -= 1;
    });
    done();
  });
}
