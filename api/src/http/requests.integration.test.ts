// Requests that no client of ours sends: each gets its answer in French, and none a 500.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aDistributor, aStaffUser } from "../testing/builders.ts";
import { createTestApp, type TestApp, type TestClient } from "../testing/test-app.ts";

let app: TestApp;
let user: { id: number };
let staff: TestClient;
let browser: { cookies: Record<string, string>; headers: Record<string, string> };

beforeAll(async () => {
  app = await createTestApp();
  user = await app.inDatabase(async (tx) => aStaffUser(tx, await aDistributor(tx)));
  staff = await app.as(user);
  const answer = await app.app.inject({ method: "GET", url: "/api/v1/auth/csrf-token/" });
  browser = {
    cookies: Object.fromEntries(answer.cookies.map((cookie) => [cookie.name, cookie.value])),
    headers: { "x-csrftoken": answer.json<{ csrfToken: string }>().csrfToken },
  };
});
afterAll(() => app.close());

const post = async (payload: string | Buffer, type: string | undefined = "application/json") => {
  const answer = await app.app.inject({
    method: "POST",
    url: "/api/v1/auth/token/refresh/",
    payload,
    cookies: browser.cookies,
    headers: { ...browser.headers, "content-type": type },
  });
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
};
const NOT_FOUND = { detail: "Élément introuvable.", code: "not_found" };
const INVALID = { detail: "La requête est invalide.", code: "invalid" };

describe("a body", () => {
  test.each([
    ["that is no JSON", "{refresh:1}"],
    ["that ends too early", '{"refresh":"a"'],
    ["that would change every object", '{"__proto__":{"refresh":"a"}}'],
    ["that would change them by another way", '{"constructor":{"prototype":{"refresh":"a"}}}'],
  ])("%s is a bad request", async (_case, payload) => {
    expect(await post(payload)).toEqual({ status: 400, body: INVALID });
  });

  test.each(["null", "[]", "3", '"text"', "true"])("%s is no form: a bad request", async (payload) => {
    const { status, body } = await post(payload);
    expect(status).toBe(400);
    expect(Object.keys(body)).toHaveLength(1);
  });

  test("ten thousand levels deep is read or refused, and does not end the process", async () => {
    const { status } = await post(`{"refresh":${"[".repeat(10_000)}${"]".repeat(10_000)}}`);
    expect(status).toBe(400);
  });

  test.each([
    [
      "of bytes that are no UTF-8",
      Buffer.concat([Buffer.from('{"refresh":"'), Buffer.from([0xe9]), Buffer.from('"}')]),
    ],
    ["that breaks off in a character", Buffer.concat([Buffer.from('{"refresh":"'), Buffer.from([0xc3])])],
    ["in UTF-16", Buffer.from('{"refresh":"a"}', "utf16le")],
  ])("%s is a bad request", async (_case, payload) => {
    expect(await post(payload)).toEqual({ status: 400, body: INVALID });
  });

  test("that is empty is none, whatever its type says", async () => {
    expect(await post("")).toEqual({
      status: 400,
      body: { non_field_errors: ["Ce champ est obligatoire"] },
    });
    const answer = await app.app.inject({
      method: "POST",
      url: "/api/v1/auth/logout/",
      cookies: browser.cookies,
      headers: { ...browser.headers, ...(await app.bearerOf(user)), "content-type": "application/json" },
      payload: "",
    });
    expect(answer.statusCode).toBe(204);
  });

  test("above a megabyte is too large", async () => {
    expect(await post(JSON.stringify({ refresh: "x".repeat(1_100_000) }))).toEqual({
      status: 413,
      body: { detail: "Le fichier est trop volumineux.", code: "too_large" },
    });
  });

  test.each(["text/xml", "text/plain", "application/x-www-form-urlencoded", "image/png"])(
    "of type %s is not read",
    async (type) => {
      expect(await post("refresh=a", type)).toEqual({
        status: 415,
        body: { detail: "Format de fichier non pris en charge.", code: "unsupported_media_type" },
      });
    },
  );

  test("of a form with files is no form of ours", async () => {
    expect([400, 415]).toContain((await post("--x--", "multipart/form-data; boundary=x")).status);
    expect([400, 415]).toContain((await post("x", "multipart/form-data")).status);
  });
});

describe("an address", () => {
  test("with filters that are left blank is read without them", async () => {
    const answer = await staff.get("/cinemas/?page=1&search=&ordering=&status=");
    expect([answer.status, answer.body]).toEqual([
      200,
      { count: 0, next: null, previous: null, results: [] },
    ]);
    expect((await staff.get("/audit-logs/?page=&action_type=")).status).toBe(200);
  });

  test.each([
    ["PUT", "/api/v1/auth/login/"],
    ["DELETE", "/api/v1/audit-logs/"],
    ["POST", "/api/v1/onboarding/admin/distributors/unknown/"],
  ] as const)("%s %s that is no call does not exist", async (method, url) => {
    const answer = await app.app.inject({ method, url, ...browser });
    expect([answer.statusCode, answer.json()]).toEqual([404, NOT_FOUND]);
  });

  test.each([
    "/api/v1/cinemas/%",
    "/api/v1/cinemas/%zz/",
    "/api/v1/cinemas/%c3%28/",
    `/api/v1/cinemas/${"1".repeat(300)}/`,
  ])("%s cannot be read: it does not exist", async (url) => {
    const answer = await app.app.inject({ method: "GET", url });
    expect([answer.statusCode, answer.json()]).toEqual([404, NOT_FOUND]);
    expect(answer.headers).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    });
  });
});

describe("an answer", () => {
  test("of the API is never kept, and has the id of its request", async () => {
    for (const path of ["/auth/user/", "/cinemas/", "/unknown/"]) {
      const { headers } = await staff.get(path);
      expect(headers["cache-control"]).toBe("no-store");
      expect(headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  test("to a failure of ours tells nothing of it", async () => {
    const rename = (from: string, to: string) => app.owner.query(`alter table ${from} rename to ${to}`);
    await rename("audit_log", "audit_log_gone");
    const answer = await app.whileBroken(() => staff.get("/audit-logs/"));
    await rename("audit_log_gone", "audit_log");
    expect([answer.status, answer.body]).toEqual([
      500,
      { detail: "Une erreur est survenue. Nos équipes ont été prévenues.", code: "error" },
    ]);
    expect((await staff.get("/audit-logs/")).status).toBe(200);
  });

  test("while the sessions of the database are cut says to come back, and the next call is served", async () => {
    const calls = Array.from({ length: 40 }, () => staff.get("/cinemas/"));
    await app.owner.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    const statuses = new Set((await Promise.all(calls)).map((answer) => answer.status));
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect((await staff.get("/cinemas/")).status).toBe(200);
  });
});
