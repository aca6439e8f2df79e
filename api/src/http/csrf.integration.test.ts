import sql from "sql-template-tag";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aDistributor, aStaffUser } from "../testing/builders.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";
import { signAccessToken } from "./session.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const REFUSED = {
  status: 403,
  body: { detail: "La vérification CSRF a échoué. Rechargez la page.", code: "csrf_failed" },
};
const browserCookies = async () => {
  const answer = await app.app.inject({ method: "GET", url: "/api/v1/auth/csrf-token/" });
  const cookies = Object.fromEntries(answer.cookies.map((cookie) => [cookie.name, cookie.value]));
  return { cookies, token: answer.json<{ csrfToken: string }>().csrfToken, set: answer.cookies };
};
const change = async (cookies: Record<string, string>, headers: Record<string, string>) => {
  const answer = await app.app.inject({
    method: "POST",
    url: "/api/v1/auth/login/",
    payload: { email: "personne@ailleurs.example" },
    cookies,
    headers,
  });
  return { status: answer.statusCode, body: answer.json<unknown>() };
};

test("the token is in a readable cookie, its twin in one that scripts cannot read", async () => {
  const { set, token } = await browserCookies();
  const [csrf, twin] = [
    set.find((cookie) => cookie.name === "csrftoken"),
    set.find((cookie) => cookie.name === "bobine-browser"),
  ];
  expect(csrf).toMatchObject({ value: token, sameSite: "Lax", path: "/" });
  expect(csrf?.httpOnly).toBeUndefined();
  expect(twin).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" });
});

test.each(["/api/v1/auth/login", "/%61pi/v1/auth/login/", "/api/v1/%61uth/login/"])(
  "a change is refused without a token however its address is spelt: %s",
  async (url) => {
    const answer = await app.app.inject({
      method: "POST",
      url,
      payload: { email: "personne@ailleurs.example" },
    });
    expect(answer.statusCode).toBe(403);
  },
);

test("a change with the right token passes", async () => {
  const { cookies, token } = await browserCookies();
  expect((await change(cookies, { "x-csrftoken": token })).status).toBe(200);
});

test("a change without, with a wrong, or with another browser's token is refused", async () => {
  const [mine, other] = [await browserCookies(), await browserCookies()];
  const { csrftoken: _token, ...onlyTwin } = mine.cookies;
  const cases: [Record<string, string>, Record<string, string>][] = [
    [mine.cookies, {}],
    [{}, { "x-csrftoken": mine.token }],
    [onlyTwin, { "x-csrftoken": mine.token }],
    [mine.cookies, { "x-csrftoken": `${mine.token}x` }],
    [mine.cookies, { "x-csrftoken": other.token }],
    // Written by a sibling host into the readable cookie: it does not fit the twin.
    [{ ...mine.cookies, csrftoken: other.token }, { "x-csrftoken": other.token }],
    [{ ...mine.cookies, csrftoken: "a" }, { "x-csrftoken": "a" }],
    [{ ...mine.cookies, csrftoken: "a.b" }, { "x-csrftoken": "a.b" }],
  ];
  for (const [cookies, headers] of cases) expect(await change(cookies, headers)).toEqual(REFUSED);
});

test("a change sent by another site is refused even with the right token", async () => {
  const { cookies, token } = await browserCookies();
  for (const headers of [
    { origin: "https://ailleurs.example" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site" },
  ] as Record<string, string>[])
    expect(await change(cookies, { "x-csrftoken": token, ...headers })).toEqual(REFUSED);
  const own = { origin: app.services.config.publicUrl, "sec-fetch-site": "same-origin" };
  expect((await change(cookies, { "x-csrftoken": token, ...own })).status).toBe(200);
});

test("a signed-in change is refused without it too, and does nothing", async () => {
  const person = await app.inDatabase(async (tx) =>
    aStaffUser(tx, await aDistributor(tx), { first_name: "Camille" }),
  );
  const client = await app.as(person);
  const session = await app.inDatabase((tx) =>
    tx.one<{ id: string }>(sql`select id from user_session where user_id = ${person.id}`),
  );
  const token = await signAccessToken(app.services, person.id, session.id);
  const answer = await app.app.inject({
    method: "PATCH",
    url: "/api/v1/auth/user/",
    payload: { first_name: "Volée" },
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.statusCode).toBe(403);
  expect((await client.get("/auth/user/")).body.first_name).toBe("Camille");
});
