// Several banks of one distributor, and what files bring of the same accounts (AGG-8), over the simulator and on a real database.
import sql from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { BankSimulator } from "../../simulators/bank/bank-simulator.ts";
import { DEMO_BANK, OTHER_BANK } from "../../simulators/bank/simulated-bridge.routes.ts";
import { must } from "../../domain/must.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import {
  aBankCustomer,
  actionsOf,
  type BankCustomer,
  connect,
  itemOf,
  linesOf,
  operation,
  simulatorOf,
  statusOf,
  sync,
} from "./bank-connection.testing.ts";
import { bankConnectionHandlers } from "./synchronise-bank.ts";

let app: TestApp;
let bank: BankSimulator;
let me: BankCustomer;
beforeAll(async () => {
  app = await createTestApp();
  bank = simulatorOf(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.advance(60_000);
  me = await aBankCustomer(app);
  await connect(app, me);
  await connectOther();
  await app.drainJobs();
});

const connectOther = () => connect(app, me, "success", { bank: OTHER_BANK.id, query: "?is_further=true" });
const banksOf = async () =>
  (await statusOf(me)).banks as { id: number; bank_name: string; status: string; sync: { state: string } }[];
const bankCalled = async (name: string) => {
  const found = (await banksOf()).find(({ bank_name }) => bank_name === name);
  if (!found) throw new Error(`no bank ${name}`);
  return found;
};
const accounts = async () =>
  (await me.client.get("/banking/accounts/")).body.results as {
    id: number;
    number: string;
    bank: string;
    ledger_account: string;
  }[];
const labels = async () => (await linesOf(app, me)).map(({ label }) => label).sort();
/** CAMT.053 names its account by its IBAN. */
const camt = (iban: string, entries: readonly (readonly [date: string, label: string, amount: string])[]) =>
  `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><GrpHdr><MsgId>M</MsgId><CreDtTm>2026-12-01T00:00:00</CreDtTm></GrpHdr><Stmt><Id>S</Id><CreDtTm>2026-12-01T00:00:00</CreDtTm><Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>EUR</Ccy></Acct>${entries
    .map(
      ([date, label, amount]) =>
        `<Ntry><Amt Ccy="EUR">${amount.replace("-", "")}</Amt><CdtDbtInd>${amount.startsWith("-") ? "DBIT" : "CRDT"}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>${date}</Dt></BookgDt><NtryDtls><TxDtls><RmtInf><Ustrd>${label}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
    )
    .join("")}</Stmt></BkToCstmrStmt></Document>`;
const upload = async (iban: string, entries: Parameters<typeof camt>[1]) =>
  (await me.client.upload("/banking/upload-transactions/", "file", "releve.xml", camt(iban, entries))).body
    .stats;
const OTHER_IBAN = "FR7699998000020007654321017";

const dollarsIban = "FR7699998000020007654329941";
const dollars = async () => {
  const item = await itemOf(app, me, DEMO_BANK.id);
  bank.state.nameDollars(item.id, dollarsIban);
  bank.state.addOperations(item.id, [operation("WIRE FROM LOS ANGELES", 120_000)], "USD");
};
const currencyOfAccounts = async () =>
  ((await me.client.get("/banking/accounts/")).body.results as { number: string; currency: string }[])
    .filter(({ number }) => number.includes(dollarsIban))
    .map(({ number, currency }) => `${number} ${currency}`);
const linesInDollars = () =>
  app.inDatabase((tx) =>
    tx.many<{ label: string; account: string }>(sql`
      select t.label, a.number as account from bank_transaction t join bank_account a on a.id = t.bank_account_id
      where t.distributor_id = ${me.distributor.id} and t.currency_code = 'USD'`),
  );
const addAccount = (currency: string) =>
  me.client.post("/banking/accounts/", { number: dollarsIban, label: "Dollars", currency });

describe("an account in another currency (AGG-2, BANK-38)", () => {
  test("is not read while nobody says that it is the company’s", async () => {
    await dollars();
    await sync(app, me);
    expect(await linesInDollars()).toEqual([]);
  });

  test("is read on an account of its own, in no sum of euros, and once", async () => {
    expect((await addAccount("USD")).status).toBe(201);
    await dollars();
    await sync(app, me);
    await sync(app, me);
    expect(await currencyOfAccounts()).toEqual([`${dollarsIban} USD`]);
    expect(await linesInDollars()).toEqual([{ label: "WIRE FROM LOS ANGELES", account: dollarsIban }]);
  });

  test("is a part of the account in euros of that number", async () => {
    expect((await addAccount("EUR")).status).toBe(201);
    await dollars();
    await sync(app, me);
    expect(await currencyOfAccounts()).toEqual([`${dollarsIban} EUR`, `USD*${dollarsIban} USD`]);
    expect(await linesInDollars()).toEqual([
      { label: "WIRE FROM LOS ANGELES", account: `USD*${dollarsIban}` },
    ]);
  });

  test("takes no euros: who can mend it is told", async () => {
    expect((await addAccount("GBP")).status).toBe(201);
    await dollars();
    await sync(app, me);
    expect(await linesInDollars()).toEqual([]);
    expect(JSON.stringify(await statusOf(me))).toContain(
      "est en GBP, et la banque en donne des opérations en USD",
    );
  });
});

describe("a second bank (AGG-8)", () => {
  test("is connected beside the first: both are read, each into an account of its own", async () => {
    expect(await statusOf(me)).toMatchObject({
      is_connected: true,
      status: "connected",
      banks: [
        { bank_name: DEMO_BANK.name, status: "connected", sync: { stats: { imported: 3 } } },
        { bank_name: OTHER_BANK.name, status: "connected", sync: { stats: { imported: 2 } } },
      ],
    });
    expect(await accounts()).toMatchObject([
      { bank: DEMO_BANK.name, ledger_account: "512100" },
      { number: OTHER_IBAN, bank: OTHER_BANK.name, ledger_account: "512200" },
    ]);
    const [, other] = await accounts();
    const { body } = await me.client.get(`/banking/all-transactions/?bank_account=${other?.id}`);
    expect(body.map(({ label }: { label: string }) => label).sort()).toEqual([
      "FRAIS DE TENUE DE COMPTE",
      "INTERETS CREDITEURS LIVRET DE DEMONSTRATION",
    ]);
  });

  test("connected again takes the place of its own access alone", async () => {
    const [first, second] = [await itemOf(app, me, DEMO_BANK.id), await itemOf(app, me, OTHER_BANK.id)];
    const before = await linesOf(app, me);
    expect(await connectOther()).toBe("connected");
    await app.drainJobs();
    expect(bank.state.items.has(second.id)).toBe(false);
    expect((await itemOf(app, me, DEMO_BANK.id)).id).toBe(first.id);
    expect(await linesOf(app, me)).toEqual(before);
  });

  test("is disconnected by itself: the other is read on, also what it deletes", async () => {
    const { id } = await bankCalled(OTHER_BANK.name);
    const gone = await itemOf(app, me, OTHER_BANK.id);
    for (let twice = 0; twice < 2; twice += 1)
      expect((await me.client.post(`/banking/disconnect-bridge/?connection_id=${id}`)).status).toBe(200);
    expect(await banksOf()).toMatchObject([{ bank_name: DEMO_BANK.name }]);
    expect((await statusOf(me)).is_connected).toBe(true);
    const item = await itemOf(app, me);
    const [line] = bank.state.linesOf(item.id);
    bank.state.change(line?.id ?? 0, { deleted: true });
    await sync(app, me);
    expect(bank.state.items.has(gone.id)).toBe(false);
    expect(await linesOf(app, me)).toHaveLength(4);
  });

  test("all are disconnected without a name", async () => {
    await me.client.post("/banking/disconnect-bridge/");
    await app.drainJobs();
    expect(await statusOf(me)).toMatchObject({ is_connected: false, status: "not_connected", banks: [] });
    expect(await linesOf(app, me)).toHaveLength(5);
  });

  test("fails by itself, and waits for its person by itself", async () => {
    const [first, second] = [await itemOf(app, me, DEMO_BANK.id), await itemOf(app, me, OTHER_BANK.id)];
    bank.state.setStatus(first, 1010);
    bank.state.setStatus(second, 1010);
    await sync(app, me);
    expect(await banksOf()).toMatchObject([{ status: "action_required" }, { status: "action_required" }]);
    const questions = async () =>
      (await actionsOf(app, me)).filter(({ reason_code }) => reason_code === "bank_connection_expired");
    expect(await questions()).toMatchObject([{ status: "PENDING" }]);
    const refused = await me.client.post("/banking/sync-transactions/");
    expect(refused.status).toBe(400);

    // One is renewed: the other still waits, and so does the question.
    const { id } = await bankCalled(OTHER_BANK.name);
    expect(await connect(app, me, "success", { query: `?connection_id=${id}` })).toBe("connected");
    await app.drainJobs();
    expect((await itemOf(app, me, OTHER_BANK.id)).id).toBe(second.id);
    expect(await statusOf(me)).toMatchObject({
      is_connected: true,
      status: "action_required",
      message: `${DEMO_BANK.name}\u00a0: La banque demande une nouvelle authentification. Reconnectez votre compte.`,
    });
    expect(await questions()).toMatchObject([{ status: "PENDING" }]);
    bank.state.addOperations(second.id, [operation("VIR PENDANT CE TEMPS", 42_00)]);
    await sync(app, me);
    expect(await labels()).toContain("VIR PENDANT CE TEMPS");

    const other = await bankCalled(DEMO_BANK.name);
    expect(await connect(app, me, "success", { query: `?connection_id=${other.id}` })).toBe("connected");
    expect(await questions()).toMatchObject([{ status: "DONE" }]);
    await app.drainJobs();
  });

  test("that the aggregator has lost stays in sight and asked about while the other is read (AGG-8)", async () => {
    const questions = async () =>
      (await actionsOf(app, me)).filter(({ reason_code }) => reason_code === "bank_connection_expired");
    bank.state.items.delete((await itemOf(app, me, OTHER_BANK.id)).id);
    for (let reads = 0; reads < 2; reads += 1) await sync(app, me);
    expect(await banksOf()).toMatchObject([
      { bank_name: DEMO_BANK.name, status: "connected" },
      {
        bank_name: OTHER_BANK.name,
        status: "action_required",
        message: "La connexion à la banque n’existe plus. Reconnectez votre compte.",
      },
    ]);
    expect(await questions()).toMatchObject([{ status: "PENDING" }]);

    const { id } = await bankCalled(OTHER_BANK.name);
    const at = { bank: OTHER_BANK.id, query: `?connection_id=${id}` };
    expect(await connect(app, me, "success", at)).toBe("connected");
    await app.drainJobs();
    expect(await banksOf()).toMatchObject([
      { bank_name: DEMO_BANK.name, status: "connected" },
      { id, bank_name: OTHER_BANK.name, status: "connected" },
    ]);
    expect(await questions()).toMatchObject([{ status: "DONE" }]);
    expect(await linesOf(app, me)).toHaveLength(5);
  });

  test("that the aggregator has lost is asked about no more once it is disconnected", async () => {
    bank.state.items.delete((await itemOf(app, me, OTHER_BANK.id)).id);
    await sync(app, me);
    const { id } = await bankCalled(OTHER_BANK.name);
    expect((await me.client.post(`/banking/disconnect-bridge/?connection_id=${id}`)).status).toBe(200);
    await app.drainJobs();
    expect(await banksOf()).toMatchObject([{ bank_name: DEMO_BANK.name }]);
    expect((await actionsOf(app, me)).map(({ status }) => status)).not.toContain("PENDING");
  });

  test("that was connected while the aggregator denied another in its place stays (AGG-7)", async () => {
    const place = await app.inDatabase((tx) =>
      tx.one<{ id: number }>(sql`
        insert into bank_connection (distributor_id, provider_user, awaited_item_id)
        select distributor_id, provider_user, 999999 from bank_connection where distributor_id = ${me.distributor.id} limit 1
        returning id`),
    );
    vi.spyOn(app.services.bank, "item").mockImplementationOnce(async () => {
      expect(await connect(app, me, "collegue", { query: "?is_further=true" })).toBe("connected");
      return undefined;
    });
    await bankConnectionHandlers(app.services)["sync-bank"]({
      distributor_id: me.distributor.id,
      connection_id: place.id,
      user_id: me.userId,
    });
    await app.drainJobs();
    vi.restoreAllMocks();
    expect((await banksOf()).map(({ id }) => id)).toContain(place.id);
    expect(await labels()).toContain("FRAIS DE CARTE DEMONSTRATION");
  });

  test("an event that names a bank has that one read", async () => {
    const { id, user_uuid } = await itemOf(app, me, OTHER_BANK.id);
    await app.app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = app.app.server.address() as { port: number };
    bank.webhookUrl = `http://127.0.0.1:${port}/api/v1/banking/bridge-webhook/`;
    expect(await bank.deliver("item.refreshed", { item_id: id, user_uuid })).toBe(200);
    bank.webhookUrl = null;
    expect((await banksOf()).map(({ sync: { state } }) => state)).toEqual(["idle", "queued"]);
    await app.drainJobs();
    expect((await banksOf()).map(({ sync: { state } }) => state)).toEqual(["idle", "idle"]);
  });

  test("of another distributor is not found, and not ended", async () => {
    const stranger = await aBankCustomer(app);
    const [{ id } = { id: 0 }] = await banksOf();
    const { client } = stranger;
    for (const path of ["start-bridge-connection", "sync-transactions"])
      expect([path, (await client.post(`/banking/${path}/?connection_id=${id}`)).status]).toEqual([
        path,
        404,
      ]);
    expect((await client.post(`/banking/disconnect-bridge/?connection_id=${id}`)).status).toBe(200);
    expect(await banksOf()).toHaveLength(2);
  });
});

