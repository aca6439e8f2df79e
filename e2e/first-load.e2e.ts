import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { brotliCompressSync } from "node:zlib";
import type { BrowserContext } from "@playwright/test";
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

/** Routes of which some code asks for more code: of these the budget alone is held. */
const ROUTES_IN_PARTS = [
  ["/external-data/invoices", "heading", { files: 14, kB: 314 }],
  ["/external-data/declarations", "heading", { files: 12, kB: 306 }],
  ["/bank-statements/original", "heading", { files: 16, kB: 361 }],
  ["/invoices/reminders", "heading", { files: 17, kB: 367 }],
  ["/account/overview", "heading", { files: 20, kB: 348 }],
  ["/account/bank", "heading", { files: 11, kB: 295 }],
] as const;

const ROUTES_OF_THE_CONSOLE = [
  ["/super-admin", "heading", { files: 15, kB: 351 }],
  ["/super-admin-jobs", "heading", { files: 11, kB: 303 }],
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

type Route = (typeof ROUTES | typeof ROUTES_IN_PARTS | typeof ROUTES_OF_THE_CONSOLE)[number];

/** Loads a route as a browser that has never seen the product, holds it to its budget, and says which code of a remote other code asked for. */
async function loadWithinBudget(context: BrowserContext, [path, role, most]: Route): Promise<string[]> {
  const page = await context.newPage();
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
  await context.close();
  const bytes = files.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
  console.log(`${path}: ${(bytes / 1000).toFixed(1)} kB of code in ${files.length} files`);
  expect([path, files.length <= most.files, bytes <= most.kB * 1000]).toEqual([path, true, true]);
  const ofRemotes = files.filter(({ name }) => name.includes("/r/"));
  expect([path, ofRemotes.length >= 3]).toEqual([path, true]);
  return ofRemotes
    .filter(({ initiatorType }) => initiatorType !== "link")
    .map(({ name, initiatorType }) => `${name.split("/").at(-1)} by ${initiatorType}`);
}

const COLD =
  "a cold load is within its budget of files and bytes, and no code of a remote waits for other code";
for (const [whose, email, routes, inParts] of [
  ["staff's screens", "compta@lumen-films.example", ROUTES, ROUTES_IN_PARTS],
  ["the console", "admin@bobine.example", ROUTES_OF_THE_CONSOLE, []],
] as const)
  test(`${COLD}: ${whose}`, { tag: "@ci" }, async ({ browser, page, product, signIn }) => {
    await signIn(email);
    const storageState = await page.context().storageState();
    // With an empty cache: what it holds is asked for in another way.
    const load = async (route: Route) =>
      loadWithinBudget(await browser.newContext({ baseURL: product.url, storageState }), route);
    for (const route of routes) expect([route[0], ...(await load(route))]).toEqual([route[0]]);
    for (const route of inParts) await load(route);
  });
