import type { BodyOf, ParamsOf, QueryOf, ResponseOf, RouteContract } from "@bobine/contract/route";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import sql from "sql-template-tag";
import type { z } from "zod";
import { inTransaction, type Scope, type Tx } from "../db/scope.ts";
import { type AppError, errors } from "../errors.ts";
import type { Services } from "../services.ts";
import { readFields } from "./field-errors.ts";
import { type SignedInUser, signedInUser } from "./session.ts";

type Access = RouteContract["access"];

/** What a handler is given: everything of the request, validated, and the way to its tenant's data. */
export interface RequestContext<R extends RouteContract = RouteContract> {
  readonly services: Services;
  readonly user: R["access"] extends "public" ? SignedInUser | undefined : SignedInUser;
  /** The distributor that the request serves; only a `distributor` route is sure to have one. */
  readonly distributorId: R["access"] extends "distributor" ? number : number | undefined;
  readonly scope: Scope;
  readonly params: ParamsOf<R>;
  readonly query: QueryOf<R>;
  readonly body: BodyOf<R>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** One transaction under the request's scope. */
  readonly transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
}

export type Handler<R extends RouteContract> = (
  context: RequestContext<R>,
) => Promise<ResponseOf<R> | FastifyReply>;

/** Limits of one route, beyond those of all. */
export interface RouteLimits {
  /** Requests from one address of the network. */
  readonly rateLimit?: { readonly max: number; readonly timeWindow: string };
}

const API_PREFIX = "/api/v1";

function parsed<T extends z.ZodType>(
  schema: T | undefined,
  input: unknown,
  onError: (wrong: Record<string, string[]>) => AppError,
): z.output<T> | undefined {
  if (!schema) return undefined;
  const result = readFields(schema, input);
  if ("wrong" in result) throw onError(result.wrong);
  return result.data;
}

/** DESIGN §4: the header scopes a super admin; from anyone else it is ignored and logged. */
async function distributorOf(
  services: Services,
  user: SignedInUser,
  request: FastifyRequest,
): Promise<number | undefined> {
  const header = request.headers["x-distributor-id"];
  if (user.system_role !== "super_admin") {
    if (header !== undefined && String(header) !== String(user.distributor_id)) {
      request.log.warn({ user_id: user.id }, "X-Distributor-Id ignored: not a super admin");
    }
    return user.distributor_id ?? undefined;
  }
  if (header === undefined || header === "") return undefined;
  const id = typeof header === "string" && /^[1-9]\d{0,15}$/.test(header) ? Number(header) : undefined;
  if (id === undefined) throw errors.distributor.required();
  const known = await inTransaction(services.pool, { kind: "all" }, (tx) =>
    tx.maybe(sql`select from distributor where id = ${id}`),
  );
  if (!known) throw errors.distributor.required();
  return id;
}

async function authorise(services: Services, access: Access, request: FastifyRequest) {
  if (access === "public")
    return { user: undefined, distributorId: undefined, scope: { kind: "nobody" } as const };
  const user = await signedInUser(services, request);
  if (access === "super-admin") {
    if (user.system_role !== "super_admin") throw errors.forbidden();
    return {
      user,
      distributorId: await distributorOf(services, user, request),
      scope: { kind: "all" } as const,
    };
  }
  const distributorId = await distributorOf(services, user, request);
  if (access === "distributor" && distributorId === undefined) throw errors.distributor.required();
  const scope: Scope =
    distributorId !== undefined
      ? { kind: "distributor", distributorId }
      : user.system_role === "super_admin"
        ? { kind: "all" }
        : { kind: "nobody" };
  return { user, distributorId, scope };
}

/**
 * Mounts one call of the contract: who → params (404) → query and body (400) → handler. A route is only reachable
 * through here, so none forgets a step.
 */
export function mountRoute<R extends RouteContract>(
  app: FastifyInstance,
  services: Services,
  route: R,
  handler: Handler<R>,
  options: RouteLimits = {},
): void {
  app.route({
    method: route.method,
    url: API_PREFIX + route.path,
    config: { contract: route, ...options, ...(route.signed ? { withoutCsrf: true } : {}) },
    handler: async (request, reply) => {
      const { user, distributorId, scope } = await authorise(services, route.access, request);
      const context = {
        services,
        user,
        distributorId,
        scope,
        params: parsed(route.params, request.params, () => errors.notFound()),
        query: parsed(route.query, request.query, errors.fields),
        body: parsed(route.body, request.body ?? undefined, errors.fields),
        request,
        reply,
        transaction: <T>(work: (tx: Tx) => Promise<T>) => inTransaction(services.pool, scope, work),
      } as RequestContext<R>;
      const answer = await handler(context);
      if (answer === reply || reply.sent) return reply;
      if (services.config.checkResponses && route.response) {
        const checked = route.response.safeParse(answer);
        if (!checked.success)
          throw new Error(
            `the answer of ${route.method} ${route.path} breaks its contract: ${checked.error.message}`,
          );
      }
      reply.status(route.status ?? 200);
      return answer === undefined
        ? reply.send()
        : reply.type("application/json; charset=utf-8").send(JSON.stringify(answer));
    },
  });
}

declare module "fastify" {
  interface FastifyContextConfig {
    contract?: RouteContract;
  }
}
