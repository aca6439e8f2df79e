// A bank aggregator of our own, which speaks like Bridge 2025-01-15 (AGG-6): for the demo, for development, for tests.
import { createHmac, randomBytes, randomUUID } from "node:crypto";
import type { AddressInfo } from "node:net";
import Fastify, { type FastifyReply } from "fastify";
import { z } from "zod";
import { cents } from "@bobine/contract/money";
import { mountSimulatedBridge } from "./simulated-bridge.routes.ts";
import type { StoredJson } from "../stored-json.ts";
import {
  type ConnectSession,
  type StoredSimulator,
  type SimulatedItem,
  type SimulatedOperation,
  SimulatorState,
} from "./simulator-state.ts";

const VERSION = "2025-01-15";
const DELIVERIES = 4;

/** What goes wrong on purpose, for the next calls whose path holds `path`. */
export type Fault = { readonly path: string; readonly times: number } & (
  | { readonly kind: "status"; readonly status: number; readonly retryAfter?: number }
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
  /** What still goes wrong. */
  readonly faults: readonly Fault[];
  repair(): void;
  /** How its lists name their next page. */
  pagination: "relative" | "absolute" | "foreign" | "endless";
  /** 429 from that call of a user on. */
  rate: number;
  /** Where events go; null keeps them. */
  webhookUrl: string | null;
  /**
   * Sends an event, and again until it is taken.
   * @param secret what signs it; by default the one that the product knows
   * @returns the last HTTP status; 0 without an answer
   */
  deliver(type: string, content: object, secret?: string): Promise<number>;
  /** Sends the bytes of the last event once more. @returns undefined when there was none */
  replay(): Promise<number | undefined>;
  /** Tells the product, as Bridge does, that a bank changed; nobody waits for it. */
  sendEvent(
    type: "item.created" | "item.refreshed" | "item.deleted" | "item.account.updated",
    item: SimulatedItem,
  ): void;
  /** New operations that the person's account has had since: the clients' payments of open invoices. @returns how many */
  produce(item: SimulatedItem): Promise<number>;
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
  /** Where it keeps what it knows; nowhere, it forgets it at the end. */
  readonly kept?: StoredJson<StoredSimulator>;
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
  const { kept } = options;
  const state = new SimulatorState(
    () => new Date(options.now().getTime() + offset),
    kept?.known,
    () => kept?.changed(() => state.snapshot()),
  );
  let lastEvent: { readonly body: string; readonly signature: string } | undefined;
  const post = async (body: string, signature: string): Promise<number> => {
    if (simulator.webhookUrl === null) return 0;
    return await fetch(simulator.webhookUrl, {
      method: "POST",
      body,
      redirect: "error",
      signal: AbortSignal.timeout(10_000),
      headers: {
        "content-type": "application/json",
        "bridgeapi-signature": signature,
        // A connection that waits for more would keep the product from ending.
        connection: "close",
      },
    }).then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.status;
      },
      () => 0,
    );
  };
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
    else if (fault.kind === "status") {
      if (fault.retryAfter !== undefined) reply.header("retry-after", String(fault.retryAfter));
      return refuse(reply, fault.status, "Simulated failure");
    } else if (fault.kind === "text") return reply.status(200).type("application/json").send(fault.text);
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
    get faults() {
      return faults.filter(({ left }) => left > 0).map(({ fault, left }) => ({ ...fault, times: left }));
    },
    repair: () => {
      faults.splice(0);
    },
    async deliver(type, content, secret = credentials.webhookSecret) {
      if (simulator.webhookUrl === null) return 0;
      const body = JSON.stringify({ content, timestamp: state.now().getTime(), type, id: randomUUID() });
      const signature = signatureOf(secret, body);
      lastEvent = { body, signature };
      let status = 0;
      for (let attempt = 0; attempt < DELIVERIES && (status < 200 || status >= 300); attempt += 1) {
        // A refusal stays one.
        if (status === 401) break;
        if (attempt > 0) await sleep(1_000 * attempt);
        status = await post(body, signature);
      }
      return status;
    },
    replay: async () => lastEvent && (await post(lastEvent.body, lastEvent.signature)),
    sendEvent: (type, item) => {
      void simulator.deliver(type, eventContentOf(item));
    },
    async produce(item) {
      const { operations } = await accountOf(state.users.get(item.user_uuid) ?? "");
      const known = new Set(state.linesOf(item.id).map(({ label, amount }) => `${amount} ${label}`));
      const fresh = operations.filter(({ label, amount }) => !known.has(`${amount} ${label}`));
      return state.addOperations(item.id, fresh).length;
    },
    session: (id) => state.sessions.get(id),
    endSession: (id, login) => endSession(simulator, accountOf, id, login),
    close: async () => {
      await app.close();
      await kept?.flush();
    },
  };

  mountSimulatedBridge(app, simulator, { pageSize, pagesUrl, counts, refuse });
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

/** What an event says of a bank (AGG-4). */
export const eventContentOf = (item: SimulatedItem) => ({
  item_id: item.id,
  user_uuid: item.user_uuid,
  status: item.status,
  status_code_info: item.status === 1010 ? "otp_required" : null,
  full_refresh: false,
  refresh_trigger: "scheduler",
});

/** As Bridge signs: upper-case hexadecimal digits after the scheme. */
export const signatureOf = (secret: string, body: string): string =>
  `v1=${createHmac("sha256", secret).update(body).digest("hex").toUpperCase()}`;

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
  state.closeSession(id);
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
  const isRenewed = item !== undefined;
  if (item) state.setStatus(item, outcome.status);
  else {
    const { iban, operations } = await accountOf(state.users.get(session.user_uuid) ?? "");
    item = state.makeItem(session.user_uuid, outcome.status, iban);
    state.addOperations(item.id, operations);
  }
  simulator.sendEvent(isRenewed ? "item.refreshed" : "item.created", item);
  back.searchParams.set("item_id", String(item.id));
  return back.href;
}
