import {
  hasIncompleteProfile,
  isSuperAdmin,
  mayCall,
  mayChooseDistributor,
} from "@bobine/contract/policy/people";
import type { BodyOf, ParamsOf, QueryOf, ResponseOf, RouteContract } from "@bobine/contract/route";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Pool } from "pg";
import type { z } from "zod";
import { abandon, inTransaction, type OpenTransaction, reading, type Scope, type Tx } from "../db/scope.ts";
import { type AppError, errors } from "../errors.ts";
import type { Services } from "../services.ts";
import { type FieldReading, readFields } from "./field-errors.ts";
import { FirstAnswer, type Once, onceOf } from "./idempotency.ts";
import { recordRefusedCall } from "./refusals.ts";
import { openRequest } from "./session.ts";
import type { Identity, SignedInUser } from "./identity.ts";

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

/** What is particular to one route. */
export interface RouteOptions<R extends RouteContract> {
  /** Requests from one address of the network. */
  readonly rateLimit?: { readonly max: number; readonly timeWindow: string };
  /**
   * True when the handler only reads, and its first step is a transaction on what the request asks: it runs on the pool for
   * reading, and takes the transaction that the session was read in. Never for a handler that waits for anything else first,
   * which would hold a session of the database meanwhile. Asked with undefined when the query is wrong.
   */
  readonly readsAtOnce?: (query: QueryOf<R> | undefined) => boolean;
}

const limitsOf = ({ rateLimit }: RouteOptions<RouteContract>) => (rateLimit ? { rateLimit } : {});

const API_PREFIX = "/api/v1";

function parsed<T extends z.ZodType>(
  schema: T | undefined,
  input: unknown,
  onError: (wrong: Record<string, string[]>) => AppError,
): z.output<T> | undefined {
  return accepted(schema && readFields(schema, input), onError);
}

/** What a reading found, of what the route has a schema for. */
function accepted<T>(
  result: FieldReading<T> | undefined,
  onError: (wrong: Record<string, string[]>) => AppError,
): T | undefined {
  if (!result) return undefined;
  if ("wrong" in result) throw onError(result.wrong);
  return result.data;
}

/** SEC-1: the header scopes a super admin; from anyone else it is ignored and logged. */
function distributorOf(
  { user, chosenExists }: Identity,
  chosen: number | undefined,
  request: FastifyRequest,
): number | undefined {
  const header = request.headers["x-distributor-id"];
  if (!mayChooseDistributor(user)) {
    if (header !== undefined && String(header) !== String(user.distributor_id)) {
      request.log.warn({ user_id: user.id }, "X-Distributor-Id ignored: not a super admin");
    }
    return user.distributor_id ?? undefined;
  }
  if (header === undefined || header === "") return undefined;
  if (chosen === undefined || !chosenExists) throw errors.distributor.required();
  return chosen;
}

function chosenIn(request: FastifyRequest): number | undefined {
  const header = request.headers["x-distributor-id"];
  return typeof header === "string" && /^[1-9]\d{0,15}$/.test(header) && Number.isSafeInteger(Number(header))
    ? Number(header)
    : undefined;
}

interface Authorised {
  readonly user: SignedInUser | undefined;
  readonly distributorId: number | undefined;
  readonly scope: Scope;
  /** Under the scope already, for the first work, when the database was asked for the session. */
  readonly opened: OpenTransaction | undefined;
}

async function authorise(
  services: Services,
  route: RouteContract,
  request: FastifyRequest,
  pool: Pool,
): Promise<Authorised> {
  const { access, beforeProfile } = route;
  if (access === "public")
    return { user: undefined, distributorId: undefined, scope: { kind: "nobody" }, opened: undefined };
  const chosen = chosenIn(request);
  const isWide = access === "super-admin";
  const { identity, opened } = await openRequest(services, request, pool, chosen, isWide);
  const { user } = identity;
  try {
    if (!mayCall(access, user)) throw errors.forbidden();
    if (!beforeProfile && hasIncompleteProfile(user)) throw errors.profileIncomplete();
    const distributorId = distributorOf(identity, chosen, request);
    if (access === "distributor" && distributorId === undefined) throw errors.distributor.required();
    return { user, distributorId, scope: scopeOf(user, isWide ? undefined : distributorId), opened };
  } catch (error) {
    if (opened) await abandon(opened);
    await recordRefusedCall(services, request, route, user, error);
    throw error;
  }
}

/** The same rule as `open_request` of migration 043. */
function scopeOf(user: SignedInUser, distributorId: number | undefined): Scope {
  if (distributorId !== undefined) return { kind: "distributor", distributorId };
  return { kind: isSuperAdmin(user) ? "all" : "nobody" };
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
  options: RouteOptions<R> = {},
): void {
  app.route({
    method: route.method,
    url: API_PREFIX + route.path,
    config: { contract: route, ...limitsOf(options), ...(route.signed ? { withoutCsrf: true } : {}) },
    handler: async (request, reply) => {
      const query = route.query && readFields(route.query, request.query);
      const isReading =
        options.readsAtOnce?.(query && "data" in query ? (query.data as QueryOf<R>) : undefined) ?? false;
      const readers = isReading ? services.readers : undefined;
      const { user, distributorId, scope, opened } = await authorise(
        services,
        route,
        request,
        readers ?? services.pool,
      );
      let waiting = opened;
      const take = (): OpenTransaction | undefined => {
        const taken = waiting;
        waiting = undefined;
        return taken;
      };
      const endWaiting = async (): Promise<void> => {
        const unused = take();
        if (unused) await abandon(unused);
      };
      let once: Once | undefined;
      let answer: ResponseOf<R> | FastifyReply;
      try {
        const context = {
          services,
          user,
          distributorId,
          scope,
          params: parsed(route.params, request.params, () => errors.notFound()),
          query: accepted(query, errors.fields),
          body: parsed(route.body, request.body ?? undefined, errors.fields),
          request,
          reply,
          transaction: <T>(work: (tx: Tx) => Promise<T>) =>
            readers
              ? reading(readers, scope, work, take())
              : inTransaction(services.pool, scope, once?.around(work) ?? work, take()),
        } as RequestContext<R>;
        if (!isReading) await endWaiting();
        if (user && distributorId !== undefined)
          once = onceOf(services, request, { distributorId, userId: user.id, route });
        // A file is a part of what is asked: withUpload claims once it is there.
        if (route.upload === undefined)
          await once?.claim({ params: request.params, query: context.query, body: context.body });
        answer = await handler(context);
        await once?.finish(answer);
      } catch (error) {
        await endWaiting();
        if (error instanceof FirstAnswer)
          return reply
            .status(error.status)
            .header("idempotency-replayed", "true")
            .type("application/json; charset=utf-8")
            .send(error.text);
        await once?.release();
        if (user) await recordRefusedCall(services, request, route, user, error);
        throw error;
      } finally {
        await endWaiting();
      }
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
