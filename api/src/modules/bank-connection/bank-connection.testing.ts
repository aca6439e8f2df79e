// A person in front of the bank's page, over the real simulator. Tests use it.
import { cents } from "@bobine/contract/money";
import sql from "sql-template-tag";
import type { BankSimulator } from "../../simulators/bank/bank-simulator.ts";
import type { SimulatedItem, SimulatedOperation } from "../../simulators/bank/simulator-state.ts";
import { aDistributor, aStaffUser, type BuiltDistributor } from "../../testing/builders.ts";
import type { TestApp, TestAnswer, TestClient } from "../../testing/test-app.ts";

export interface BankCustomer {
  readonly distributor: BuiltDistributor;
  readonly client: TestClient;
  readonly userId: number;
}

export const simulatorOf = (app: TestApp): BankSimulator => {
  if (!app.bank) throw new Error("this app speaks with a real aggregator");
  return app.bank;
};

let ibans = 0;
/** A distributor with an account of its own, and a signed-in person. */
export async function aBankCustomer(app: TestApp): Promise<BankCustomer> {
  ibans += 1;
  const iban = `FR76300040000100${String(ibans).padStart(11, "0")}`;
  const distributor = await app.inDatabase((tx) => aDistributor(tx, { iban }));
  const user = await app.inDatabase((tx) => aStaffUser(tx, distributor));
  return { distributor, client: await app.as(user), userId: user.id };
}

/** Which bank, by its number, and how the session is asked for. */
interface AtBank {
  readonly bank?: number;
  readonly query?: string;
}

/** Opens a session and signs in at the simulated bank. @returns where the bank sends the browser: path and query */
export async function signInAtBank(
  app: TestApp,
  { client }: BankCustomer,
  login = "success",
  { bank, query = "" }: AtBank = {},
): Promise<string> {
  const started = await client.post(`/banking/start-bridge-connection/${query}`);
  if (started.status !== 200) throw new Error(`${started.status} ${started.text}`);
  const page = new URL(started.body.redirect_url);
  const left = await app.app.inject({
    url: `${page.pathname}/suite?login=${login}&step=2&bank=${bank ?? ""}`,
  });
  const back = new URL(String(left.headers.location));
  return back.pathname + back.search;
}

/** Connects a bank and follows the browser home. @returns the result that the screen is told */
export async function connect(
  app: TestApp,
  customer: BankCustomer,
  login = "success",
  at?: AtBank,
): Promise<string | null> {
  return resultOf(await customer.client.get(await signInAtBank(app, customer, login, at)));
}

export function resultOf(answer: TestAnswer): string | null {
  if (answer.status !== 303) throw new Error(`${answer.status} ${answer.text}`);
  return new URL(String(answer.headers["location"]), "http://localhost").searchParams.get("result");
}

/** The item of a customer who is connected, at one of several banks when it is named. */
export async function itemOf(
  app: TestApp,
  { distributor }: BankCustomer,
  bank: number | null = null,
): Promise<SimulatedItem> {
  const { item_id } = await app.inDatabase((tx) =>
    tx.one<{ item_id: number }>(sql`
      select item_id from bank_connection
      where distributor_id = ${distributor.id} and (${bank}::bigint is null or bank_provider_id = ${bank})`),
  );
  const item = simulatorOf(app).state.items.get(item_id);
  if (!item) throw new Error("no such item");
  return item;
}

/** Puts lines on the account and synchronises. */
export async function receive(
  app: TestApp,
  customer: BankCustomer,
  operations: readonly SimulatedOperation[],
): Promise<void> {
  simulatorOf(app).state.addOperations((await itemOf(app, customer)).id, operations);
  await sync(app, customer);
}

export async function sync(app: TestApp, { client }: BankCustomer): Promise<void> {
  const answer = await client.post("/banking/sync-transactions/");
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
  await app.drainJobs();
}

export const statusOf = async ({ client }: BankCustomer) =>
  (await client.get("/banking/connection-status/")).body;

export interface SavedTransaction {
  readonly id: number;
  readonly label: string;
  readonly amount: string;
  readonly source: string;
  readonly is_linked: boolean;
}
export const linesOf = (app: TestApp, { distributor }: BankCustomer): Promise<SavedTransaction[]> =>
  app.inDatabase((tx) =>
    tx.many<SavedTransaction>(sql`
      select id, label, amount, source, provider_transaction_id is not null as is_linked from bank_transaction
      where distributor_id = ${distributor.id} order by transaction_date, id`),
  );

export const actionsOf = (app: TestApp, { distributor }: BankCustomer) =>
  app.inDatabase((tx) =>
    tx.many<{
      id: number;
      status: string;
      reason_code: string;
      description: string;
      explanation: string[];
    }>(sql`
      select id, status, reason_code, description, explanation from user_action
      where distributor_id = ${distributor.id} order by id`),
  );

export const operation = (label: string, amount: number, date = "2026-11-28"): SimulatedOperation => ({
  label,
  amount: cents(amount),
  date,
});

/** The details of the distributor's last audit entry of a kind. */
export const lastAuditOf = async (app: TestApp, { distributor }: BankCustomer, type: string) =>
  (
    await app.inDatabase((tx) =>
      tx.one<{ action_details: Record<string, unknown> }>(sql`
        select action_details from audit_log where distributor_id = ${distributor.id} and action_type = ${type}
        order by id desc limit 1`),
    )
  ).action_details;