describe("two accesses to one bank (AGG-8)", () => {
  const COLLEAGUES_IBAN = "FR7699999000010009876543219";
  const connectColleague = () => connect(app, me, "collegue", { query: "?is_further=true" });
  type Access = { id: number; ibans: string[]; status: string; is_connected: boolean };
  const accesses = async () =>
    ((await statusOf(me)).banks as (Access & { bank_name: string })[]).filter(
      ({ bank_name }) => bank_name === DEMO_BANK.name,
    );
  const itemsThere = () => {
    const { user_uuid } = must([...bank.state.items.values()].at(-1), "item");
    const own = [...bank.state.items.values()].filter((item) => item.user_uuid === user_uuid);
    return own.filter(({ provider_id }) => provider_id === DEMO_BANK.id);
  };
  const ownIban = () => {
    const item = must(itemsThere()[0], "item");
    return must(
      bank.state.accounts.find(({ item_id }) => item_id === item.id),
      "account",
    ).iban;
  };
  beforeEach(async () => {
    await connectColleague();
    await app.drainJobs();
  });

  test("of two logins stand side by side, each with its account and what is on it", async () => {
    const [mine, colleagues] = await accesses();
    expect([mine?.ibans, colleagues?.ibans]).toEqual([[ownIban()], [COLLEAGUES_IBAN]]);
    expect((await accounts()).map(({ number }) => number)).toContain(COLLEAGUES_IBAN);
    expect(await labels()).toEqual(
      expect.arrayContaining(["COTISATION COMPTE PROFESSIONNEL", "FRAIS DE CARTE DEMONSTRATION"]),
    );
    expect(await linesOf(app, me)).toHaveLength(7);
  });

  test("need their person, are renewed and are disconnected one by one", async () => {
    const [first, second] = itemsThere();
    bank.state.setStatus(must(second, "item"), 1010);
    await sync(app, me);
    expect(await accesses()).toMatchObject([{ status: "connected" }, { status: "action_required" }]);
    const { id } = must((await accesses())[1], "access");
    expect(await connect(app, me, "success", { query: `?connection_id=${id}` })).toBe("connected");
    await app.drainJobs();
    expect(itemsThere()).toEqual([first, second]);
    expect(await accesses()).toMatchObject([{ status: "connected" }, { id, status: "connected" }]);
    await me.client.post(`/banking/disconnect-bridge/?connection_id=${id}`);
    await app.drainJobs();
    expect(itemsThere()).toEqual([first]);
    expect(await accesses()).toMatchObject([{ is_connected: true }]);
    bank.state.addOperations(must(first, "item").id, [operation("VIR APRES LUI", 11_00)]);
    await sync(app, me);
    expect(await labels()).toContain("VIR APRES LUI");
  });

  test("of one login are one: the later takes the place of the former, whichever is read first", async () => {
    const [, former] = itemsThere();
    const before = [await linesOf(app, me), (await accesses()).map(({ id }) => id)];
    expect(await connectColleague()).toBe("connected");
    await app.drainJobs();
    expect(itemsThere()).toHaveLength(2);
    expect(itemsThere()).not.toContain(former);
    expect([await linesOf(app, me), (await accesses()).map(({ id }) => id)]).toEqual(before);
  });

  describe("to an account that both see", () => {
    const times = async (text: string) => (await labels()).filter((label) => label === text).length;
    let shared: string;
    const arrives = (label: string) => {
      for (const { id } of itemsThere()) bank.state.addOperations(id, [operation(label, 77_00)]);
    };
    beforeEach(() => {
      shared = ownIban();
      bank.state.accounts.unshift({
        item_id: must(itemsThere()[1], "item").id,
        id: bank.state.nextId(),
        name: "Compte commun",
        iban: shared,
        type: "checking",
        currency_code: "EUR",
        data_access: "enabled",
      });
    });

    test("read it once", async () => {
      arrives("VIR VU DES DEUX");
      await sync(app, me);
      expect(await times("VIR VU DES DEUX")).toBe(1);
      expect(await accesses()).toMatchObject([{ ibans: [shared] }, { ibans: [COLLEAGUES_IBAN] }]);
    });

    test("read it through whichever works, which keeps it", async () => {
      arrives("VIR DE TOUJOURS");
      await sync(app, me);
      bank.state.setStatus(must(itemsThere()[0], "item"), 1010);
      arrives("VIR PENDANT LA PANNE");
      for (let reads = 0; reads < 2; reads += 1) await sync(app, me);
      const both = [shared, COLLEAGUES_IBAN];
      const [first, second] = await accesses();
      expect(second?.ibans.toSorted()).toEqual(both.toSorted());

      expect(await connect(app, me, "success", { query: `?connection_id=${first?.id}` })).toBe("connected");
      await app.drainJobs();
      expect((await accesses())[0]).toMatchObject({ id: first?.id, ibans: [], status: "connected" });
      for (const label of ["VIR DE TOUJOURS", "VIR PENDANT LA PANNE"])
        expect([label, await times(label)]).toEqual([label, 1]);
    });
  });
});

