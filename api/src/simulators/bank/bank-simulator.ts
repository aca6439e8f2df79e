// A bank aggregator of our own, which speaks like Bridge 2025-01-15 (AGG-6): for the demo, for development, for tests.
import { randomBytes } from "node:crypto";
import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import type { StoredJson } from "../stored-json.ts";
import { eventSender } from "./event-sender.ts";
import { type Fault, guardCalls, type LeftFault, takeJson } from "./guarded-calls.ts";
import { DEMO_BANK, mountSimulatedBridge } from "./simulated-bridge.routes.ts";
import { mountSimulatorCalls } from "./simulator-calls.routes.ts";
import {
  type ConnectSession,
  type StoredSimulator,
  type SimulatedItem,
  type SimulatedOperation,
  SimulatorState,
} from "./simulator-state.ts";

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
  endSession(id: string, login: string, bank?: number): Promise<string>;
  close(): Promise<void>;
}

/** The account of a person, and what is on it already. */
export type SimulatedAccountOf = (
  externalUserId: string,
  bank: number,
  login: string,
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
  const faults: LeftFault[] = [];
  const counts = new Map<string, number>();
  const credentials = {
    clientId: "simulator",
    clientSecret: randomBytes(24).toString("base64url"),
    webhookSecret: randomBytes(24).toString("base64url"),
  };
  const app = Fastify({ forceCloseConnections: true });
  const sender = eventSender({
    now: () => state.now(),
    address: () => simulator.webhookUrl,
    secret: credentials.webhookSecret,
    sleep,
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
    deliver: sender.deliver,
    replay: sender.replay,
    sendEvent: (type, item) => {
      void simulator.deliver(type, eventContentOf(item));
    },
    async produce(item) {
      const { operations } = await accountOf(
        state.users.get(item.user_uuid) ?? "",
        item.provider_id,
        item.login,
      );
      const known = new Set(state.linesOf(item.id).map(({ label, amount }) => `${amount} ${label}`));
      const fresh = operations.filter(({ label, amount }) => !known.has(`${amount} ${label}`));
      return state.addOperations(item.id, fresh).length;
    },
    session: (id) => state.sessions.get(id),
    endSession: (id, login, bank = DEMO_BANK.id) => endSession(simulator, accountOf, id, login, bank),
    close: async () => {
      await app.close();
      await kept?.flush();
    },
  };

  takeJson(app);
  guardCalls(app, { credentials, calls: simulator.calls, faults, sleep });
  mountSimulatedBridge(app, simulator, { pageSize, pagesUrl, counts });
  mountSimulatorCalls(app, state, (now) => {
    offset = Date.parse(now) - options.now().getTime();
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

/** Of somebody else, who has another account at the same bank (AGG-8). */
export const OTHER_LOGIN = "collegue";
/** The logins of the sandbox's bank, and the item status that each leaves; a step is where a person gave up or failed. */
const OUTCOMES: Readonly<Record<string, { readonly status: number; readonly step?: string }>> = {
  success: { status: 0 },
  [OTHER_LOGIN]: { status: 0 },
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
  bank: number,
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
    const { iban, operations } = await accountOf(state.users.get(session.user_uuid) ?? "", bank, login);
    item = state.makeItem(session.user_uuid, outcome.status, iban, { bank, login });
    state.addOperations(item.id, operations);
  }
  simulator.sendEvent(isRenewed ? "item.refreshed" : "item.created", item);
  back.searchParams.set("item_id", String(item.id));
  return back.href;
}
