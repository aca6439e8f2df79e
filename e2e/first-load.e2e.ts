import { brotliCompressSync } from "node:zlib";
import { expect, test } from "./support/fixtures.ts";

/** Issue 4, point 9: compressed JavaScript of a first load, before any remote's. */
const LIMIT_BYTES = 250_000;

test("the first load is within its budget", async ({ page, signIn }) => {
  await signIn("compta@lumen-films.example");
  const all: string[] = [];
  page.on("request", (request) => all.push(new URL(request.url()).pathname));
  await page.goto("/invoices");
  await page.getByRole("table").getByRole("row").nth(1).waitFor();

  // The page that was left may still have asked for something. The remote's files are asked for beside the host's.
  const order = all.slice(all.indexOf("/invoices"));
  expect(order.some((path) => path.startsWith("/r/"))).toBe(true);
  const before = order.filter((path) => path.startsWith("/assets/host/") && path.endsWith(".js"));
  let bytes = 0;
  for (const path of new Set(before))
    bytes += brotliCompressSync(await (await page.request.get(path)).body()).length;
  console.log(`first load: ${(bytes / 1000).toFixed(1)} kB of brotli JavaScript in ${before.length} files`);
  expect(bytes).toBeLessThanOrEqual(LIMIT_BYTES);
});
