import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { bridgeHttp, SHORT_PATIENCE } from "./bridge-http.ts";

let answers: (() => Response | Error)[];
let asked: { url: string; init: RequestInit }[];
let slept: number[];
let time: number;
const http = () =>
  bridgeHttp({
    url: "https://bank.example",
    clientId: "id",
    clientSecret: "secret",
    sleep: (ms) => {
      slept.push(ms);
      time += ms;
      return Promise.resolve();
    },
    elapsed: () => time,
    now: () => new Date(time),
  });
const status =
  (code: number, text = "{}") =>
  () =>
    new Response(text, { status: code });
const get = (path = "/aggregation/items") => ({ method: "GET", path }) as const;

beforeEach(() => {
  [answers, asked, slept, time] = [[], [], [], 0];
  vi.stubGlobal("fetch", (url: URL, init: RequestInit) => {
    asked.push({ url: String(url), init });
    const answer = (answers.shift() ?? status(200))();
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe("a call that fails", () => {
  test.each([429, 500, 502, 503])("by %d is made again after 1, 4 and 16 s, and no more", async (code) => {
    answers = [status(code), status(code), status(code), status(code)];
    await expect(http().send(get())).rejects.toMatchObject({ kind: "unavailable", status: code });
    expect([asked.length, slept]).toEqual([4, [1_000, 4_000, 16_000]]);
  });

  test("by silence is made again", async () => {
    answers = [() => new TypeError("fetch failed")];
    expect((await http().send(get())).status).toBe(200);
    expect(asked).toHaveLength(2);
  });

  test("in front of a person is made once more only", async () => {
    answers = [status(503), status(503)];
    await expect(http().send({ ...get(), patience: SHORT_PATIENCE })).rejects.toThrow("503");
    expect(slept).toEqual([1_000]);
  });

  test.each([
    ["7", 7_000],
    ["Thu, 01 Jan 1970 00:00:09 GMT", 9_000],
    // What makes no sense, or asks for less than we wait by ourselves.
    ["0", 1_000],
    ["soon", 1_000],
    ["-5", 1_000],
  ])("by 429 with Retry-After « %s » waits as long as it says", async (said, waited) => {
    answers = [() => new Response("{}", { status: 429, headers: { "retry-after": said } })];
    expect((await http().send(get())).status).toBe(200);
    expect(slept).toEqual([waited]);
  });

  test("by 429 that asks for minutes is given up at once, and nobody asks before", async () => {
    answers = [() => new Response("{}", { status: 429, headers: { "retry-after": "600" } })];
    const client = http();
    await expect(client.send(get())).rejects.toMatchObject({ kind: "unavailable", status: 429 });
    time = 599_999;
    await expect(client.send(get())).rejects.toThrow("not asked");
    time = 600_000;
    expect((await client.send(get())).status).toBe(200);
    expect([asked.length, slept]).toEqual([2, []]);
  });

  test("by 429 for one user stops no other", async () => {
    answers = [() => new Response("{}", { status: 429, headers: { "retry-after": "600" } })];
    const client = http();
    const of = (uuid: string) => client.send({ ...get(), user: { uuid, token: "t" } });
    await expect(of("one")).rejects.toThrow("429");
    await expect(of("one")).rejects.toThrow("not asked");
    expect((await of("another")).status).toBe(200);
  });

  test("by 503 with Retry-After stops everybody as long", async () => {
    answers = [() => new Response("{}", { status: 503, headers: { "retry-after": "600" } })];
    const client = http();
    const of = (uuid: string) => client.send({ ...get(), user: { uuid, token: "t" } });
    await expect(of("one")).rejects.toThrow("503");
    await expect(of("another")).rejects.toThrow("not asked");
  });

  test("by 429 keeps nobody in front of a screen", async () => {
    answers = [() => new Response("{}", { status: 429, headers: { "retry-after": "7" } })];
    await expect(http().send({ ...get(), patience: SHORT_PATIENCE })).rejects.toThrow("429");
    expect(slept).toEqual([]);
  });

  test.each([400, 401, 403, 404, 409, 415, 422])("by %d is not made again", async (code) => {
    answers = [status(code, '{"errors":[{"message":"Non"}]}')];
    expect((await http().send(get())).status).toBe(code);
    expect(asked).toHaveLength(1);
  });

  test("by an answer that is no JSON is not made again", async () => {
    answers = [status(200, "<html>")];
    await expect(http().send(get())).rejects.toMatchObject({ kind: "malformed" });
    expect(asked).toHaveLength(1);
  });

  test("by an answer without end is not read to it", async () => {
    answers = [status(200, `"${"x".repeat(9 * 1024 * 1024)}"`)];
    await expect(http().send(get())).rejects.toMatchObject({ kind: "malformed" });
  });
});

test("after five calls that failed, none is made for half a minute", async () => {
  const client = http();
  for (let i = 0; i < 5; i += 1) {
    answers = [status(503), status(503)];
    await expect(client.send({ ...get(), patience: SHORT_PATIENCE })).rejects.toThrow("503");
  }
  asked = [];
  await expect(client.send(get())).rejects.toThrow("not asked");
  expect(asked).toHaveLength(0);
  time += 30_000;
  expect((await client.send(get())).status).toBe(200);
});

test("a user's fifty-first call of a minute waits for the first to be a minute old, and a person's is refused", async () => {
  const client = http();
  const user = { uuid: "u", token: "t" };
  for (let i = 0; i < 50; i += 1) await client.send({ ...get(), user });
  await expect(client.send({ ...get(), user, patience: SHORT_PATIENCE })).rejects.toThrow("too many calls");
  expect(asked).toHaveLength(50);
  await client.send({ ...get(), user });
  expect(slept).toEqual([60_000]);
});

test("credentials and version go with each call, and no redirection is followed", async () => {
  await http().send({ ...get(), user: { uuid: "u", token: "t" } });
  expect(asked[0]?.url).toBe("https://bank.example/v3/aggregation/items");
  expect(asked[0]?.init.redirect).toBe("error");
  expect(asked[0]?.init.headers).toMatchObject({
    "client-id": "id",
    "client-secret": "secret",
    "bridge-version": "2025-01-15",
    authorization: "Bearer t",
  });
});

describe("the next page", () => {
  test.each([
    ["/v3/aggregation/transactions?after=x", "https://bank.example/v3/aggregation/transactions?after=x"],
    ["https://bank.example/v3/aggregation/transactions", "https://bank.example/v3/aggregation/transactions"],
    ["aggregation/items?after=x", "https://bank.example/v3/aggregation/items?after=x"],
  ])("%s is followed", (uri, address) => {
    expect(http().nextAddress(uri).href).toBe(address);
  });

  test.each([
    "https://elsewhere.example/v3/aggregation/transactions",
    "http://bank.example/v3/aggregation/items",
    "//elsewhere.example/v3/",
    "/v2/aggregation/items",
    "/v3/../admin",
    "https://bank.example@elsewhere.example/v3/",
    "javascript:1",
    "http://[",
  ])("%s is not", (uri) => {
    expect(() => http().nextAddress(uri)).toThrow("not at its own address");
  });
});
