import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import { pino } from "pino";
import sql from "sql-template-tag";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createPool } from "../db/pool.ts";
import { prepareDatabase } from "../db/prepare-database.ts";
import { inTransaction, type Scope } from "../db/scope.ts";
import { query } from "../testing/temporary-postgres.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { type Jobs, startJobs } from "./jobs.ts";

/** Longer than the queue's half second between two looks. */
const TWO_LOOKS_MS = 1200;
const SOON = { timeout: 8000, interval: 50 };

let database: TestDatabase;
let pool: Pool;
/** Two nodes of the product, on one queue. */
let nodes: Jobs[];
const ran: number[] = [];

const log = pino({ level: "silent" });
const startNode = () => startJobs({ url: database.webUrl, pool, log });

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({ url: database.webUrl });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(async () => {
  ran.length = 0;
  nodes = [await startNode(), await startNode()];
});
afterEach(async () => {
  await Promise.all(nodes.map((node) => node.stop()));
  await pool.query("delete from pgboss.job; delete from job_cancel_request");
});

const handlers = {
  "issue-invoices": async ({ distributor_id }: { distributor_id: number }) => {
    ran.push(distributor_id);
  },
};
const ask = (number: number, scope: Scope = { kind: "all" }) =>
  inTransaction(pool, scope, (tx) =>
    nodes[0]!.enqueue(tx, { name: "issue-invoices", data: { distributor_id: number } }),
  );
const queued = async () =>
  (
    await pool.query<{ state: string; retry_count: number }>(
      "select state::text, retry_count from pgboss.job order by created_on",
    )
  ).rows;

describe("a job asked for in a transaction", () => {
  test("that is undone never runs", async () => {
    await Promise.all(nodes.map((node) => node.work(handlers)));
    await expect(
      inTransaction(pool, { kind: "all" }, async (tx) => {
        await nodes[0]!.enqueue(tx, { name: "issue-invoices", data: { distributor_id: 1 } });
        throw new Error("the change failed");
      }),
    ).rejects.toThrow("the change failed");
    await sleep(TWO_LOOKS_MS);
    expect(ran).toEqual([]);
    expect(await queued()).toEqual([]);
  });

  test("does not run before its transaction is committed, and then once, on one of the nodes", async () => {
    await Promise.all(nodes.map((node) => node.work(handlers)));
    await inTransaction(pool, { kind: "all" }, async (tx) => {
      await nodes[0]!.enqueue(tx, { name: "issue-invoices", data: { distributor_id: 2 } });
      await sleep(TWO_LOOKS_MS);
      expect(ran).toEqual([]);
    });
    await expect.poll(() => ran, SOON).toEqual([2]);
    await sleep(TWO_LOOKS_MS);
    expect(ran).toEqual([2]);
    expect(await queued()).toEqual([{ state: "completed", retry_count: 0 }]);
  });

  test.each<Scope>([{ kind: "distributor", distributorId: 1 }, { kind: "all" }])(
    "of scope $kind may be asked for by the role of requests",
    async (scope) => {
      await ask(3, scope);
      expect(await queued()).toEqual([{ state: "created", retry_count: 0 }]);
    },
  );

  test("carries its data as it was given", async () => {
    const seen: unknown[] = [];
    await inTransaction(pool, { kind: "all" }, (tx) =>
      nodes[0]!.enqueue(tx, { name: "issue-invoices", data: { distributor_id: 4, import_id: 7 } }),
    );
    await nodes[1]!.drain({ "issue-invoices": async (data) => void seen.push(data) });
    expect(seen).toEqual([{ distributor_id: 4, import_id: 7 }]);
  });

  test("is not lost when every node stops before it runs", async () => {
    await ask(5);
    await Promise.all(nodes.map((node) => node.stop()));
    nodes = [await startNode()];
    await nodes[0]!.work(handlers);
    await expect.poll(() => ran, SOON).toEqual([5]);
  });

  test("that is running may end when its node stops", async () => {
    const started = Promise.withResolvers<void>();
    await ask(6);
    await nodes[0]!.work({
      "issue-invoices": async () => {
        started.resolve();
        await sleep(300);
        ran.push(6);
      },
    });
    await started.promise;
    await nodes[0]!.stop();
    expect(ran).toEqual([6]);
    expect(await queued()).toEqual([{ state: "completed", retry_count: 0 }]);
  });
});

