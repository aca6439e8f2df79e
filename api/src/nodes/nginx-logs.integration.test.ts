import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { logLinesOf, serversOf, startNginx, type TestProxy, missingNginxReason } from "./nginx.testing.ts";

test.each(["bobine.conf", "compose.conf"])("each server of %s logs in the format without queries", (site) => {
  const servers = serversOf(site);
  expect(servers.length).toBeGreaterThan(0);
  for (const server of servers)
    expect(logLinesOf(server)).toEqual([
      "access_log /var/log/nginx/access.log bobine;",
      "error_log /var/log/nginx/error.log emerg;",
    ]);
});

describe.skipIf(missingNginxReason() !== undefined)("nginx with these logs", () => {
  const node = createServer((request, response) => {
    // A node that breaks off is what nginx tells of in its error log.
    if (request.url?.startsWith("/broken")) request.destroy();
    else response.end("page");
  });
  let proxy: TestProxy;
  beforeAll(async () => {
    await new Promise<void>((listening) => node.listen(0, "127.0.0.1", listening));
    proxy = await startNginx([(node.address() as AddressInfo).port]);
  });
  afterAll(async () => {
    await proxy.stop();
    node.close();
  });

  test.each([
    ["answers", "/auth/verify", 200],
    ["breaks off", "/broken/verify", 502],
  ])("never writes the token of a link, also when the node %s", async (_case, path, status) => {
    const secret = "jeton-de-connexion";
    const answer = await fetch(`${proxy.url}${path}?token=${secret}`, {
      headers: { referer: `https://bobine.example/auth/verify?token=${secret}` },
    });
    expect(answer.status).toBe(status);
    await expect.poll(proxy.logged).toMatch(new RegExp(`GET ${path} HTTP/1.1 ${status} `));
    expect(proxy.logged()).not.toContain(secret);
  });

  test("never writes it either when nginx itself is in trouble (disk, rights)", async () => {
    proxy.loseTemporaryFolders();
    const answer = await fetch(`${proxy.url}/trouble?token=jeton-de-connexion`, {
      method: "POST",
      body: "x".repeat(100_000),
    });
    expect(answer.status).toBe(500);
    await expect.poll(proxy.logged).toMatch(/POST \/trouble HTTP\/1.1 500 /);
    expect(proxy.logged()).not.toContain("jeton-de-connexion");
  });
});
