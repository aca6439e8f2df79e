// A lot of large books: a job makes it while its person follows it.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { JobCancelled } from "../../platform/cancel-requests.ts";
import type { Job } from "../../services.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { aCinemaIn, type Accountant, anAccountant, anInvoiceIn, LEDGER } from "../banking/banking.testing.ts";
import { verifyLedger } from "../banking/verify-ledger.ts";
import { mountLots } from "./lots.routes.ts";
import { prepareLot, preparationCancelled } from "./prepare-lot.ts";

const NOVEMBER = { period_from: "2026-11-01", period_to: "2026-11-30" };
/** Books of more rows are large here. */
const MOST_ROWS_AT_ONCE = 1;

let bank: TestApp;
let me: Accountant;
let cinema: number;

beforeAll(async () => {
  bank = await createTestApp({
    ...LEDGER,
    only: [
      ...LEDGER.only.filter((mount) => mount !== mountLots),
      (app, services) => mountLots(app, services, MOST_ROWS_AT_ONCE),
    ],
  });
});
afterAll(() => bank.close());
beforeEach(async () => {
  await bank.forgetJobs();
  me = await anAccountant(bank);
  cinema = await aCinemaIn(bank, me);
  await anInvoiceIn(bank, me, cinema, { invoice_date: "2026-11-03" });
});

const ask = () => me.call("POST", "/accounting/lots/", NOVEMBER);
const preparation = async () => (await me.call("GET", "/accounting/lots/preparation/")).json().preparation;
const lots = async () => (await me.call("GET", "/accounting/lots/")).json().results;
const aLargeOne = async () => {
  await anInvoiceIn(bank, me, cinema, { invoice_date: "2026-11-04" });
  const answer = await ask();
  expect(answer.statusCode).toBe(201);
  return answer.json();
};
const theJob = async (): Promise<Extract<Job, { name: "make-lot" }>["data"]> => {
  const [job, ...others] = await bank.queuedJobs();
  expect(others).toEqual([]);
  if (job?.name !== "make-lot") throw new Error("a job was expected");
  return job.data;
};

test("small books are posted at once", async () => {
  expect((await ask()).json()).toMatchObject({ number: 1, entry_count: 1 });
  expect(await preparation()).toBeNull();
  expect(await bank.queuedJobs()).toEqual([]);
});

test("large ones by a job, which tells how far it is, who asked for it, and when it is done", async () => {
  const asked = {
    state: "queued",
    message: "",
    percent: 0,
    ...NOVEMBER,
    requested_at: "2026-12-31T09:00:00.000Z",
    requested_by_name: "Camille",
  };
  expect(await aLargeOne()).toEqual({ preparation: asked });
  expect(await preparation()).toEqual(asked);
  expect(await lots()).toEqual([]);
  const seen: unknown[] = [];
  const pool = new Proxy(bank.services.pool, {
    get: (target, name) => {
      if (name !== "connect") return Reflect.get(target, name);
      return async () => {
        seen.push((await preparation())?.percent);
        return await target.connect();
      };
    },
  });
  await prepareLot({ ...bank.services, pool }, await theJob());
  expect(seen.at(-1)).toBe(75);
  expect(await preparation()).toBeNull();
  expect(await lots()).toMatchObject([
    { number: 1, entry_count: 2, created_by_name: "Camille", files: [{}, {}, {}] },
  ]);
  expect(await bank.inDatabase(verifyLedger, me.distributorId)).toEqual([]);
});

test("a second one is refused while one is prepared, also at the same moment", async () => {
  await anInvoiceIn(bank, me, cinema, { invoice_date: "2026-11-04" });
  const answers = await Promise.all([ask(), ask(), ask()]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
  expect((await ask()).json()).toEqual({
    detail: "Un lot est déjà en préparation.",
    code: "lot_under_way",
  });
  await theJob();
});

test("one that runs twice is one lot", async () => {
  await aLargeOne();
  const job = await theJob();
  await Promise.all([prepareLot(bank.services, job), prepareLot(bank.services, job)]);
  expect(await lots()).toHaveLength(1);
  expect(await preparation()).toBeNull();
});

test("one that finds nothing new says so, and another may be asked for", async () => {
  await aLargeOne();
  await prepareLot(bank.services, await theJob());
  await bank.forgetJobs();
  await ask();
  await prepareLot(bank.services, await theJob());
  expect(await preparation()).toMatchObject({
    state: "failed",
    message:
      "Rien de nouveau\u00a0: toutes les écritures de cette période sont déjà dans un lot. Ce qui est venu depuis est écrit à partir du 01/12/2026.",
  });
  expect((await ask()).statusCode).toBe(201);
});

test("one that fails for another reason stays under way, says that it is tried again, and is", async () => {
  await aLargeOne();
  const job = await theJob();
  const broken = {
    ...bank.services,
    clock: {
      ...bank.services.clock,
      today: () => {
        throw new Error("the clock stopped");
      },
    },
  };
  await expect(prepareLot(broken, job)).rejects.toThrow("the clock stopped");
  expect(await preparation()).toMatchObject({
    state: "queued",
    message: "Le lot n’a pas pu être créé pour le moment. Nouvel essai automatique dans quelques instants.",
  });
  expect((await ask()).statusCode).toBe(409);
  await prepareLot(bank.services, job);
  expect(await lots()).toHaveLength(1);
});

test("one whose job has failed for good promises no other try, and another may be asked for", async () => {
  await aLargeOne();
  const job = await theJob();
  const today = () => {
    throw new Error("the clock stopped");
  };
  const broken = { ...bank.services, clock: { ...bank.services.clock, today } };
  await expect(prepareLot(broken, job)).rejects.toThrow("the clock stopped");
  expect(await preparation()).toMatchObject({ state: "queued" });
  await bank.owner.query("insert into pgboss.job (name, data, state) values ('make-lot', $1, 'failed')", [
    job,
  ]);
  expect(await preparation()).toMatchObject({ state: "failed", message: "" });
  await bank.forgetJobs();
  expect((await ask()).statusCode).toBe(201);
  expect(await preparation()).toMatchObject({ state: "queued" });
});

test("one that is cancelled posts nothing, and says so", async () => {
  await aLargeOne();
  const job = await theJob();
  const signal = AbortSignal.abort(new JobCancelled());
  await expect(prepareLot(bank.services, job, signal)).rejects.toThrow(JobCancelled);
  const cancelled = {
    state: "failed",
    message: "La préparation du lot a été annulée. Relancez-la quand vous voulez.",
  };
  expect(await preparation()).toMatchObject(cancelled);
  expect(await lots()).toEqual([]);
  await bank.forgetJobs();
  await ask();
  await bank.inDatabase((tx) => preparationCancelled(tx, me.distributorId), me.distributorId);
  expect(await preparation()).toMatchObject(cancelled);
  await prepareLot(bank.services, await theJob());
  expect(await lots()).toEqual([]);
});

test("one whose job went silent is replaced, and makes no lot any more", async () => {
  await aLargeOne();
  const job = await theJob();
  await bank.forgetJobs();
  await bank.owner.query(
    "update lot_preparation set touched_at = touched_at - interval '15 minutes', message = 'Nouvel essai' where distributor_id = $1",
    [me.distributorId],
  );
  expect(await preparation()).toMatchObject({ state: "failed", message: "" });
  expect((await ask()).statusCode).toBe(201);
  await prepareLot(bank.services, job);
  expect(await lots()).toEqual([]);
  await prepareLot(bank.services, await theJob());
  expect(await lots()).toHaveLength(1);
});
