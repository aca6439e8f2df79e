import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { refuse } from "./guarded-calls.ts";
import { type SimulatedItem, type SimulatorState, wireOf } from "./simulator-state.ts";

/** AGG-6: the Demo Bank of the sandbox, and a second bank for whoever has two (AGG-8). */
export const DEMO_BANK = { id: 574, name: "Banque de démonstration" };
export const OTHER_BANK = { id: 575, name: "Banque du Port (démonstration)" };
export const DEMO_BANKS = [DEMO_BANK, OTHER_BANK];
const FAR = "/v3/aggregation";

/** What these calls read of the simulator. */
interface Simulator {
  readonly url: string;
  readonly state: SimulatorState;
  readonly pagination: "relative" | "absolute" | "foreign" | "endless";
  readonly rate: number;
  sendEvent(type: "item.deleted", item: SimulatedItem): void;
}

interface ApiParts {
  readonly pageSize: number;
  readonly pagesUrl: string;
  readonly counts: Map<string, number>;
}

/** The calls of Bridge that the product makes (AGG-1). */
export function mountSimulatedBridge(
  app: FastifyInstance,
  simulator: Simulator,
  { pageSize, pagesUrl, counts }: ApiParts,
): void {
  const { state } = simulator;
  const asUser = userCalls(simulator, counts);
  const page = pageSender(simulator);
  mountUsers(app, state);
  const itemOf = (user: string, id: number): SimulatedItem | undefined => {
    const item = state.items.get(id);
    return item?.user_uuid === user ? item : undefined;
  };
  app.post(
    `${FAR}/connect-sessions`,
    asUser((user, request, reply) => {
      const body = z
        .object({
          user_email: z.email(),
          callback_url: z.url(),
          context: z.string().max(100),
          item_id: z.number().optional(),
        })
        .safeParse(request.body);
      if (!body.success) return refuse(reply, 400, "Invalid session");
      const { callback_url, context, item_id = null } = body.data;
      if (item_id !== null && !itemOf(user, item_id)) return refuse(reply, 404, "Unknown item");
      const id = randomUUID();
      state.openSession({ id, user_uuid: user, callback_url, context, item_id });
      return { id, url: `${pagesUrl}/session/${id}` };
    }),
  );
  app.get(
    `${FAR}/items`,
    asUser((user, request, reply) => {
      const items = [...state.items.values()].filter((item) => item.user_uuid === user);
      return page(
        request,
        reply,
        items.map((item) => JSON.stringify(wireItem(item))),
        50,
      );
    }),
  );
  app.get(
    `${FAR}/items/:id`,
    asUser((user, request, reply) => {
      const item = itemOf(user, Number((request.params as { id: string }).id));
      return item ? wireItem(item) : refuse(reply, 404, "Unknown item");
    }),
  );
  app.delete(
    `${FAR}/items/:id`,
    asUser((user, request, reply) => {
      const item = itemOf(user, Number((request.params as { id: string }).id));
      if (!item) return refuse(reply, 404, "Unknown item");
      state.deleteItem(item.id);
      simulator.sendEvent("item.deleted", item);
      return reply.status(204).send();
    }),
  );
  app.get(
    `${FAR}/accounts`,
    asUser((user, request, reply) => {
      const item = itemOf(user, Number((request.query as { item_id?: string }).item_id));
      const accounts = state.accounts.filter((account) => account.item_id === item?.id);
      return page(
        request,
        reply,
        accounts.map((account) => JSON.stringify(account)),
        50,
      );
    }),
  );
  app.get(
    `${FAR}/transactions`,
    asUser((user, request, reply) => {
      const query = request.query as { account_id?: string; since?: string; limit?: string };
      const account = state.accounts.find(
        (one) => String(one.id) === query.account_id && itemOf(user, one.item_id) !== undefined,
      );
      const since = query.since === undefined ? "" : new Date(query.since).toISOString();
      const lines = state.transactions
        .filter((line) => line.account_id === account?.id && line.updated_at >= since)
        .map(wireOf);
      return page(request, reply, lines, Math.min(pageSize, Number(query.limit ?? pageSize)));
    }),
  );
}

