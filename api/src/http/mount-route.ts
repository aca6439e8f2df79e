import { mayChooseDistributor, type OfDistributor } from "@bobine/contract/policy/people";
import type { BodyOf, ParamsOf, QueryOf, ResponseOf, RouteContract } from "@bobine/contract/route";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import { type Manner, type Scope, transaction, type Tx } from "../db/scope.ts";
import { type AppError, errors } from "../errors.ts";
import type { Services } from "../services.ts";
import { authorise, type Caller, type ChosenDistributor, chosenIn } from "./authorise.ts";
import { readFields } from "./field-errors.ts";
import { FirstAnswer, onceOf } from "./idempotency.ts";
import type { Identity, SignedInUser } from "./identity.ts";
import { lagOf, noteChange } from "./read-position.ts";
import { recordRefusedCall } from "./refusals.ts";
import { identify } from "./session.ts";

/** What a handler is given: everything of the request, validated, and the way to its tenant's data. */
export interface RequestContext<R extends RouteContract = RouteContract> {
  readonly services: Services;
  readonly user: R["access"] extends "public" ? SignedInUser | undefined : SignedInUser;
  /** The distributor that the request serves; only a route that serves one is sure to have it. */
  readonly distributorId: R["access"] extends OfDistributor ? number : number | undefined;
  readonly scope: Scope;
  readonly params: ParamsOf<R>;
  readonly query: QueryOf<R>;
  readonly body: BodyOf<R>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** One transaction under the request's scope. */
  readonly transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  /** One that may write, also of a route that reads a replica (`RouteOptions.mayLag`). */
  readonly writing: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
}

export type Handler<R extends RouteContract> = (
  context: RequestContext<R>,
) => Promise<ResponseOf<R> | FastifyReply>;

/** What is particular to one route. */
export interface RouteOptions<R extends RouteContract> {
  /** Requests from one address of the network. */
  readonly rateLimit?: { readonly max: number; readonly timeWindow: string };
  /** True when all that the handler does in its transactions is to read: they take the quick way (`transaction` of db/scope.ts). */
  readonly readsAtOnce?: (query: QueryOf<R>) => boolean;
  /** Those also ask all that they ask at once (`Manner.inOnePacket`). */
  readonly asksAtOnce?: (query: QueryOf<R>) => boolean;
  /** Its transactions read a replica, where there is one that has what its person has seen and changed (OPS-11). */
  readonly mayLag?: boolean;
  /** They read it as one snapshot (`MayLag.isSnapshot` of db/scope.ts). */
  readonly isSnapshot?: boolean;
  /** Each transaction of the handler is about a few rows (`Manner` of db/scope.ts). */
  readonly touchesFew?: boolean;
}

const limitsOf = ({ rateLimit }: RouteOptions<RouteContract>) => (rateLimit ? { rateLimit } : {});

const API_PREFIX = "/api/v1";

/**
 * Mounts one call of the contract. A request takes four steps: who asks (401) → may they, and for whom (403) → is what they ask
 * well formed (404, 400) → the module's work. A route is only reachable through here, so none forgets a step.
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
      const chosen = chosenIn(request.headers["x-distributor-id"]);
      const identity =
        route.access === "public"
          ? undefined
          : await identify(services, request, chosen === "unreadable" ? undefined : chosen);
      request.signedIn = identity?.user;
      try {
        const caller = authorise(route, identity, chosen);
        request.distributorId = caller.distributorId;
        logIgnoredChoice(request, identity, chosen);
        const input = validate(route, request);
        return await run({ services, route, handler, options, request, reply, ...caller, ...input });
      } catch (error) {
        if (identity) await recordRefusedCall(services, request, route, identity.user, error);
        throw error;
      }
    },
  });
}

function logIgnoredChoice(
  request: FastifyRequest,
  identity: Identity | undefined,
  chosen: ChosenDistributor,
): void {
  if (!identity || chosen === undefined || mayChooseDistributor(identity.user)) return;
  if (chosen !== identity.user.distributor_id)
    request.log.warn({ user_id: identity.user.id }, "X-Distributor-Id ignored: not a super admin");
}

/** What is asked, as the contract describes it. */
interface Input<R extends RouteContract> {
  readonly params: ParamsOf<R>;
  readonly query: QueryOf<R>;
  readonly body: BodyOf<R>;
}

