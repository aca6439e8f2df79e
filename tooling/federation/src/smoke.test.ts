import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { smokeTest, told } from "./smoke.mjs";

const asked = { name: "mfe-finance", build: "aaaaaaaaaaaa" };

it("says plainly when no browser is at hand, and refuses nothing (FED-29)", async () => {
  for (const browser of [undefined, "", "/nowhere/chromium"]) {
    const smoke = await smokeTest({ ...asked, url: "http://localhost:1", browser });
    expect(smoke).toEqual({ is: "no-browser" });
    expect(told(smoke)).toEqual({
      line: "No browser is at hand (CHROMIUM_PATH): its pages were not opened before it goes live.",
      isRefused: false,
    });
  }
});

it("says when the product does not answer, or does not have the build", async () => {
  const server = createServer((_request, response) => response.writeHead(404).end());
  await new Promise<void>((done) => server.listen(0, "localhost", done));
  const { port } = server.address() as AddressInfo;
  const url = `http://localhost:${port}`;
  try {
    const smoke = await smokeTest({ ...asked, url, browser: process.execPath });
    expect(told(smoke)).toEqual({
      line: "The product does not answer (/r/mfe-finance/aaaaaaaaaaaa/remote.json answered 404): its pages were not opened before it goes live.",
      isRefused: false,
    });
  } finally {
    await new Promise((done) => server.close(done));
  }
  expect((await smokeTest({ ...asked, url, browser: process.execPath })).is).toBe("no-product");
});

it("refuses a build with the page and the error", () => {
  expect(told({ is: "failed", page: "/invoices", why: "mfe-finance: render, Error: boom" })).toEqual({
    line: '/invoices does not open: mfe-finance: render, Error: boom. --no-smoke --reason "…" promotes it all the same.',
    isRefused: true,
  });
  expect(told({ is: "opened", pages: 12 })).toEqual({
    line: "12 pages opened in a browser.",
    isRefused: false,
  });
});
