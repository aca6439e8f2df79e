import { once } from "node:events";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { freePort, LOWEST_PORT } from "./free-port.mjs";

test("a free port can be listened on, and is none that the kernel gives to outgoing connections", async () => {
  const port = await freePort();
  const server = createServer().listen(port, "127.0.0.1");
  await once(server, "listening");
  server.close();
  expect(port).toBeLessThan(32_768);
});

test("a free port is none that a browser refuses to open", () => {
  const lastOfTheFetchStandard = 10_080;
  expect(LOWEST_PORT).toBeGreaterThan(lastOfTheFetchStandard);
});

test("no port is given twice", async () => {
  const ports = await Promise.all(Array.from({ length: 50 }, () => freePort()));
  expect(new Set(ports).size).toBe(50);
});
