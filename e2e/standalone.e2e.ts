import { join, resolve } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { startRemoteAlone } from "./support/remote-alone.ts";

const ROOT = resolve(import.meta.dirname, "..");

/** Each entry of the menu opens its screen. */
async function expectEveryScreen(page: Page): Promise<void> {
  const screens = page
    .getByRole("navigation", { name: "Menu du module" })
    .locator('a:not([href^="/panneaux/"])');
  for (const label of await screens.allInnerTexts()) {
    await screens.getByText(label, { exact: true }).click();
    // The screen before stays until the next one's code is there; then the answers come, and it draws them.
    await page.waitForTimeout(500);
    await expect(page.locator("[aria-busy=true]"), label).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1 }), label).toBeVisible();
  }
}

test.describe("a remote alone, without host, API and other remotes", { tag: "@ci" }, () => {
  for (const [name, command, link, table] of [
    ["mfe-cinemas", "dev", "CINÉMAS", /cinéma/i],
    ["mfe-finance", "preview", "FACTURES", /facture/i],
    ["mfe-admin", "dev", "ADMINISTRATION", /distributeur/i],
    ["mfe-account", "preview", "JOURNAUX D’AUDIT", /audit/i],
  ] as const) {
    test(`${name} ${command} shows rows from the contract`, async ({ page }) => {
      const remote = await startRemoteAlone(join(ROOT, name), command);
      try {
        const errors: string[] = [];
        page.on("pageerror", (error) => errors.push(error.message));
        await page.goto(remote.url);
        await page
          .getByRole("navigation", { name: "Menu du module" })
          .getByRole("link", { name: link })
          .click();
        const rows = page.getByRole("table", { name: table }).getByRole("row");
        await expect(rows.nth(1)).toBeVisible();
        expect(await rows.count()).toBeGreaterThan(1);
        await expectEveryScreen(page);
        expect(errors).toEqual([]);
      } finally {
        await remote.stop();
      }
    });
  }

  test("mfe-imports dev shows its screen", async ({ page }) => {
    const remote = await startRemoteAlone(join(ROOT, "mfe-imports"), "dev");
    try {
      await page.goto(remote.url);
      await page.getByRole("link", { name: "RAPPORT CNC" }).click();
      await expectEveryScreen(page);
    } finally {
      await remote.stop();
    }
  });
});