/** The calls that need no user's token. */
function mountUsers(app: FastifyInstance, state: SimulatorState): void {
  const tokenAnswer = (uuid: string) => {
    const { token, expires_at } = state.makeToken(uuid);
    return { access_token: token, expires_at, user: { uuid, external_user_id: state.users.get(uuid) } };
  };
  app.post(`${FAR}/users`, async (request, reply) => {
    const { external_user_id } = z.object({ external_user_id: z.string() }).parse(request.body);
    const uuid = state.makeUser(external_user_id);
    if (uuid === undefined) return refuse(reply, 409, "User already exists");
    return reply.status(201).send({ uuid, external_user_id });
  });
  app.post(`${FAR}/authorization/token`, async (request, reply) => {
    const body = z
      .object({ user_uuid: z.string().optional(), external_user_id: z.string().optional() })
      .parse(request.body);
    const uuid = body.user_uuid ?? state.userOf(body.external_user_id ?? "");
    if (uuid === undefined || !state.users.has(uuid)) return refuse(reply, 404, "Unknown user");
    return tokenAnswer(uuid);
  });
  app.get("/v3/providers/:id", async (request, reply) => {
    const bank = DEMO_BANKS.find(({ id }) => (request.params as { id: string }).id === String(id));
    return bank
      ? { ...bank, group_name: bank.name, country_code: "FR" }
      : refuse(reply, 404, "Unknown provider");
  });
  app.delete(`${FAR}/users/:uuid`, async (request, reply) => {
    const { uuid } = request.params as { uuid: string };
    if (!state.deleteUser(uuid)) return refuse(reply, 404, "Unknown user");
    return reply.status(204).send();
  });
}

type UserCall = (user: string, request: FastifyRequest, reply: FastifyReply) => unknown;

/** A call of a user, whom the bearer token names. */
const userCalls =
  (simulator: Simulator, counts: Map<string, number>) =>
  (work: UserCall) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const user = simulator.state.userOfToken((request.headers.authorization ?? "").replace(/^Bearer /, ""));
    if (user === undefined) return refuse(reply, 401, "Invalid token");
    const limit = Number(request.headers["x-sim-rate"] ?? simulator.rate);
    counts.set(user, (counts.get(user) ?? 0) + 1);
    if ((counts.get(user) ?? 0) > limit) return refuse(reply, 429, "Too many requests");
    return work(user, request, reply);
  };

const wireItem = (item: SimulatedItem) => ({
  id: item.id,
  status: item.status,
  status_code_description: item.status_code_description,
  authentication_expires_at: item.authentication_expires_at,
  provider_id: item.provider_id,
  status_code_info: item.status === 1010 ? "otp_required" : null,
});

/** A list as text, a page of it: `after` is how many were given. */
const pageSender =
  (simulator: Simulator) =>
  (request: FastifyRequest, reply: FastifyReply, rows: readonly string[], size: number) => {
    const query = new URL(request.url, simulator.url).searchParams;
    const from = Number(query.get("after") ?? 0);
    query.set("after", String(from + size));
    const path = `${request.url.split("?")[0]}?${query.toString()}`;
    let next: string | null = from + size < rows.length ? path : null;
    if (next !== null && simulator.pagination === "absolute") next = simulator.url + path;
    if (next !== null && simulator.pagination === "foreign") next = `https://elsewhere.example${path}`;
    if (simulator.pagination === "endless") next = request.url;
    return reply
      .type("application/json")
      .send(
        `{"resources":[${rows.slice(from, from + size).join(",")}],"pagination":{"next_uri":${JSON.stringify(next)}}}`,
      );
  };
