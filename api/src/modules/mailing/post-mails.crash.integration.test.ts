import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Client } from "pg";
import PostalMime from "postal-mime";
import sql from "sql-template-tag";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { byExtent, extentOf } from "../../../../tooling/extent.mjs";
import { aCinema, aDistributor, type BuiltDistributor } from "../../testing/builders.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { mailingHandlers } from "./mailing.jobs.ts";
import {
  anIssuedInvoice,
  type SmtpStep,
  startTestSmtpServer,
  type TestSmtpServer,
} from "./mailing.testing.ts";

const WORKER = fileURLToPath(new URL("./mail-worker.testing.ts", import.meta.url));
/** How often a worker is killed somewhere in its mails, each time further on. */
const KILLED = byExtent("storms", { part: 2, ci: 8 });
/** What begins processes of its own for each test is a merge's (npm run campaign storms). */
const isPart = extentOf("storms") === "part";
const MORNING = "2026-12-01T07:00:00Z";

let app: TestApp;
let database: TestDatabase;
let smtp: TestSmtpServer;
let distributor: BuiltDistributor;
let invoices: { id: number; invoice_number: string }[];
const workers: ChildProcess[] = [];

beforeAll(async () => {
  smtp = await startTestSmtpServer();
  database = await createTestDatabase();
  app = await createTestApp({ config: { smtpUrl: smtp.url }, database });
});
afterAll(async () => {
  await app.close();
  await smtp.close();
});
afterEach(() => {
  for (const worker of workers.splice(0)) worker.kill("SIGKILL");
});

beforeEach(() => {
  smtp.received.length = 0;
  smtp.onStep = () => undefined;
});
async function someInvoices(count: number): Promise<void> {
  await app.inDatabase(async (tx) => {
    await tx.run(sql`update distributor set automation_on = false`);
    distributor = await aDistributor(tx);
    await tx.run(sql`update distributor set mailing_from = '2026-01-01' where id = ${distributor.id}`);
    const cinema = await aCinema(tx, distributor);
    invoices = [];
    for (let n = 0; n < count; n += 1) invoices.push(await anIssuedInvoice(tx, distributor, cinema));
  });
}

function startWorker(instant = MORNING): ChildProcess {
  const child = spawn(
    process.execPath,
    [WORKER, database.url, smtp.url, app.services.config.dataDir, instant],
    { stdio: ["ignore", "ignore", "inherit"] },
  );
  workers.push(child);
  return child;
}
async function kill(worker: ChildProcess): Promise<void> {
  const ended = once(worker, "exit");
  worker.kill("SIGKILL");
  await ended;
}

/** What the next workers do: at once, after a minute, and when the claim of the dead one has lapsed. */
async function othersGoOn(): Promise<void> {
  for (const instant of [
    MORNING,
    "2026-12-01T07:01:00Z",
    "2026-12-01T07:15:00Z",
    "2026-12-01T09:00:00Z",
    "2026-12-02T09:00:00Z",
  ]) {
    app.clock.set(instant);
    await mailingHandlers(app.services)["mail-round"]();
  }
}
const states = () =>
  app.inDatabase((tx) =>
    tx.many<{ state: string; attempts: number }>(sql`
      select state, attempts from mail where distributor_id = ${distributor.id} order by id`),
  );
const count = (query: ReturnType<typeof sql>) =>
  app.inDatabase(async (tx) => (await tx.one<{ count: number }>(query)).count);
const audits = () =>
  count(
    sql`select count(*) from audit_log where distributor_id = ${distributor.id} and action_type = 'sent_email'`,
  );
const doubts = () =>
  count(
    sql`select count(*) from user_action where distributor_id = ${distributor.id} and reason_code = 'unconfirmed_email'`,
  );

