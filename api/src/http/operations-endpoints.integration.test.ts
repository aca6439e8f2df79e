import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, describe, expect, test } from "vitest";
import { buildApp } from "../app.ts";
import { aDistributor, aStaffUser } from "../testing/builders.ts";
import { startS3Server, TEST_BUCKET } from "../testing/s3-server.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";

const TOKEN = "a token for tests only, long enough";

let app: TestApp;
afterEach(() => app.close());

const readMetrics = (headers: Record<string, string> = {}, remoteAddress = "127.0.0.1") =>
  app.app.inject({ url: "/metrics", headers, remoteAddress });

describe("/metrics without a token", () => {
  test("is for this machine", async () => {
    app = await createTestApp();
    const user = await app.inDatabase(async (tx) => aStaffUser(tx, await aDistributor(tx)));
    await (await app.as(user)).get("/invoices/invoices/4711/");
    for (const address of ["127.0.0.1", "::1", "::ffff:127.0.0.1"]) {
      const answer = await readMetrics({}, address);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers["content-type"]).toMatch(/^text\/plain; version=0\.0\.4/);
    }
    const text = (await readMetrics()).payload;
    expect(text).toMatch(
      /bobine_http_request_seconds_count\{method="GET",route="\/api\/v1\/invoices\/invoices\/:id\/",status="404"\} 1/,
    );
    expect(text).toContain("bobine_shared_measures_ok 1\n");
    expect(text).toMatch(/bobine_database_sessions\{pool="requests",state="allowed"\} 25/);
    // In labels: a measured number may have any digits.
    expect(text.match(/\{.*\}/g)?.join()).not.toContain("4711");
  });

  test.each([
    ["another machine", {}, "192.168.1.7"],
    ["somebody behind a proxy of this machine", { "x-forwarded-for": "203.0.113.9" }, "127.0.0.1"],
    ["somebody behind a proxy that says so otherwise", { forwarded: "for=203.0.113.9" }, "127.0.0.1"],
  ])("is not for %s", async (_title, headers, address) => {
    app = await createTestApp();
    const answer = await readMetrics(headers as Record<string, string>, address);
    expect([answer.statusCode, answer.payload.includes("bobine_")]).toEqual([403, false]);
  });
});

test("/metrics with a token is for who has it, wherever they are", async () => {
  app = await createTestApp({ config: { metricsToken: TOKEN } });
  const statusOf = async (authorization?: string) =>
    (await readMetrics(authorization === undefined ? {} : { authorization }, "192.168.1.7")).statusCode;
  expect(await statusOf(`Bearer ${TOKEN}`)).toBe(200);
  expect(await statusOf()).toBe(403);
  expect(await statusOf("Bearer another token for tests only, as long")).toBe(403);
  expect((await readMetrics()).statusCode).toBe(403);
});

describe("/readyz", () => {
  const ready = async (server: TestApp["app"] = app.app) => {
    const answer = await server.inject({ url: "/readyz" });
    return [answer.statusCode, answer.json<unknown>()];
  };

  test("tells that the database and the store serve", async () => {
    app = await createTestApp();
    expect(await ready()).toEqual([200, { status: "ready", database: "ok", files: "ok" }]);
    expect((await app.app.inject({ url: "/healthz" })).json()).toEqual({ status: "ok" });
  });

  test("refuses a node whose store was never reached: it is set up wrong", async () => {
    const folder = mkdtempSync(join(tmpdir(), "bobine-ready-"));
    writeFileSync(join(folder, "files"), "");
    app = await createTestApp({ config: { filesUrl: pathToFileURL(join(folder, "files")).href } });
    expect(await ready()).toEqual([503, { status: "not ready", database: "ok", files: "unavailable" }]);
    rmSync(folder, { recursive: true });
  });

  test("asks the store again though the clock was set back since it was not reached (OPS-14)", async () => {
    app = await createTestApp();
    const actual = app.services.files;
    let isAway = true;
    const files = {
      ...actual,
      check: () => (isAway ? Promise.reject(new Error("away")) : actual.check()),
    };
    const node = await buildApp({ ...app.services, files }, async () => true);
    expect((await ready(node))[0]).toBe(503);
    isAway = false;
    app.clock.advance(-3_600_000);
    expect(await ready(node)).toEqual([200, { status: "ready", database: "ok", files: "ok" }]);
    await node.close();
  });

  test("keeps a node whose store went away: most of the product does without", async () => {
    const server = await startS3Server();
    app = await createTestApp({ config: { filesUrl: `s3://${TEST_BUCKET}/f`, s3: server.access } });
    const actual = app.services.files;
    let isAway = false;
    const files = {
      ...actual,
      check: () => (isAway ? Promise.reject(new Error("away")) : actual.check()),
    };
    const node = await buildApp({ ...app.services, files }, async () => true);
    expect(await ready(node)).toEqual([200, { status: "ready", database: "ok", files: "ok" }]);
    isAway = true;
    app.clock.advance(11_000);
    expect(await ready(node)).toEqual([200, { status: "ready", database: "ok", files: "unavailable" }]);
    await node.close();
    await server.close();
  });

  test("refuses a node whose database is away, which lives all the same", async () => {
    app = await createTestApp();
    const node = await buildApp(app.services, () => Promise.reject(new Error("away")));
    expect(await ready(node)).toEqual([503, { status: "not ready", database: "unavailable", files: "ok" }]);
    expect((await node.inject({ url: "/healthz" })).statusCode).toBe(200);
    await node.close();
  });
});
