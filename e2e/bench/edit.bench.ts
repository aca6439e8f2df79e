// From an edit to the screen: of a remote that runs alone, and of the same remote in a served product (FED-22), beside what loading the page
// of that product takes in the same run. Milliseconds from the file's writing to the text in the page.
// Usage: npm run bench edit [-- <rounds>]
import type { Page } from "@playwright/test";
import { editedRemote } from "../support/edited-remote.ts";
import { startProduct } from "../support/product.ts";
import { signInOnScreen } from "../support/session.ts";
import { startRemoteAlone } from "../support/remote-alone.ts";
import { closeAtEnd, launchBrowser, runBench } from "./bench-run.ts";

const [rounds = 15] = process.argv.slice(2).map(Number);
const MOST_MS = 1_000;
const STAFF = "compta@lumen-films.example";
const PATH = "/external-data/cnc";
/** Between edits: whatever follows a screen is done. */
const PAUSE_MS = 1_500;

await runBench(bench);

async function bench(): Promise<void> {
  const remote = editedRemote();
  closeAtEnd(() => remote.remove());
  const dev = await startRemoteAlone(remote.folder, "dev");
  closeAtEnd(() => dev.stop());
  const product = await startProduct({ NODE_ENV: "development", DEV_OVERRIDES: "1" });
  closeAtEnd(() => product.stop());
  const browser = await launchBrowser();

  const alone = await browser.newPage({ baseURL: dev.url, locale: "fr-FR" });
  await alone.goto(PATH);
  const inAlone = await edits(alone, "seul");
  await alone.close();

  const served = await browser.newPage({ baseURL: product.url, locale: "fr-FR" });
  await signInOnScreen(served, product, STAFF);
  await served.goto(`${PATH}?mfe.imports=${dev.url}/`);
  const inServed = await edits(served, "servi");
  const loads: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const begin = performance.now();
    await served.reload({ waitUntil: "commit" });
    await served.getByRole("heading", { level: 1, name: "servi" }).waitFor();
    loads.push(performance.now() - begin);
  }

  async function edits(page: Page, what: string): Promise<number[]> {
    await page.getByRole("heading", { level: 1 }).waitFor();
    const taken: number[] = [];
    // The first two build what later ones find built.
    for (let round = -2; round < rounds; round += 1) {
      await page.waitForTimeout(PAUSE_MS);
      const title = `${what} ${round}`;
      const begin = performance.now();
      remote.setTitle(title);
      await page.getByRole("heading", { level: 1, name: title }).waitFor();
      if (round >= 0) taken.push(performance.now() - begin);
    }
    return taken;
  }

  const load = median(loads);
  console.log(`the page of the product, loaded anew: ${load.toFixed(0)} ms`);
  for (const [what, taken] of [
    ["a remote alone", inAlone],
    ["in a served product", inServed],
  ] as const)
    console.log(
      `edit → screen, ${what}: median ${median(taken).toFixed(0)} ms (${Math.max(...taken).toFixed(0)} at most), ` +
        `${(median(taken) / load).toFixed(2)} of a page (≤ ${MOST_MS} ms: ${median(taken) <= MOST_MS ? "met" : "MISSED"})`,
    );
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
