// What the page holds after many changes of the screen and of the distributor, its garbage collected: whatever grows after the first
// rounds is kept by something that should have let go. On the product with the demo data, as a super admin.
// Usage: npm run bench memory [-- <changes of the screen> <changes of the distributor>]
import {
  type PageMemory,
  visitScreens,
  SCREENS_OF_A_ROUND,
  switchDistributor,
  watchMemory,
} from "../support/page-memory.ts";
import { startProduct } from "../support/product.ts";
import { openSession, signInWithSession } from "../support/session.ts";
import { closeAtEnd, launchBrowser, runBench } from "./bench-run.ts";

const [screens = 200, distributors = 50] = process.argv.slice(2).map(Number);
const NAMES = ["Lumen Films Distribution", "Grand Rivage Distribution"];
/** Rounds until everything that is loaded once is there. */
const WARM_UP = 2;
const LAST = 3;
const MOST_GROWTH = 1.02;

await runBench(bench);

async function bench(): Promise<void> {
  const product = await startProduct();
  closeAtEnd(() => product.stop());
  const browser = await launchBrowser();
  const page = await browser.newPage({
    baseURL: product.url,
    locale: "fr-FR",
    viewport: { width: 1440, height: 900 },
  });
  await signInWithSession(page, await openSession(product, "admin@bobine.example"));
  const held = await watchMemory(page);
  await page.getByRole("link", { name: "FACTURES", exact: true }).click();
  for (const name of NAMES) await switchDistributor(page, name);

  const rounds = Math.ceil(screens / SCREENS_OF_A_ROUND);
  const ofScreens: PageMemory[] = [];
  for (let round = 0; round <= rounds + WARM_UP; round += 1) {
    await visitScreens(page);
    ofScreens.push(await tell(`${(round + 1) * SCREENS_OF_A_ROUND} screens`, held));
  }
  const ofDistributors: PageMemory[] = [];
  for (let change = 1; change <= distributors + 4 * WARM_UP; change += 1) {
    await switchDistributor(page, NAMES[change % NAMES.length] ?? "");
    if (change % 4 === 0) ofDistributors.push(await tell(`${change} distributors`, held));
  }
  judge("changes of the screen", ofScreens);
  judge("changes of the distributor", ofDistributors);
}

async function tell(what: string, held: () => Promise<PageMemory>): Promise<PageMemory> {
  const now = await held();
  const { heap, nodes, listeners, documents } = now;
  console.log(
    `${what.padEnd(18)} ${(heap / 1e6).toFixed(2)} MB, ${nodes} nodes, ${listeners} listeners, ${documents} documents`,
  );
  return now;
}

/** The last beside what was held when the warm-up was over. The heap has the code that the browser goes on compiling: it is told, not judged. */
function judge(what: string, all: readonly PageMemory[]): void {
  const first = all[WARM_UP];
  for (const name of ["heap", "nodes", "listeners", "documents"] as const) {
    // The least of the last: one of them may still have been drawing.
    const last = Math.min(...all.slice(-LAST).map((held) => held[name]));
    const growth = last / (first?.[name] ?? Number.NaN);
    if (name === "heap") {
      console.log(`${what}: heap ${growth.toFixed(3)} of that after the warm-up`);
      continue;
    }
    const isMet = growth <= MOST_GROWTH;
    console.log(
      `${what}: ${name} ${growth.toFixed(3)} of those after the warm-up, at most ${MOST_GROWTH}: ${isMet ? "met" : "MISSED"}`,
    );
    if (!isMet) process.exitCode = 1;
  }
}
