// What each route asks of the network and of the browser's main thread, cold (a browser that has never seen the product) and warm (the
// same page loaded again): bytes on the wire, requests, tasks of 50 ms and more. On the product with the demo data.
// Usage: npm run bench routes [-- <rounds>]
import type { Browser, Page } from "@playwright/test";
import { contentToBeThere } from "../support/content-to-be-there.ts";
import { startProduct } from "../support/product.ts";
import { openSession, renewed } from "../support/session.ts";
import { closeAtEnd, launchBrowser, runBench } from "./bench-run.ts";
import { at } from "./world.ts";

const [rounds = 3] = process.argv.slice(2).map(Number);
const STAFF = "compta@lumen-films.example";
const SETTLED_MS = 1_500;
const ROUTES = [
  "/dashboard",
  "/cinemas",
  "/invoices",
  "/invoices/reminders",
  "/clients",
  "/user-actions",
  "/bank-statements/original?imported",
  "/bank-statements/with-lettering",
  "/accounting/vat",
  "/external-data/declarations",
  "/external-data/cnc",
  "/external-data/bank-statements",
  "/external-data/invoices",
  "/account/overview",
  "/subscription/plan",
  "/logs",
];

interface Load {
  readonly bytes: number;
  readonly requests: number;
  /** Milliseconds of each long task. */
  readonly tasks: readonly number[];
}

await runBench(bench);

async function bench(): Promise<void> {
  const product = await startProduct();
  closeAtEnd(() => product.stop());
  const browser = await launchBrowser();
  const session = await openSession(product, STAFF);
  console.log(
    `median of ${rounds}: kB on the wire, requests, long tasks (their milliseconds together), cold and warm\n`,
  );
  for (const path of ROUTES) {
    const [cold, warm]: [Load[], Load[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      const storage = await renewed(product, session);
      const both = await loads(browser, product.url, storage, path);
      cold.push(both[0]);
      warm.push(both[1]);
    }
    console.log(`${path.padEnd(36)} ${told(cold)}   ${told(warm)}`);
  }
}

async function loads(
  browser: Browser,
  baseURL: string,
  storageState: Awaited<ReturnType<typeof renewed>>,
  path: string,
): Promise<readonly [cold: Load, warm: Load]> {
  const context = await browser.newContext({
    baseURL,
    storageState,
    locale: "fr-FR",
    viewport: { width: 1440, height: 900 },
  });
  try {
    const page = await context.newPage();
    await page.addInitScript(() => {
      const tasks: number[] = [];
      Object.assign(globalThis, { tasks });
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) tasks.push(duration);
      }).observe({ type: "longtask", buffered: true });
    });
    const cold = await load(page, () => page.goto(path));
    const warm = await load(page, () => page.reload());
    return [cold, warm];
  } finally {
    await context.close();
  }
}

async function load(page: Page, go: () => Promise<unknown>): Promise<Load> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  let [bytes, requests] = [0, 0];
  session.on("Network.requestWillBeSent", () => {
    requests += 1;
  });
  session.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await go();
  await page.getByRole("main").getByRole("heading").first().waitFor();
  await contentToBeThere(page);
  await page.waitForTimeout(SETTLED_MS);
  const tasks = await page.evaluate(() => (globalThis as unknown as { tasks: number[] }).tasks);
  await session.detach();
  return { bytes, requests, tasks };
}

function told(all: readonly Load[]): string {
  const of = (read: (load: Load) => number): string => at(all.map(read), 0.5).toFixed(0).padStart(5);
  const sum = ({ tasks }: Load): number => tasks.reduce((total, each) => total + each, 0);
  return `${of(({ bytes }) => bytes / 1000)} kB ${of(({ requests }) => requests)} ${of(({ tasks }) => tasks.length)} (${of(sum).trim()} ms)`;
}
