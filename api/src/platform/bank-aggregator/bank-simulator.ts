// A bank aggregator of our own, which speaks like Bridge 2025-01-15 (DOMAIN §5.5): for the demo, for development, for tests.
import { createHmac, randomBytes, randomUUID } from "node:crypto";
import type { AddressInfo } from "node:net";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { z } from "zod";
import { cents } from "@bobine/contract/money";
import {
  type ConnectSession,
  type SimulatedItem,
  type SimulatedOperation,
  SimulatorState,
  wireOf,
} from "./simulator-state.ts";

const VERSION = "2025-01-15";
/** DOMAIN §5.5: the Demo Bank of the sandbox. */
export const DEMO_BANK = { id: 574, name: "Banque de démonstration" };
const DELIVERIES = 4;
const FAR = "/v3/aggregation";

/** What goes wrong on purpose, for the next calls whose path holds `path`. */
export type Fault = { readonly path: string; readonly times: number } & (
  | { readonly kind: "status"; readonly status: number }
  | { readonly kind: "slow"; readonly ms: number }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "hang up" }
);

export interface BankSimulator {
  /** Base of its API, for `BRIDGE_URL`. */
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly webhookSecret: string;
  readonly state: SimulatorState;
  /** Calls that reached it: `GET /v3/aggregation/items`. */
  readonly calls: string[];
  fail(fault: Fault): void;
  /** How its lists name their next page. */
  pagination: "relative" | "absolute" | "foreign" | "endless";
  /** 429 from that call of a user on. */
  rate: number;
  /** Where events go; null keeps them. */
  webhookUrl: string | null;
  /** Sends an event, signed, and again until it is taken. @returns the last HTTP status */
  deliver(type: string, content: object): Promise<number>;
  session(id: string): ConnectSession | undefined;
  /** What a person's login at the bank leads to. @returns where the browser goes */
  endSession(id: string, login: string): Promise<string>;
  close(): Promise<void>;
}

/** The account of a person, and what is on it already. */
export type SimulatedAccountOf = (
  externalUserId: string,
) => Promise<{ readonly iban: string; readonly operations: readonly SimulatedOperation[] }>;

interface Options {
  readonly now: () => Date;
  /** Base of the page where a person signs in, on the product's own origin. */
  readonly pagesUrl: string;
  readonly accountOf: SimulatedAccountOf;
  readonly pageSize?: number;
  readonly sleep?: (milliseconds: number) => Promise<void>;
}

const operationSchema = z.object({
  date: z.iso.date(),
  label: z.string().max(500),
  amount_cents: z.number().int(),
  future: z.boolean().optional(),
});

/** Starts it on a free port of 127.0.0.1. */
export async function startBankSimulator(options: Options): Promise<BankSimulator> {
  const { pageSize = 2, pagesUrl, accountOf } = options;
  const sleep = options.sleep ?? ((ms: number) => new Promise<void>((done) => setTimeout(done, ms)));
  let offset = 0;
  const state = new SimulatorState(() => new Date(options.now().getTime() + offset));
  const faults: { fault: Fault; left: number }[] = [];
  const counts = new Map<string, number>();
  const credentials = {
    clientId: "simulator",
    clientSecret: randomBytes(24).toString("base64url"),
    webhookSecret: randomBytes(24).toString("base64url"),
  };
  const app = Fastify({ forceCloseConnections: true });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => {
    try {
      done(null, body === "" ? {} : JSON.parse(body as string));
    } catch (error) {
      done(error as Error);
    }
  });
  const refuse = (reply: FastifyReply, status: number, message: string) =>
    reply.status(status).send({ errors: [{ code: "simulated", message }] });

  app.addHook("onRequest", async (request, reply) => {
    simulator.calls.push(`${request.method} ${request.url}`);
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
    else if (fault.kind === "status") return refuse(reply, fault.status, "Simulated failure");
    else if (fault.kind === "text") return reply.status(200).type("application/json").send(fault.text);
    else {
      request.raw.socket.destroy();
      return reply.hijack();
    }
  });

  const simulator: BankSimulator = {
    url: "",
    ...credentials,
    state,
    calls: [],
    pagination: "relative",
    rate: Number.POSITIVE_INFINITY,
    webhookUrl: null,
    fail: (fault) => {
      faults.push({ fault, left: fault.times });
    },
    async deliver(type, content) {
      if (simulator.webhookUrl === null) return 0;
      const body = JSON.stringify({ content, timestamp: state.now().getTime(), type, id: randomUUID() });
      let status = 0;
      for (let attempt = 0; attempt < DELIVERIES && (status < 200 || status >= 300); attempt += 1) {
        if (attempt > 0) await sleep(1_000 * attempt);
        status = await fetch(simulator.webhookUrl, {
          method: "POST",
          body,
          redirect: "error",
          signal: AbortSignal.timeout(10_000),
          headers: {
            "content-type": "application/json",
            "bridgeapi-signature": signatureOf(credentials.webhookSecret, body),
          },
        }).then(
          (answer) => answer.status,
          () => 0,
        );
      }
      return status;
    },
    session: (id) => state.sessions.get(id),
    endSession: (id, login) => endSession(simulator, accountOf, id, login),
    close: () => app.close(),
  };

  mountApi(app, simulator, { pageSize, pagesUrl, counts, refuse });
  app.post("/_sim/transactions", async (request) => {
    const { item_id, operations } = z
      .object({ item_id: z.number(), operations: z.array(operationSchema) })
      .parse(request.body);
    const lines = operations.map(({ amount_cents, future, ...rest }) => ({
      ...rest,
      amount: cents(amount_cents),
      future: future ?? false,
    }));
    return { ids: state.addOperations(item_id, lines).map((line) => line.id) };
  });
  app.post("/_sim/items/:id/status", async (request, reply) => {
    const item = state.items.get(Number((request.params as { id: string }).id));
    if (!item) return refuse(reply, 404, "Unknown item");
    state.setStatus(item, z.object({ status: z.number().int() }).parse(request.body).status);
    return {};
  });
  app.post("/_sim/clock", async (request) => {
    const { now } = z.object({ now: z.iso.datetime() }).parse(request.body);
    offset = Date.parse(now) - options.now().getTime();
    return { now: state.now().toISOString() };
  });

  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return Object.assign(simulator, { url: `http://127.0.0.1:${port}` });
}

