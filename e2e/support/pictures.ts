import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Page } from "@playwright/test";
import { contentToBeThere } from "./content-to-be-there.ts";
import { test as base } from "./fixtures.ts";
import { smallPng } from "./small-png.ts";

const FOLDER = resolve(
  import.meta.dirname,
  "../..",
  process.env["BOBINE_SCREENSHOTS"] ?? "e2e/results/screenshots",
);
/** A second look, which nobody keeps: the same screens in the dark. */
const SCHEME = process.env["BOBINE_SCHEME"] === "dark" ? "dark" : "light";
const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

/** Where a picture is taken: on both sizes unless said. */
type Sizes = readonly (typeof WIDE)[];
export const ON_A_PHONE: Sizes = [PHONE];

export const test = base.extend<{ take: (name: string, sizes?: Sizes) => Promise<void> }>({
  colorScheme: SCHEME,
  viewport: WIDE,
  trace: "off",
  take: async ({ page }, provide) => {
    // As on a phone, nothing hovers there.
    const tools = await page.context().newCDPSession(page);
    await provide(async (name, sizes = [WIDE, PHONE]) => {
      for (const size of sizes) {
        await tools.send("Emulation.setTouchEmulationEnabled", { enabled: size === PHONE });
        await page.setViewportSize(size);
        await settled(page);
        const folder = join(FOLDER, String(size.width));
        mkdirSync(folder, { recursive: true });
        const picture = await page.screenshot({ animations: "disabled" });
        writeFileSync(join(folder, `${name}.png`), smallPng(picture));
      }
      await tools.send("Emulation.setTouchEmulationEnabled", { enabled: false });
      await page.setViewportSize(WIDE);
    });
  },
});

/** What shows is what stays: no skeleton, no loader, no picture or letter that is still to come. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState("load");
  await contentToBeThere(page);
  await page.evaluate(async () => {
    await document.fonts.ready;
    // Twice: the second frame is the one that the new size was drawn for.
    for (let frame = 0; frame < 2; frame += 1) await new Promise((next) => requestAnimationFrame(next));
  });
}

export { expect } from "@playwright/test";