test("twenty jobs on two nodes run once each", async () => {
  for (let number = 1; number <= 20; number += 1) await ask(number);
  await Promise.all(nodes.map((node) => node.drain(handlers)));
  expect(ran.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
});

describe("a job that fails", () => {
  /** The delays of the queue, passed over. */
  const hurry = () => pool.query("update pgboss.job set start_after = now() where state = 'retry'");

  test("is tried again until it works", async () => {
    let attempts = 0;
    await ask(7);
    await nodes[0]!.work({
      "issue-invoices": async () => {
        attempts += 1;
        if (attempts < 3) throw new Error("not yet");
      },
    });
    await expect
      .poll(async () => {
        await hurry();
        return queued();
      }, SOON)
      .toEqual([{ state: "completed", retry_count: 2 }]);
    expect(attempts).toBe(3);
  });

  test("is tried eight times more with growing delays, and then kept as failed with its reason", async () => {
    await ask(8);
    const { rows } = await pool.query(
      "select retry_limit, retry_delay, retry_backoff, retry_delay_max from pgboss.job",
    );
    expect(rows).toEqual([{ retry_limit: 8, retry_delay: 2, retry_backoff: true, retry_delay_max: 600 }]);
    // All but the last two are behind us: each costs half a second here.
    await pool.query("update pgboss.job set retry_count = 7, state = 'retry'");
    let attempts = 0;
    await nodes[0]!.work({
      "issue-invoices": async () => {
        attempts += 1;
        throw new Error("the disk is full");
      },
    });
    await expect
      .poll(async () => {
        await hurry();
        return queued();
      }, SOON)
      .toEqual([{ state: "failed", retry_count: 8 }]);
    expect(attempts).toBe(2);
    await sleep(TWO_LOOKS_MS);
    expect(attempts).toBe(2);
    const kept = await pool.query<{ data: unknown; output: { message: string } }>(
      "select data, output from pgboss.job",
    );
    expect(kept.rows).toEqual([
      { data: { distributor_id: 8 }, output: expect.objectContaining({ message: "the disk is full" }) },
    ]);
  });

  test.each([
    [7, 8, "a job failed and will be tried again"],
    [8, 8, "a job failed for good"],
    [0, 0, "a job failed for good"],
  ])("is told in the log by what becomes of it: %i tries of %i", async (count, limit, said) => {
    const lines: { msg: string; job: string }[] = [];
    const write = (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]);
    const telling = await startJobs({ url: database.webUrl, pool, log: pino({ level: "error" }, { write }) });
    nodes.push(telling);
    await ask(15);
    await pool.query("update pgboss.job set retry_count = $1, retry_limit = $2", [count, limit]);
    await telling.work({ "issue-invoices": () => Promise.reject(new Error("the disk is full")) });
    await expect.poll(() => lines, SOON).toMatchObject([{ msg: said, job: "issue-invoices" }]);
  });

  test("that nobody would ask for again is tried for four days", async () => {
    await inTransaction(pool, { kind: "all" }, (tx) =>
      nodes[0]!.enqueue(tx, {
        name: "apply-payment",
        data: { kind: "subscription", id: "sub_1", event_id: null },
      }),
    );
    const away = {
      "apply-payment": async () => {
        throw new Error("the provider is away");
      },
    };
    const pauses: number[] = [];
    let tries = 0;
    for (let state = "retry"; state === "retry"; tries += 1) {
      await expect(nodes[0]!.drain(away)).rejects.toThrow("away");
      const { rows } = await pool.query<{ state: string; pause: number }>(
        "select state::text, extract(epoch from start_after - now())::float8 as pause from pgboss.job",
      );
      state = rows[0]?.state ?? "";
      if (state === "retry") pauses.push(Math.max(rows[0]?.pause ?? 0, 0));
      await pool.query("update pgboss.job set start_after = now()");
    }
    expect(Math.max(...pauses)).toBeLessThanOrEqual(3600);
    expect(pauses.reduce((total, pause) => total + pause, 0) / 86_400).toBeGreaterThan(3);
    expect(tries).toBe(141);
  });

  test("waits before it is tried again", async () => {
    await ask(9);
    const failed = Promise.withResolvers<void>();
    await nodes[0]!.work({
      "issue-invoices": async () => {
        failed.resolve();
        throw new Error("not yet");
      },
    });
    await failed.promise;
    await expect.poll(queued, SOON).toEqual([{ state: "retry", retry_count: 0 }]);
    const { rows } = await pool.query<{ waits: boolean }>(
      "select start_after > now() + interval '0.5 s' as waits from pgboss.job",
    );
    expect(rows).toEqual([{ waits: true }]);
  });

  test("does not stand in the way of the next one", async () => {
    await ask(10);
    await ask(11);
    await nodes[0]!.work({
      "issue-invoices": async ({ distributor_id }) => {
        if (distributor_id === 10) throw new Error("this one fails");
        ran.push(distributor_id);
      },
    });
    await expect.poll(() => ran, SOON).toEqual([11]);
  });

  test("in a drain is told to the caller, and is left for another try", async () => {
    await ask(12);
    const failing = { "issue-invoices": () => Promise.reject(new Error("this one fails")) };
    await expect(nodes[0]!.drain(failing)).rejects.toThrow("this one fails");
    expect(await queued()).toEqual([{ state: "retry", retry_count: 0 }]);
    await hurry();
    await nodes[0]!.drain(handlers);
    expect(ran).toEqual([12]);
  });
});

