import { once } from "node:events";
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { type Drain, drainOf } from "./drain.ts";

let end: () => Promise<void> = async () => undefined;
afterEach(() => end());

/** A server whose answers under /slow wait until they are let go, and a client that keeps its connections. */
async function startServer(options: { noticeMs: number; limitMs?: number }) {
  const waiting: ServerResponse[] = [];
  const server = createServer((incoming, response) => {
    if (incoming.url === "/slow") waiting.push(response);
    else response.end("fast");
  });
  const drain: Drain = drainOf(server, { limitMs: 5_000, ...options });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true });
  const get = async (path: string, how: Agent | false = agent) => {
    const asked = request({ port, host: "127.0.0.1", path, agent: how });
    asked.end();
    const [answer] = (await once(asked, "response")) as [IncomingMessage];
    answer.resume();
    await once(answer, "end");
    return { status: answer.statusCode, connection: answer.headers.connection };
  };
  end = async () => {
    agent.destroy();
    server.closeAllConnections();
    server.close();
  };
  return { drain, get, waiting, agent };
}

test("while it gives notice, a node says so, serves on, and ends each connection with its answer", async () => {
  const { drain, get } = await startServer({ noticeMs: 300 });
  expect(await get("/")).toEqual({ status: 200, connection: "keep-alive" });
  expect(drain.isDraining()).toBe(false);
  const drained = drain.drain();
  expect(drain.isDraining()).toBe(true);
  // On the connection that it kept, and on a new one.
  expect(await get("/")).toEqual({ status: 200, connection: "close" });
  expect(await get("/", false)).toEqual({ status: 200, connection: "close" });
  await drained;
  await expect(get("/", false)).rejects.toMatchObject({ code: "ECONNREFUSED" });
});

test("an answer under way is waited for, and ends its connection", async () => {
  const { drain, get, waiting } = await startServer({ noticeMs: 0 });
  const slow = get("/slow");
  while (waiting.length === 0) await pause(5);
  let isDrained = false;
  const drained = drain.drain().then(() => (isDrained = true));
  await pause(150);
  expect(isDrained).toBe(false);
  waiting[0]!.end("at last");
  expect(await slow).toEqual({ status: 200, connection: "close" });
  await drained;
});

test("an answer that takes too long is not waited for", async () => {
  const { drain, get, waiting } = await startServer({ noticeMs: 0, limitMs: 200 });
  const slow = get("/slow").catch(() => "cut off");
  while (waiting.length === 0) await pause(5);
  await drain.drain();
  await end();
  expect(await slow).toBe("cut off");
});

test("a kept connection still serves after the node has stopped listening", async () => {
  const { drain, get } = await startServer({ noticeMs: 100 });
  await get("/");
  const drained = drain.drain();
  await pause(250);
  await expect(get("/", false)).rejects.toMatchObject({ code: "ECONNREFUSED" });
  expect(await get("/")).toEqual({ status: 200, connection: "close" });
  await drained;
});
