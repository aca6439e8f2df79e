import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Page } from "@playwright/test";
import { plain, screenCode } from "../../tooling/screen-code.mjs";
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
      const words = new Set<string>();
      for (const size of sizes) {
        await tools.send("Emulation.setTouchEmulationEnabled", { enabled: size === PHONE });
        await page.setViewportSize(size);
        await settled(page);
        for (const word of await wordsOf(page)) words.add(word);
        const folder = join(FOLDER, String(size.width));
        mkdirSync(folder, { recursive: true });
        const picture = await page.screenshot({ animations: "disabled" });
        writeFileSync(join(folder, `${name}.png`), smallPng(picture));
      }
      keepWords(name, words);
      await tools.send("Emulation.setTouchEmulationEnabled", { enabled: false });
      await page.setViewportSize(WIDE);
    });
  },
});

const NAMES = "h1, h2, h3, button, label, legend, th, nav a, [role=tab]";
let code: string | undefined;

/** What the interface calls its things in what shows: headings, buttons, fields, columns, tabs. Names of people and films are none of its. */
async function wordsOf(page: Page): Promise<string[]> {
  const shown = await page.evaluate(
    (names) =>
      [...document.querySelectorAll(names)]
        .filter((element) => {
          const { top, bottom } = element.getBoundingClientRect();
          return element.checkVisibility() && bottom > 0 && top < window.innerHeight;
        })
        .map(({ textContent }) => textContent),
    NAMES,
  );
  const known = (code ??= screenCode());
  return shown
    .map((text) => plain(text).trim())
    .filter((word) => /\p{L}{3}/u.test(word) && known.includes(word));
}

/** Beside the pictures, so that a picture which shows a word that no screen says any more is found (HELP-2). */
function keepWords(name: string, words: ReadonlySet<string>): void {
  const file = join(FOLDER, "words.json");
  const others = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Record<string, string[]>) : {};
  const all = { ...others, [name]: [...words].toSorted() };
  const sorted = Object.fromEntries(Object.entries(all).toSorted(([a], [b]) => a.localeCompare(b)));
  writeFileSync(file, `${JSON.stringify(sorted, null, 2)}\n`);
}

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