describe("a running job that somebody wants cancelled", () => {
  const cancel = async () => {
    const { rows } = await pool.query<{ id: string }>("select id from pgboss.job where state = 'active'");
    await inTransaction(pool, { kind: "all" }, (tx) => nodes[0]!.requestCancel(tx, { id: rows[0]!.id }));
  };
  const requests = async () => (await pool.query("select job_id from job_cancel_request")).rowCount;

  // A job is active before its node has asked whether somebody wants it cancelled, and begins only then.
  let begun = false;
  beforeEach(() => {
    begun = false;
  });
  const started = (work: Promise<void>) => () => {
    begun = true;
    return work;
  };

  test("stops between two units of its work, on whatever node it runs, and is not tried again", async () => {
    const units: number[] = [];
    await ask(20);
    await nodes[1]!.work({
      "issue-invoices": async (_data, signal) => {
        for (let unit = 1; unit < 400; unit += 1) {
          signal.throwIfAborted();
          units.push(unit);
          await sleep(25);
        }
      },
    });
    await expect.poll(() => units.length, SOON).toBeGreaterThan(2);
    await cancel();
    await expect.poll(queued, SOON).toEqual([{ state: "cancelled", retry_count: 0 }]);
    const done = units.length;
    await sleep(TWO_LOOKS_MS);
    expect(units.length).toBe(done);
    expect(await requests()).toBe(0);
  });

  test("rolls back the transaction in whose middle it hears of it", async () => {
    await query(database.url, "create table if not exists written (number integer)");
    await ask(21);
    await nodes[1]!.work({
      "issue-invoices": async ({ distributor_id }, signal) => {
        await inTransaction(pool, { kind: "all" }, async ({ client }) => {
          await client.query("reset role");
          await client.query("insert into written values ($1)", [distributor_id]);
          while (!signal.aborted) await sleep(25);
          signal.throwIfAborted();
        });
      },
    });
    await expect.poll(async () => (await queued())[0]?.state, SOON).toBe("active");
    await cancel();
    await expect.poll(queued, SOON).toEqual([{ state: "cancelled", retry_count: 0 }]);
    expect((await pool.query("select from written")).rowCount).toBe(0);
  });

  test("that ends before it hears of it has ended well, and nothing is left of the request", async () => {
    await ask(22);
    const goOn = Promise.withResolvers<void>();
    await nodes[1]!.work({ "issue-invoices": started(goOn.promise) });
    await expect.poll(() => begun, SOON).toBe(true);
    await cancel();
    goOn.resolve();
    await expect.poll(queued, SOON).toEqual([{ state: "completed", retry_count: 0 }]);
    await expect.poll(requests, SOON).toBe(0);
  });

  test("that fails meanwhile is cancelled, and not tried again", async () => {
    await ask(23);
    const fail = Promise.withResolvers<void>();
    await nodes[1]!.work({ "issue-invoices": started(fail.promise) });
    await expect.poll(() => begun, SOON).toBe(true);
    await cancel();
    fail.reject(new Error("the bank is away"));
    await expect.poll(queued, SOON).toEqual([{ state: "cancelled", retry_count: 0 }]);
  });

  test("whose node died is cancelled when another takes it up, before it does anything", async () => {
    await ask(24);
    await pool.query("update pgboss.job set state = 'active', started_on = now()");
    await cancel();
    // The queue gives it back when it has not been heard of for thirty seconds.
    await pool.query("update pgboss.job set state = 'retry', start_after = now()");
    await nodes[1]!.work(handlers);
    await expect.poll(queued, SOON).toEqual([{ state: "cancelled", retry_count: 1 }]);
    expect(ran).toEqual([]);
  });

  test("and is then run again runs from its beginning", async () => {
    await ask(25);
    await pool.query("update pgboss.job set state = 'active', started_on = now()");
    await cancel();
    await pool.query("update pgboss.job set state = 'cancelled'");
    const { rows } = await pool.query<{ id: string }>("select id from pgboss.job");
    await inTransaction(pool, { kind: "all" }, (tx) =>
      nodes[0]!.runAgain(tx, { name: "issue-invoices", id: rows[0]!.id }),
    );
    await nodes[1]!.drain(handlers);
    expect(ran).toEqual([25]);
  });

  test("in a drain ends there too", async () => {
    await ask(26);
    const drained = nodes[0]!.drain({
      "issue-invoices": async (_data, signal) => {
        while (!signal.aborted) await sleep(25);
        signal.throwIfAborted();
      },
    });
    await expect.poll(async () => (await queued())[0]?.state, SOON).toBe("active");
    await cancel();
    await drained;
    expect(await queued()).toEqual([{ state: "cancelled", retry_count: 0 }]);
  });
});