/** Kills the worker when the mail server is at a step. */
async function killAt(step: SmtpStep): Promise<void> {
  const worker = startWorker();
  const killed = new Promise<void>((resolve) => {
    smtp.onStep = async (at) => {
      if (at !== step || worker.killed) return;
      await kill(worker);
      resolve();
    };
  });
  await killed;
  smtp.onStep = () => undefined;
  // What is in the pipes arrives.
  await pause(200);
}

describe("a worker that is killed", () => {
  test.each(byExtent<SmtpStep[]>("storms", { part: ["recipient"], ci: ["connected", "from", "recipient"] }))(
    "at the step %s: another one sends the mail, once",
    async (step) => {
      await someInvoices(1);
      await killAt(step);
      expect(smtp.received).toHaveLength(0);
      await othersGoOn();
      expect(smtp.received).toHaveLength(1);
      expect(await states()).toEqual([{ state: "sent", attempts: 2 }]);
      expect([await audits(), await doubts()]).toEqual([1, 0]);
    },
  );

  test.skipIf(isPart)(
    "in the middle of the message: the server drops it, another worker sends it, once",
    async () => {
      await someInvoices(1);
      const lock = await lockMails();
      // The end of the message waits for what the lock forbids to write.
      const worker = startWorker();
      await new Promise<void>((resolve) => {
        smtp.onStep = (step) => {
          if (step === "data") resolve();
        };
      });
      await lock.held;
      await pause(300);
      await kill(worker);
      await lock.release();
      smtp.onStep = () => undefined;
      await pause(200);
      expect(smtp.received).toHaveLength(0);
      await othersGoOn();
      expect(smtp.received).toHaveLength(1);
      expect((await states())[0]).toMatchObject({ state: "sent" });
      expect([await audits(), await doubts()]).toEqual([1, 0]);
    },
  );

  test("when the server has the whole message but has not answered: nobody sends it again, people are told", async () => {
    await someInvoices(1);
    await killAt("taken");
    expect(smtp.received).toHaveLength(1);
    await othersGoOn();
    expect(smtp.received).toHaveLength(1);
    expect(await states()).toEqual([{ state: "unconfirmed", attempts: 1 }]);
    expect([await audits(), await doubts()]).toEqual([0, 1]);
  });

  test.skipIf(isPart)(
    "after the answer, before it is written down: nobody sends it again, people are told",
    async () => {
      await someInvoices(1);
      let lock: Awaited<ReturnType<typeof lockMails>> | undefined;
      const worker = startWorker();
      await new Promise<void>((resolve) => {
        smtp.onStep = async (step) => {
          if (step === "taken") {
            lock = await lockMails();
            await lock.held;
          }
          if (step === "answered") resolve();
        };
      });
      await pause(500);
      await kill(worker);
      await lock?.release();
      smtp.onStep = () => undefined;
      await othersGoOn();
      expect(smtp.received).toHaveLength(1);
      expect(await states()).toEqual([{ state: "unconfirmed", attempts: 1 }]);
      expect([await audits(), await doubts()]).toEqual([0, 1]);
    },
  );

  test.skipIf(isPart)(
    "while it plans the morning: another one plans it whole, and each invoice has one mail",
    async () => {
      await someInvoices(30);
      const holder = await lockInvoiceMails();
      const worker = startWorker();
      await holder.blocked();
      await kill(worker);
      await holder.release();
      expect(await states()).toEqual([]);
      await othersGoOn();
      expect(smtp.received).toHaveLength(30);
    },
  );

  test(`at any moment, ${KILLED} times: no invoice is mailed twice, and none is forgotten`, async () => {
    const wanted = 20;
    await someInvoices(wanted);
    for (let round = 0; round < KILLED; round += 1) {
      const worker = startWorker(new Date(Date.parse(MORNING) + round * 11 * 60_000).toISOString());
      let seen = 0;
      const ended = once(worker, "exit");
      smtp.onStep = async () => {
        seen += 1;
        // Each time further on, so that each step of the conversation has its turn.
        if (seen === 5 + round * 2) await kill(worker);
      };
      await ended;
    }
    smtp.onStep = () => undefined;
    await pause(200);
    for (const instant of ["2026-12-01T15:00:00Z", "2026-12-01T16:00:00Z", "2026-12-02T15:00:00Z"]) {
      app.clock.set(instant);
      await mailingHandlers(app.services)["mail-round"]();
    }
    const ids = await Promise.all(
      smtp.received.map(async ({ content }) => (await PostalMime.parse(content)).messageId),
    );
    expect(new Set(ids).size).toBe(ids.length);
    const ended = await states();
    expect(ended).toHaveLength(wanted);
    const doubtful = ended.filter(({ state }) => state === "unconfirmed").length;
    expect(ended.every(({ state }) => state === "sent" || state === "unconfirmed")).toBe(true);
    expect(smtp.received.length).toBeLessThanOrEqual(wanted);
    expect(smtp.received.length).toBeGreaterThanOrEqual(wanted - doubtful);
    expect(await audits()).toBe(wanted - doubtful);
    expect(await doubts()).toBe(doubtful);
  }, 120_000);
});

