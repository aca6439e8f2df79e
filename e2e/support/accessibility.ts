import type { Page } from "@playwright/test";
import axe from "axe-core";
import { byExtent } from "../../tooling/extent.mjs";

/** Light last: so a journey goes on. */
export const COLOR_SCHEMES = ["dark", "light"] as const;
export type ColorScheme = (typeof COLOR_SCHEMES)[number];

/** The colour schemes in which a journey looks at what it meets: one in each `npm test`, both where a merge is tested. */
export const SCHEMES_OF_A_JOURNEY = byExtent<readonly ColorScheme[]>("every-screen", {
  part: ["light"],
  ci: COLOR_SCHEMES,
});

/** What axe finds serious on the page as it is in a colour scheme (WCAG 2.2 AA and what axe holds for good practice), one line each. */
export async function seriousFaults(page: Page, colorScheme: ColorScheme): Promise<string[]> {
  await page.emulateMedia({ colorScheme });
  await toBeStill(page, colorScheme);
  if (await page.evaluate(() => !("axe" in globalThis))) await page.evaluate(axe.source);
  // Whatever is well is not described: that is most of the time that axe takes.
  const violations = await page.evaluate(async () => {
    const inPage = (globalThis as unknown as { axe: typeof axe }).axe;
    return (await inPage.run(document, { resultTypes: ["violations"] })).violations;
  });
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

/** Colours fade from one scheme to the other, and axe would measure one in between: the page has this scheme, and nothing moves but what never ends. */
const toBeStill = (page: Page, colorScheme: ColorScheme): Promise<void> =>
  page.evaluate(async (wanted) => {
    const nextFrame = () => new Promise((resolve) => void requestAnimationFrame(resolve));
    const finite = () =>
      document
        .getAnimations()
        .filter(({ playState }) => playState === "running")
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    while (document.documentElement.dataset["mantineColorScheme"] !== wanted) await nextFrame();
    do {
      await Promise.allSettled(finite().map(({ finished }) => finished));
      // What has ended may start the next one when it is drawn.
      await nextFrame();
      await nextFrame();
    } while (finite().length > 0);
  }, colorScheme);
