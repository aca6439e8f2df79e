import { execFileSync } from "node:child_process";
import type { Browser, Page } from "@playwright/test";
import { at } from "./world.ts";

/** What the slowness is measured with: some tenths of a second. */
const STEPS = 50_000_000;
const TRIES = 5;

/** Slows a page's processor down. @returns how many times slower it was measured to be */
export async function slowDown(browser: Browser, page: Page, times: number): Promise<number> {
  await stepsOf(page);
  const before = await stepsOf(page);
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: times });
  await letThrottlingIn(browser);
  return (await stepsOf(page)) / before;
}

/** Chromium slows a thread by another one: of the same real-time priority (`chrt -r`), on the same core that would wait for its turn. */
async function letThrottlingIn(browser: Browser): Promise<void> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  for (const { id } of processInfo.filter(({ type }) => type === "renderer")) {
    const said =
      process.platform === "linux" ? execFileSync("chrt", ["-p", String(id)], { encoding: "utf8" }) : "";
    const priority = Number(/priority: (\d+)/.exec(said)?.[1] ?? 0);
    // The thread of the page alone, which has the number of its process.
    if (priority > 1) execFileSync("chrt", ["-r", "-p", String(priority - 1), String(id)]);
  }
}

async function stepsOf(page: Page): Promise<number> {
  const taken: number[] = [];
  for (let each = 0; each < TRIES; each += 1)
    taken.push(
      await page.evaluate((steps) => {
        const begin = performance.now();
        let sum = 0;
        for (let step = 0; step < steps; step += 1) sum += Math.sqrt(step);
        return sum > 0 ? performance.now() - begin : 0;
      }, STEPS),
    );
  return at(taken, 0.5);
}
