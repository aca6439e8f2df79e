import sql from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createLogger } from "../../platform/logger.ts";
import type { JobHandlers } from "../../platform/jobs.ts";
import { aDistributor, aStaffUser, aSuperAdmin, type BuiltDistributor } from "../../testing/builders.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";
import { operationsRepository } from "./operations.repository.ts";

const lines: string[] = [];
let app: TestApp;
let lumen: BuiltDistributor;
let admin: TestClient;
let staff: TestClient;

beforeAll(async () => {
  app = await createTestApp({ log: createLogger("info", { write: (line) => void lines.push(line) }) });
  const people = await app.inDatabase(async (tx) => {
    lumen = await aDistributor(tx);
    return { admin: await aSuperAdmin(tx), staff: await aStaffUser(tx, lumen) };
  });
  admin = await app.as(people.admin);
  staff = await app.as(people.staff);
});
afterAll(() => app.close());
beforeEach(async () => {
  lines.length = 0;
  await app.owner.query("delete from pgboss.job");
});

const enqueue = (distributorId = lumen.id) =>
  app.inDatabase((tx) =>
    app.services.jobs.enqueue(tx, { name: "draw-documents", data: { distributor_id: distributorId } }),
  );
const setState = (change: string) => app.owner.query(`update pgboss.job set ${change}`);
const only = async () => (await admin.get("/operations/jobs/")).body.results[0];
const failed = async () => {
  await enqueue();
  await setState(
    `state = 'failed', retry_count = 8, started_on = now(), completed_on = now(), output = '{"message":"550 <zoe@passeur.example> refused","stack":"at x"}'`,
  );
  return await only();
};
const audited = () =>
  app.inDatabase((tx) =>
    tx.many<{ action_details: { action: string } }>(sql`
      select distributor_id, action_type, action_details from audit_log order by id`),
  );
const actions = async () => (await audited()).map((entry) => entry.action_details.action);
const auditedSince = async (work: () => Promise<unknown>) => {
  const before = (await actions()).length;
  await work();
  return (await actions()).slice(before);
};

describe("the jobs", () => {
  test("are listed with whose they are, how often they were tried and why they failed", async () => {
    await failed();
    const { status, body } = await admin.get("/operations/jobs/");
    expect([status, body.count, body.counts]).toEqual([
      200,
      1,
      { failed: 1, retrying: 0, running: 0, waiting: 0, cancelled: 0, done: 0 },
    ]);
    expect(body.results).toMatchObject([
      {
        name: "draw-documents",
        state: "failed",
        distributor: { id: lumen.id, name: lumen.name },
        tries: 9,
        max_tries: 9,
        failure: "550 <(adresse)> refused",
        next_try_at: null,
      },
    ]);
  });

  test("are fifty a page, and may be those of one state", async () => {
    for (let n = 0; n < 52; n += 1) await enqueue();
    const first = (await admin.get("/operations/jobs/")).body;
    expect([first.count, first.results.length, first.next]).toEqual([
      52,
      50,
      "/api/v1/operations/jobs/?page=2",
    ]);
    expect((await admin.get(first.next)).body.results).toHaveLength(2);
    expect((await admin.get("/operations/jobs/?state=failed")).body).toMatchObject({
      count: 0,
      results: [],
      counts: { waiting: 52 },
    });
    expect((await admin.get("/operations/jobs/?state=lost")).status).toBe(400);
  });

  test("are each in their file once, whatever they come to while it is written", async () => {
    await enqueue();
    await app.owner.query(`insert into pgboss.job (name, data, created_on) select name, data, created_on + n * interval '1 second'
      from pgboss.job, generate_series(1, 1199) n`);
    const found: string[] = [];
    await app.inDatabase(async (tx) => {
      for await (const rows of operationsRepository.all(tx, undefined)) {
        if (found.length === 0)
          await setState(
            "state = 'completed' where id in (select id from pgboss.job order by created_on desc limit 300)",
          );
        found.push(...rows.map(({ id }) => id));
      }
    });
    expect(new Set(found).size).toBe(1200);
  });

  test("are the super admins' alone, whatever distributor they have chosen", async () => {
    const job = await failed();
    for (const answer of [
      await staff.get("/operations/jobs/"),
      await staff.post(`/operations/jobs/${job.id}/retry/`),
      await staff.post(`/operations/jobs/${job.id}/cancel/`),
    ])
      expect(answer.status).toBe(403);
    expect((await only()).state).toBe("failed");
  });
});