describe("many workers at once", () => {
  test("four processes and this one share the mails of a morning; each leaves once", async () => {
    await someInvoices(60);
    const others = Array.from({ length: 4 }, () => startWorker());
    app.clock.set(MORNING);
    await Promise.all([
      mailingHandlers(app.services)["mail-round"](),
      ...others.map((worker) => once(worker, "exit")),
    ]);
    // On a slow machine, what their time did not suffice for.
    await mailingHandlers(app.services)["mail-round"]();
    expect(smtp.received).toHaveLength(60);
    const ids = await Promise.all(
      smtp.received.map(async ({ content }) => (await PostalMime.parse(content)).messageId),
    );
    expect(new Set(ids).size).toBe(60);
    expect((await states()).every(({ state, attempts }) => state === "sent" && attempts === 1)).toBe(true);
    expect(await audits()).toBe(60);
  }, 60_000);

  test.skipIf(isPart)(
    "a worker that was held up, and woke after another took its mail, does not send it",
    async () => {
      await someInvoices(1);
      const worker = startWorker();
      // It stops after its claim, at the recipient, for longer than it is believed alive.
      await new Promise<void>((resolve) => {
        smtp.onStep = (step) => {
          if (step !== "recipient") return;
          worker.kill("SIGSTOP");
          smtp.onStep = () => undefined;
          resolve();
        };
      });
      app.clock.set("2026-12-01T07:15:00Z");
      await mailingHandlers(app.services)["mail-round"]();
      expect(smtp.received).toHaveLength(1);
      const ended = once(worker, "exit");
      worker.kill("SIGCONT");
      await ended;
      await pause(200);
      expect(smtp.received).toHaveLength(1);
      expect(await states()).toEqual([{ state: "sent", attempts: 2 }]);
      expect(await audits()).toBe(1);
    },
  );
});

/** Holds the mails of the outbox against change as soon as one is claimed. */
async function lockMails() {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const held = (async () => {
    await client.query("begin; set local role none; set local app.all_distributors = 'on'");
    for (;;) {
      const { rows } = await client.query(
        "select id from mail where state in ('claimed', 'handing_over') for update skip locked",
      );
      if (rows.length > 0) return;
      await client.query("commit");
      await pause(2);
      await client.query("begin; set local app.all_distributors = 'on'");
    }
  })();
  return {
    held,
    release: async () => {
      await client.query("commit");
      await client.end();
    },
  };
}

/** Lets nobody write which invoices a mail is about. */
async function lockInvoiceMails() {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query("begin; lock table mail_recipient in share mode");
  return {
    blocked: async () => {
      for (;;) {
        const { rows } = await client.query(
          "select from pg_locks l join pg_class c on c.oid = l.relation where c.relname = 'mail_recipient' and not l.granted",
        );
        if (rows.length > 0) return;
        await pause(10);
      }
    },
    release: async () => {
      await client.query("commit");
      await client.end();
    },
  };
}
