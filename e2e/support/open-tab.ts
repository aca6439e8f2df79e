import { expect, type Locator, type Page } from "@playwright/test";

export const updateToast = (page: Page): Locator =>
  page.getByRole("alert").filter({ hasText: "Nouvelle version disponible" });

/** The person comes back to the tab, which then asks what is live. Its watch loads a few seconds after the first screen. */
export const comeBack = (page: Page): Promise<void> =>
  page.evaluate(() => void window.dispatchEvent(new Event("focus")));

/** Comes back until it is so: the tab asks at most every 15 seconds. */
export async function comeBackUntil(page: Page, isSo: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await comeBack(page);
    await isSo();
  }).toPass({ timeout: 60_000, intervals: [500] });
}
