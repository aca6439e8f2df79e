import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { expect, test } from "./support/fixtures.ts";

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

test("no code of a remote waits for other code: the page asks for all of it", { tag: "@ci" }, async ({
  browser,
  page: first,
  product,
  signIn,
}) => {
  await signIn("compta@lumen-films.example");
  const storageState = await first.context().storageState();
  for (const [path, role] of [
    ["/dashboard", "table"],
    ["/cinemas", "table"],
    ["/invoices", "table"],
    ["/user-actions", "heading"],
    ["/external-data/cnc", "heading"],
    ["/external-data/bank-statements", "heading"],
  ] as const) {
    // With an empty cache: what it holds is asked for in another way.
    const page = await (await browser.newContext({ baseURL: product.url, storageState })).newPage();
    await page.goto(path);
    await page.getByRole("main").getByRole(role).first().waitFor();
    const asked = await page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .map((entry) => entry as PerformanceResourceTiming)
        // What comes by `fetch` is prefetched for the next screen.
        .filter(({ name, initiatorType }) => /\/r\/.*\.(js|css)$/.test(name) && initiatorType !== "fetch")
        .map(({ name, initiatorType }) => `${name.split("/").at(-1)} by ${initiatorType}`),
    );
    expect([path, asked.length >= 3]).toEqual([path, true]);
    expect([path, ...asked.filter((each) => !each.endsWith(" by link"))]).toEqual([path]);
    await page.context().close();
  }
});