/** Step 3. @throws 404 for an address that names nothing, 400 with the fields of the query or the body */
function validate<R extends RouteContract>(route: R, request: FastifyRequest): Input<R> {
  return {
    params: parsed(route.params, request.params, () => errors.notFound()),
    query: parsed(route.query, request.query, errors.fields),
    body: parsed(route.body, request.body ?? undefined, errors.fields),
  } as Input<R>;
}

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

type Work<R extends RouteContract> = Caller &
  Input<R> & {
    readonly services: Services;
    readonly route: R;
    readonly handler: Handler<R>;
    readonly options: RouteOptions<R>;
    readonly request: FastifyRequest;
    readonly reply: FastifyReply;
  };

/** Step 4, once for an idempotency key. */
async function run<R extends RouteContract>(work: Work<R>): Promise<FastifyReply | string> {
  const { services, route, handler, options, request, reply, user, distributorId, scope } = work;
  const { params, query, body } = work;
  const once = user ? onceOf(services, request, { distributorId, userId: user.id, route }) : undefined;
  const manner = {
    onlyReads: options.readsAtOnce?.(query) ?? false,
    inOnePacket: options.asksAtOnce?.(query) ?? false,
    touchesFew: options.touchesFew ?? false,
  };
  const under =
    (how: Manner) =>
    <T>(does: (tx: Tx) => Promise<T>) =>
      transaction(services, scope, once?.around(does) ?? does, how);
  const mayLag = options.mayLag
    ? lagOf(services, request, distributorId, options.isSnapshot ?? false)
    : undefined;
  const context = {
    services,
    user,
    distributorId,
    scope,
    params,
    query,
    body,
    request,
    reply,
    transaction: under(mayLag ? { ...manner, mayLag } : manner),
    writing: async <T>(does: (tx: Tx) => Promise<T>) => {
      const result = await under({})(does);
      if (distributorId !== undefined) await noteChange(services, distributorId);
      return result;
    },
  } as RequestContext<R>;
  let answer: ResponseOf<R> | FastifyReply;
  try {
    // A file is a part of what is asked: withUpload claims once it is there.
    if (route.upload === undefined)
      await once?.claim({ params: request.params, query: request.query, body: request.body ?? {} });
    answer = await handler(context);
    await once?.finish(answer);
  } catch (error) {
    if (error instanceof FirstAnswer)
      return reply
        .status(error.status)
        .header("idempotency-replayed", "true")
        .type("application/json; charset=utf-8")
        .send(error.text);
    await once?.release();
    throw error;
  }
  return answer === reply || reply.sent ? reply : written(services, route, reply, answer);
}

/** @returns the text that Fastify is to send: to return the reply would be to wait, and to keep the rows, until its reader has taken it all */
function written(
  services: Services,
  route: RouteContract,
  reply: FastifyReply,
  answer: unknown,
): FastifyReply | string {
  if (services.config.checkResponses && route.response) {
    const checked = route.response.safeParse(answer);
    if (!checked.success)
      throw new Error(
        `the answer of ${route.method} ${route.path} breaks its contract: ${checked.error.message}`,
      );
  }
  reply.status(route.status ?? 200);
  if (answer === undefined) return reply.send();
  reply.type("application/json; charset=utf-8");
  return JSON.stringify(answer);
}

declare module "fastify" {
  interface FastifyRequest {
    /** Who asks, once that is known. */
    signedIn?: SignedInUser | undefined;
    /** For which distributor, if for one. */
    distributorId?: number | undefined;
  }
  interface FastifyContextConfig {
    contract?: RouteContract;
  }
}
