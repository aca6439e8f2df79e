// What a job has done when it hears that somebody cancelled it stays done, and no more is (docs/operations.md, Jobs).
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { jobHandlers } from "./job-handlers.ts";
import {
  aBankCustomer,
  connect,
  itemOf,
  linesOf,
  operation,
  simulatorOf,
  statusOf,
} from "./modules/bank-connection/bank-connection.testing.ts";
import { anIssuedInvoice } from "./modules/mailing/mailing.testing.ts";
import { JobCancelled } from "./platform/cancel-requests.ts";
import type { FileStore, Services } from "./services.ts";
import { aCinema, aDistributor, type BuiltDistributor } from "./testing/builders.ts";
import { createTestApp, type TestApp } from "./testing/test-app.ts";

/** Of one round of drawing. */
const ROUND = 25;

let app: TestApp;
let lumen: BuiltDistributor;
beforeAll(async () => {
  app = await createTestApp();
  await app.inDatabase(async (tx) => {
    lumen = await aDistributor(tx);
    const cinema = await aCinema(tx, lumen);
    for (let n = 0; n < ROUND + 5; n += 1) await anIssuedInvoice(tx, lumen, cinema);
  });
}, 60_000);
afterAll(() => app.close());

const documents = () =>
  app.inDatabase(
    async (tx) => (await tx.one<{ count: number }>(sql`select count(*) from invoice_file`)).count,
  );

describe("a job that is cancelled", () => {
  test.each(["issue-invoices", "draw-documents", "send-mails"] as const)(
    "before it does anything does nothing (%s)",
    async (name) => {
      const signal = AbortSignal.abort(new JobCancelled());
      await expect(
        jobHandlers(app.services)[name]({ distributor_id: lumen.id }, signal),
      ).rejects.toBeInstanceOf(JobCancelled);
      expect(await documents()).toBe(0);
    },
  );

  test("while documents are drawn keeps the round that is drawn, and the next run draws the rest", async () => {
    const cancelled = new AbortController();
    const put: FileStore["put"] = async (...file) => {
      await app.services.files.put(...file);
      cancelled.abort(new JobCancelled());
    };
    const services: Services = { ...app.services, files: { ...app.services.files, put } };
    const job = { distributor_id: lumen.id };
    await expect(jobHandlers(services)["draw-documents"](job, cancelled.signal)).rejects.toBeInstanceOf(
      JobCancelled,
    );
    expect(await documents()).toBe(ROUND);
    await jobHandlers(app.services)["draw-documents"](job, new AbortController().signal);
    expect(await documents()).toBe(ROUND + 5);
  });

  test("while a bank is read keeps no line, tells whose bank it is, and the next run reads all", async () => {
    const me = await aBankCustomer(app);
    await connect(app, me, "success");
    await app.drainJobs();
    const before = await linesOf(app, me);
    const lines = Array.from({ length: 9 }, (_, n) => operation(`VIR ${n}`, 100_00 + n));
    simulatorOf(app).state.addOperations((await itemOf(app, me)).id, lines);
    const cancelled = new AbortController();
    const bank: Services["bank"] = Object.assign(Object.create(app.services.bank) as Services["bank"], {
      accounts: async (...asked: Parameters<Services["bank"]["accounts"]>) => {
        cancelled.abort(new JobCancelled());
        return await app.services.bank.accounts(...asked);
      },
    });
    const job = { distributor_id: me.distributor.id, user_id: null };
    await expect(
      jobHandlers({ ...app.services, bank })["sync-bank"](job, cancelled.signal),
    ).rejects.toBeInstanceOf(JobCancelled);
    expect(await linesOf(app, me)).toEqual(before);
    expect((await statusOf(me)).sync).toMatchObject({
      state: "failed",
      error: "La synchronisation a été annulée. Relancez-la quand vous voulez.",
    });
    await jobHandlers(app.services)["sync-bank"](job, new AbortController().signal);
    expect(await linesOf(app, me)).toHaveLength(before.length + lines.length);
  });
});
