import { join, resolve } from "node:path";
import { expect, test } from "@playwright/test";
import { startRemoteAlone } from "./support/remote-alone.ts";

const ROOT = resolve(import.meta.dirname, "..");

test.describe("a remote alone, without host, API and other remotes", () => {
  for (const [name, command, link, table] of [
    ["mfe-cinemas", "dev", "CINÉMAS", /cinéma/i],
    ["mfe-finance", "preview", "FACTURES", /facture/i],
    ["mfe-admin", "dev", "ADMINISTRATION", /distributeur/i],
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
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    } finally {
      await remote.stop();
    }
  });
});