describe("running a job again", () => {
  test("puts a failed one back in the queue, once however often it is asked, with one audit entry", async () => {
    const job = await failed();
    const entries = await auditedSince(async () => {
      const answers = await Promise.all([1, 2, 3].map(() => admin.post(`/operations/jobs/${job.id}/retry/`)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(answers.map(({ body }) => body.state)).toEqual(["retrying", "retrying", "retrying"]);
    });
    expect(entries).toEqual(["job_retried"]);
    expect((await audited()).at(-1)).toMatchObject({
      distributor_id: lumen.id,
      action_type: "system_action",
      action_details: { job: "draw-documents", job_id: job.id, state_before: "failed" },
    });
    let runs = 0;
    const handlers: Partial<JobHandlers> = { "draw-documents": async () => void (runs += 1) };
    const { jobs } = app.services as unknown as {
      jobs: { drain(with_: Partial<JobHandlers>): Promise<void> };
    };
    await jobs.drain(handlers);
    expect([runs, await only()]).toEqual([1, undefined]);
    expect((await admin.get("/operations/jobs/?state=done")).body).toMatchObject({
      count: 1,
      results: [{ id: job.id, state: "done" }],
    });
    expect((await admin.post(`/operations/jobs/${job.id}/retry/`)).body).toMatchObject({ code: "job_done" });
  });

  test("leaves one as it is that another person put back while this request waited for it", async () => {
    const job = await failed();
    await app.inDatabase(async (tx) => {
      await admin.post(`/operations/jobs/${job.id}/retry/`);
      expect(await operationsRepository.lock(tx, job.id)).toMatchObject({
        state: "retrying",
        next_try_at: null,
      });
    });
  });

  test("takes a cancelled one up again", async () => {
    await enqueue();
    const { id } = await only();
    await admin.post(`/operations/jobs/${id}/cancel/`);
    const { body } = await admin.post(`/operations/jobs/${id}/retry/`);
    expect([body.state, body.next_try_at]).toEqual(["waiting", null]);
  });

  test("does not wait for the next try", async () => {
    await enqueue();
    await setState("state = 'retry', start_after = now() + interval '10 minutes'");
    const { id, next_try_at } = await only();
    expect(Date.parse(next_try_at)).toBeGreaterThan(Date.now());
    expect((await admin.post(`/operations/jobs/${id}/retry/`)).body.next_try_at).toBeNull();
    expect(await auditedSince(() => admin.post(`/operations/jobs/${id}/retry/`))).toEqual([]);
  });

  test.each([
    ["state = 'active', started_on = now()", "running"],
    ["priority = 0", "waiting"],
  ])("leaves what runs or waits already as it is (%s)", async (change, state) => {
    await enqueue();
    await setState(change);
    const { id } = await only();
    const entries = await auditedSince(async () => {
      const answer = await admin.post(`/operations/jobs/${id}/retry/`);
      expect([answer.status, answer.body.state]).toEqual([200, state]);
    });
    expect(entries).toEqual([]);
  });
});

describe("cancelling a job", () => {
  test("keeps it from running, once and audited", async () => {
    await enqueue();
    const { id } = await only();
    const entries = await auditedSince(async () => {
      for (let n = 0; n < 2; n += 1) {
        const answer = await admin.post(`/operations/jobs/${id}/cancel/`);
        expect([answer.status, answer.body.state]).toEqual([200, "cancelled"]);
      }
    });
    expect(entries).toEqual(["job_cancelled"]);
    await app.drainJobs();
    expect((await only()).state).toBe("cancelled");
  });

  test("that runs asks its node to stop, once and audited; the list tells since when", async () => {
    await enqueue();
    await setState("state = 'active', started_on = now()");
    const { id, cancel_requested_at } = await only();
    expect(cancel_requested_at).toBeNull();
    const entries = await auditedSince(async () => {
      const answers = await Promise.all([1, 2, 3].map(() => admin.post(`/operations/jobs/${id}/cancel/`)));
      for (const { status, body } of answers) {
        expect([status, body.state]).toEqual([200, "running"]);
        expect(Date.parse(body.cancel_requested_at)).toBeGreaterThan(Date.now() - 60_000);
      }
    });
    expect(entries).toEqual(["job_cancel_requested"]);
    expect((await audited()).at(-1)).toMatchObject({
      distributor_id: lumen.id,
      action_details: { job_id: id, state_before: "running" },
    });
    expect((await only()).cancel_requested_at).not.toBeNull();
  });

  test("that runs stops it: what it had done stays, it is cancelled, and it can be run again", async () => {
    await enqueue();
    const { jobs } = app.services as unknown as {
      jobs: { drain(with_: Partial<JobHandlers>): Promise<void> };
    };
    const begun = Promise.withResolvers<void>();
    const drained = jobs.drain({
      "draw-documents": async (_data, signal) => {
        begun.resolve();
        while (!signal.aborted) await new Promise((done) => setTimeout(done, 20));
        signal.throwIfAborted();
      },
    });
    await begun.promise;
    const { id } = await only();
    expect((await admin.post(`/operations/jobs/${id}/cancel/`)).body.state).toBe("running");
    await drained;
    expect(await only()).toMatchObject({ state: "cancelled", cancel_requested_at: null });
    expect((await admin.post(`/operations/jobs/${id}/retry/`)).body).toMatchObject({
      state: "waiting",
      cancel_requested_at: null,
    });
  });

  test.each([
    ["completed", "job_ended", /terminée/],
    ["failed", "job_ended", /terminée/],
  ])("is refused when it is %s", async (state, code, detail) => {
    await enqueue();
    const { id } = await only();
    await setState(`state = '${state}'`);
    const answer = await admin.post(`/operations/jobs/${id}/cancel/`);
    expect([answer.status, answer.body.code]).toEqual([409, code]);
    expect(answer.body.detail).toMatch(detail);
  });
});

test.each(["retry", "cancel"])("a job that is none is not found to %s", async (verb) => {
  for (const id of ["6b1f0c9e-0000-4000-8000-000000000000", "4", "x'y"])
    expect((await admin.post(`/operations/jobs/${encodeURIComponent(id)}/${verb}/`)).status).toBe(404);
});

describe("a remote that failed in a browser", () => {
  const report = {
    remote: "mfe-finance",
    build: "0123456789ab",
    version: "1.4.0",
    owner: "Équipe Finance",
    kind: "network",
    supportCode: "FIN-7KQM-2XHD",
    path: "/invoices?search=zoe@passeur.example",
    url: "http://127.0.0.1/remotes/x.js?token=abc",
    detail: "TypeError: no zoe@passeur.example",
  };
  const tell = (change: object = {}) =>
    app.anonymous().post("/operations/remote-failures/", { ...report, ...change });
  const counted = async () =>
    (await app.app.inject({ url: "/metrics" })).payload
      .split("\n")
      .filter((line) => line.startsWith("bobine_remote_failures_total"));

  test("is counted, and logged with its support code and nothing of a person", async () => {
    expect((await tell()).status).toBe(204);
    expect(await counted()).toContain('bobine_remote_failures_total{remote="mfe-finance",kind="network"} 1');
    const line = lines.map((text) => JSON.parse(text)).find(({ failure }) => failure !== undefined);
    expect(line.failure).toMatchObject({
      supportCode: "FIN-7KQM-2XHD",
      path: "/invoices",
      url: "http://127.0.0.1/remotes/x.js",
      detail: "TypeError: no (adresse)",
    });
    expect(lines.join("")).not.toContain("zoe@");
  });

  test.each([
    [{ kind: "boredom" }],
    [{ remote: "<b>" }],
    [{ supportCode: "x" }],
    [{ detail: "x".repeat(2_001) }],
    [{ build: "x".repeat(201) }],
  ])("is refused when it is none: %j", async (change) => {
    expect((await tell(change)).status).toBe(400);
  });

  test("has as few names as there may be remotes, and as few reports a minute", async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 40; n += 1) statuses.push((await tell({ remote: `made-up-${n}` })).status);
    expect(new Set(statuses)).toEqual(new Set([204, 429]));
    expect((await counted()).length).toBeLessThanOrEqual(31);
  });
});