test("a job is kept for ninety days, waiting or ended, also in a queue of an earlier version", async () => {
  await pool.query("update pgboss.queue set retry_limit = 1, deletion_seconds = 60, retention_seconds = 60");
  await prepareDatabase({ ownerUrl: database.url, webUrl: null });
  nodes.push(await startNode());
  await ask(13);
  const { rows } = await pool.query(
    `select retry_limit, deletion_seconds / 86400 as days, extract(epoch from keep_until - start_after)::integer / 86400 as days_waiting
    from pgboss.job`,
  );
  expect(rows).toEqual([{ retry_limit: 8, days: 90, days_waiting: 90 }]);
});

describe("a job that the version before enqueued under a former name", () => {
  const FORMER = "tell-of-links";
  const data = { distributor_id: 17, count: 1, limit: 1 };
  const enqueuedThere = (state = "created") =>
    pool.query("insert into pgboss.job (name, data, state) values ($1, $2, $3::pgboss.job_state)", [
      FORMER,
      data,
      state,
    ]);
  const names = async () =>
    (
      await pool.query<{ name: string; state: string }>(
        "select name, state::text from pgboss.job order by name, state",
      )
    ).rows.map((row) => `${row.name} ${row.state}`);

  beforeEach(async () => {
    // As that version made it.
    await query(database.url, `select pgboss.create_queue('${FORMER}', '{"policy": "standard"}')`);
  });

  test("is run by this version's handler, also when it comes while both run", async () => {
    await nodes[0]!.work({ "notify-of-links": async ({ distributor_id }) => void ran.push(distributor_id) });
    await enqueuedThere();
    await expect.poll(() => ran, SOON).toEqual([17]);
    await expect.poll(names, SOON).toEqual([`${FORMER} completed`]);
  });

  test("takes its present name at the next start, unless it runs at that moment", async () => {
    for (const state of ["created", "retry", "failed", "active"]) await enqueuedThere(state);
    await prepareDatabase({ ownerUrl: database.url, webUrl: null });
    expect(await names()).toEqual([
      "notify-of-links created",
      "notify-of-links failed",
      "notify-of-links retry",
      `${FORMER} active`,
    ]);
  });
});

test("a node is ready when its queues are there", async () => {
  expect(await nodes[0]!.isReady()).toBe(true);
  expect(await inTransaction(pool, { kind: "nobody" }, (tx) => tx.one(sql`select 1 as one`))).toEqual({
    one: 1,
  });
});

test("what the clock asks for is asked once for all nodes, by those that can do it", async () => {
  const scheduled = async () =>
    (await pool.query<{ name: string; cron: string }>("select name, cron from pgboss.schedule")).rows;
  await nodes[0]!.work(handlers);
  expect(await scheduled()).toEqual([]);
  await Promise.all(nodes.map((node) => node.work({ "mail-round": async () => undefined })));
  expect(await scheduled()).toEqual([{ name: "mail-round", cron: "* * * * *" }]);
  await nodes[0]!.work({ "bank-round": async () => undefined });
  expect(await scheduled()).toContainEqual({ name: "bank-round", cron: "7 * * * *" });
});
