import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { expect, test } from "./support/fixtures.ts";

/** What a cold load of each route has of code, compressed: the host's and its own, scripts and styles. A file and a twentieth more than on the day it was set. */
const ROUTES = [
  ["/dashboard", "table", { files: 11, kB: 301 }],
  ["/cinemas", "table", { files: 14, kB: 334 }],
  ["/invoices", "table", { files: 15, kB: 349 }],
  ["/user-actions", "heading", { files: 16, kB: 379 }],
  ["/external-data/cnc", "heading", { files: 11, kB: 296 }],
  ["/external-data/bank-statements", "heading", { files: 14, kB: 326 }],
  ["/clients", "table", { files: 14, kB: 323 }],
  ["/bank-statements/with-lettering", "heading", { files: 16, kB: 365 }],
  ["/accounting/vat", "heading", { files: 14, kB: 320 }],
  ["/subscription/plan", "heading", { files: 14, kB: 315 }],
  ["/logs", "table", { files: 14, kB: 332 }],
] as const;

/** Compressed JavaScript of a first load, before any remote's (docs/decisions/0019). */
const LIMIT_BYTES = 265_000;

test("the first load is within its budget", async ({ page, signIn }) => {
  await signIn("compta@lumen-films.example");
  const all: string[] = [];
  page.on("request", (request) => all.push(new URL(request.url()).pathname));
  await page.goto("/invoices");
  await page.getByRole("table").getByRole("row").nth(1).waitFor();

  // The page that was left may still have asked for something. The remote's files are asked for beside the host's.
  const order = all.slice(all.indexOf("/invoices"));
  expect(order.some((path) => path.startsWith("/r/"))).toBe(true);
  // Until the screen asks for its rows: what comes by a timer (the watch over newer builds) comes before them on a slow machine.
  const ownCall = order.findIndex((path) => path.startsWith("/api/v1/invoices/"));
  expect(ownCall).toBeGreaterThan(0);
  const before = order
    .slice(0, ownCall)
    .filter((path) => path.startsWith("/assets/host/") && path.endsWith(".js"));
  let bytes = 0;
  for (const path of new Set(before))
    bytes += brotliCompressSync(await (await page.request.get(path)).body()).length;
  console.log(`first load: ${(bytes / 1000).toFixed(1)} kB of brotli JavaScript in ${before.length} files`);
  expect(bytes).toBeLessThanOrEqual(LIMIT_BYTES);
});

test("FED-19: no screen of the product waits for all of a library", () => {
  const root = resolve(import.meta.dirname, "..");
  const remotes = readdirSync(root).filter((name) => name.startsWith("mfe-"));
  expect(remotes.length).toBeGreaterThan(4);
  const waiting = remotes.flatMap((remote) => {
    const { pages } = JSON.parse(readFileSync(join(root, remote, "dist/remote.json"), "utf8")) as {
      pages: { for: string[]; late: string[] }[];
    };
    return pages
      .filter(({ late }) => late.some((share) => share.endsWith("/whole")))
      .flatMap((page) => page.for);
  });
  expect(waiting).toEqual([]);
});

test("a cold load is within its budget of files and bytes, and no code of a remote waits for other code", {
  tag: "@ci",
}, async ({ browser, page: first, product, signIn }) => {
  await signIn("compta@lumen-films.example");
  const storageState = await first.context().storageState();
  for (const [path, role, most] of ROUTES) {
    // With an empty cache: what it holds is asked for in another way.
    const page = await (await browser.newContext({ baseURL: product.url, storageState })).newPage();
    await page.goto(path);
    await page.getByRole("main").getByRole(role).first().waitFor();
    const files = await page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .map((entry) => entry as PerformanceResourceTiming)
        // What comes by `fetch` is prefetched for the next screen.
        .filter(({ name, initiatorType }) => /\.(js|css)$/.test(name) && initiatorType !== "fetch")
        .map(({ name, initiatorType, encodedBodySize }) => ({ name, initiatorType, encodedBodySize })),
    );
    const ofRemotes = files
      .filter(({ name }) => name.includes("/r/"))
      .map(({ name, initiatorType }) => `${name.split("/").at(-1)} by ${initiatorType}`);
    expect([path, ofRemotes.length >= 3]).toEqual([path, true]);
    expect([path, ...ofRemotes.filter((each) => !each.endsWith(" by link"))]).toEqual([path]);
    const bytes = files.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
    console.log(`${path}: ${(bytes / 1000).toFixed(1)} kB of code in ${files.length} files`);
    expect([path, files.length <= most.files, bytes <= most.kB * 1000]).toEqual([path, true, true]);
    await page.context().close();
  }
});