describe("a file and the connection of one IBAN (AGG-8)", () => {
  test("are one account, and what both know is there once, whichever comes first", async () => {
    const item = await itemOf(app, me, OTHER_BANK.id);
    const before = await accounts();
    expect(
      await upload(OTHER_IBAN, [
        ["2026-11-28", "VIR LES DEUX", "42.00"],
        ["2026-11-29", "VIR DU FICHIER", "43.00"],
      ]),
    ).toMatchObject({ imported: 2 });
    bank.state.addOperations(item.id, [
      operation("VIR LES DEUX", 42_00),
      operation("VIR DE LA BANQUE", 44_00),
    ]);
    await sync(app, me);
    expect((await bankCalled(OTHER_BANK.name)).sync).toMatchObject({ stats: { imported: 1 } });
    expect(await upload(OTHER_IBAN, [["2026-11-28", "VIR DE LA BANQUE", "44.00"]])).toMatchObject({
      imported: 0,
      duplicates: 1,
    });
    expect(await accounts()).toEqual(before);
    const own = await app.inDatabase((tx) =>
      tx.many<{ label: string }>(sql`
        select t.label from bank_transaction t join bank_account a on a.id = t.bank_account_id
        where a.distributor_id = ${me.distributor.id} and a.number = ${OTHER_IBAN} and t.label like 'VIR%' order by 1`),
    );
    expect(own.map(({ label }) => label)).toEqual(["VIR DE LA BANQUE", "VIR DU FICHIER", "VIR LES DEUX"]);
  });

  test("the same operation on the accounts of two banks is two", async () => {
    const [first, second] = [await itemOf(app, me, DEMO_BANK.id), await itemOf(app, me, OTHER_BANK.id)];
    for (const { id } of [first, second]) bank.state.addOperations(id, [operation("FRAIS", -2_00)]);
    await sync(app, me);
    expect((await labels()).filter((label) => label === "FRAIS")).toHaveLength(2);
  });

  test("of several accounts at a bank, those that the distributor has are read", async () => {
    const item = await itemOf(app, me, OTHER_BANK.id);
    const more = {
      item_id: item.id,
      name: "Compte courant 2",
      type: "checking",
      currency_code: "EUR",
      data_access: "enabled",
    };
    const own = "FR1420041010050500013M02606";
    bank.state.accounts.push(
      { ...more, id: bank.state.nextId(), iban: own },
      { ...more, id: bank.state.nextId(), iban: "FR7630006000011234567890189" },
    );
    await me.client.post("/banking/accounts/", { number: own, label: "Second compte" });
    await sync(app, me);
    const rows = await app.inDatabase((tx) =>
      tx.one<{ count: number }>(sql`
        select cardinality(synced_accounts) as count from bank_connection
        where distributor_id = ${me.distributor.id} and bank_provider_id = ${OTHER_BANK.id}`),
    );
    expect(rows.count).toBe(2);
  });
});
