import { request } from "node:http";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, expect, test } from "vitest";
import { installErrorHandler } from "./error-handler.ts";
import { refuseOverload } from "./refuse-overload.ts";

let app: FastifyInstance;
afterEach(() => app.close());

/** A node that works on two calls at once; a call ends when it is let go. */
function aNode() {
  app = Fastify();
  const held: (() => void)[] = [];
  installErrorHandler(app);
  const answered: number[] = [];
  app.addHook("onResponse", async (_request, reply) => {
    answered.push(reply.statusCode);
  });
  refuseOverload(app, { "referrer-policy": "no-referrer" }, 2);
  const waiting: (() => void)[] = [];
  let calls = 0;
  let gone = 0;
  app.addHook("onRequest", async (_request, reply) => {
    calls += 1;
    reply.raw.once("close", () => (gone += 1));
  });
  app.get("/api/v1/invoices/", () => new Promise((done) => waiting.push(() => done({}))));
  app.post("/api/v1/invoices/", async () => ({}));
  app.get("/api/v1/cinemas/", async () => ({}));
  app.get("/api/v1/auth/user/", async () => ({}));
  app.get("/readyz", async () => ({}));
  // As a limit of requests that asks the database does.
  const onRequest = () => new Promise<void>((done) => held.push(done));
  app.get("/api/v1/limited/", { onRequest }, async () => ({}));
  const ask = (url: string) => app.inject({ url });
  const underWay = async (count: number) => {
    await expect.poll(() => waiting.length).toBe(count);
    return waiting;
  };
  return { ask, underWay, answered, held, begun: () => calls, gone: () => gone };
}

test("a call beyond what a node works on is refused at once, and told when to come again", async () => {
  const { ask, underWay, answered } = aNode();
  const calls = [ask("/api/v1/invoices/"), ask("/api/v1/invoices/")];
  const waiting = await underWay(2);
  const refused = await ask("/api/v1/invoices/");
  expect(refused.statusCode).toBe(503);
  expect(refused.headers["referrer-policy"]).toBe("no-referrer");
  expect(refused.headers["x-request-id"]).toBeDefined();
  // The log and the measures hear of it.
  expect(answered).toEqual([503]);
  expect(refused.headers["retry-after"]).toBe("3");
  expect(refused.json()).toMatchObject({ code: "overloaded" });
  for (const letGo of waiting) letGo();
  expect((await Promise.all(calls)).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
});

test("signing in and the checks of a balancer go on meanwhile", async () => {
  const { ask, underWay } = aNode();
  const calls = [ask("/api/v1/invoices/"), ask("/api/v1/invoices/")];
  const waiting = await underWay(2);
  expect((await ask("/api/v1/auth/user/")).statusCode).toBe(200);
  expect((await ask("/readyz")).statusCode).toBe(200);
  for (const letGo of waiting) letGo();
  await Promise.all(calls);
});

test("calls are answered again as soon as one of those before has ended", async () => {
  const { ask, underWay } = aNode();
  const first = ask("/api/v1/invoices/");
  const second = ask("/api/v1/invoices/");
  const waiting = await underWay(2);
  waiting[0]?.();
  await first;
  const third = ask("/api/v1/invoices/");
  await underWay(3);
  for (const letGo of waiting) letGo();
  expect((await Promise.all([second, third])).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
});

test("who sends a body slowly takes nobody's place", async () => {
  const { ask, begun } = aNode();
  const origin = await app.listen({ port: 0, host: "127.0.0.1" });
  const slow = Array.from({ length: 3 }, () => {
    const call = request(`${origin}/api/v1/invoices/`, {
      method: "POST",
      headers: { "content-type": "application/json", "content-length": "2" },
    });
    call.on("error", () => undefined);
    call.write("{");
    return call;
  });
  await expect.poll(begun).toBe(3);
  expect((await ask("/api/v1/cinemas/")).statusCode).toBe(200);
  for (const call of slow) call.destroy();
});

test("who sends a file slowly takes nobody's place, and takes one once it is there", async () => {
  const { ask, begun } = aNode();
  const letGo = Promise.withResolvers<void>();
  const receiving = Array.from({ length: 3 }, () => Promise.withResolvers<void>());
  let files = 0;
  const config = { contract: { upload: {} } as never };
  app.post("/api/v1/files/", { config }, async (call) => {
    const file = receiving[files];
    files += 1;
    await call.countFrom?.(file?.promise ?? Promise.resolve());
    await letGo.promise;
    return {};
  });
  const calls = receiving.map(() => app.inject({ method: "POST", url: "/api/v1/files/" }));
  await expect.poll(() => files).toBe(3);
  expect((await ask("/api/v1/cinemas/")).statusCode).toBe(200);
  receiving[0]?.resolve();
  receiving[1]?.reject(new Error("broken off"));
  await receiving[1]?.promise.catch(() => undefined);
  expect((await ask("/api/v1/cinemas/")).statusCode).toBe(503);
  receiving[2]?.resolve();
  letGo.resolve();
  expect((await Promise.all(calls)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect(begun()).toBe(4);
  expect((await ask("/api/v1/cinemas/")).statusCode).toBe(200);
});

test("who leaves while a limit of the route is still being looked at keeps no place", async () => {
  const { ask, held, gone } = aNode();
  const origin = await app.listen({ port: 0, host: "127.0.0.1" });
  for (let left = 1; left <= 3; left += 1) {
    const call = request(`${origin}/api/v1/limited/`);
    call.on("error", () => undefined);
    call.end();
    await expect.poll(() => held.length).toBe(left);
    call.destroy();
    await expect.poll(gone).toBe(left);
    held.at(-1)?.();
  }
  expect((await ask("/api/v1/cinemas/")).statusCode).toBe(200);
});