/** As Bridge signs: upper-case hexadecimal digits after the scheme. */
export const signatureOf = (secret: string, body: string): string =>
  `v1=${createHmac("sha256", secret).update(body).digest("hex").toUpperCase()}`;

interface ApiParts {
  readonly pageSize: number;
  readonly pagesUrl: string;
  readonly counts: Map<string, number>;
  readonly refuse: (reply: FastifyReply, status: number, message: string) => FastifyReply;
}

function mountApi(
  app: FastifyInstance,
  simulator: BankSimulator,
  { pageSize, pagesUrl, counts, refuse }: ApiParts,
): void {
  const { state } = simulator;

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
  app.get("/v3/providers/:id", async (request, reply) =>
    (request.params as { id: string }).id === String(DEMO_BANK.id)
      ? { ...DEMO_BANK, group_name: DEMO_BANK.name, country_code: "FR" }
      : refuse(reply, 404, "Unknown provider"),
  );
  app.delete(`${FAR}/users/:uuid`, async (request, reply) => {
    const { uuid } = request.params as { uuid: string };
    if (!state.users.delete(uuid)) return refuse(reply, 404, "Unknown user");
    for (const item of state.items.values()) if (item.user_uuid === uuid) state.deleteItem(item.id);
    return reply.status(204).send();
  });

  /** A call of a user, whom the bearer token names. */
  const asUser =
    (work: (user: string, request: FastifyRequest, reply: FastifyReply) => unknown) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
      const user = state.userOfToken((request.headers.authorization ?? "").replace(/^Bearer /, ""));
      if (user === undefined) return refuse(reply, 401, "Invalid token");
      const limit = Number(request.headers["x-sim-rate"] ?? simulator.rate);
      counts.set(user, (counts.get(user) ?? 0) + 1);
      if ((counts.get(user) ?? 0) > limit) return refuse(reply, 429, "Too many requests");
      return work(user, request, reply);
    };
  const itemOf = (user: string, id: number): SimulatedItem | undefined => {
    const item = state.items.get(id);
    return item?.user_uuid === user ? item : undefined;
  };
  const wireItem = (item: SimulatedItem) => ({
    id: item.id,
    status: item.status,
    status_code_description: item.status_code_description,
    authentication_expires_at: item.authentication_expires_at,
    provider_id: DEMO_BANK.id,
    status_code_info: item.status === 1010 ? "otp_required" : null,
  });
  /** A list as text, a page of it: `after` is how many were given. */
  const page = (request: FastifyRequest, reply: FastifyReply, rows: readonly string[], size: number) => {
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
      state.sessions.set(id, { id, user_uuid: user, callback_url, context, item_id });
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

/** The logins of the sandbox's bank, and the item status that each leaves; a step is where a person gave up or failed. */
const OUTCOMES: Readonly<Record<string, { readonly status: number; readonly step?: string }>> = {
  success: { status: 0 },
  otp: { status: 0 },
  app2app: { status: 0 },
  otp_fail: { status: 402, step: "otp_form" },
  app2app_expiry: { status: 402, step: "sync_error" },
  wrong_password: { status: 402, step: "bank_creds_form" },
  needs_sca: { status: 1010 },
  down: { status: 1003 },
};
export const LOGINS = Object.keys(OUTCOMES);

async function endSession(
  simulator: BankSimulator,
  accountOf: SimulatedAccountOf,
  id: string,
  login: string,
): Promise<string> {
  const { state } = simulator;
  const session = state.sessions.get(id);
  if (!session) throw new Error("this session does not exist");
  const outcome = OUTCOMES[login] ?? { status: 402, step: "bank_creds_form" };
  state.sessions.delete(id);
  const back = new URL(session.callback_url);
  const isDone = outcome.step === undefined;
  back.searchParams.set("user_uuid", session.user_uuid);
  back.searchParams.set("success", String(isDone));
  back.searchParams.set("context", session.context);
  if (outcome.step !== undefined) {
    back.searchParams.set("step", outcome.step);
    return back.href;
  }
  let item = session.item_id === null ? undefined : state.items.get(session.item_id);
  if (item) state.setStatus(item, outcome.status);
  else {
    const { iban, operations } = await accountOf(state.users.get(session.user_uuid) ?? "");
    item = state.makeItem(session.user_uuid, outcome.status, iban);
    state.addOperations(item.id, operations);
  }
  back.searchParams.set("item_id", String(item.id));
  return back.href;
}
