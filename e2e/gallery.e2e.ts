import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "@playwright/test";
import { COLOR_SCHEMES, seriousFaults } from "./support/accessibility.ts";
import { startGallery } from "./support/remote-alone.ts";

// A long page is looked at three times by axe: on a busy machine that takes its time.
test.describe.configure({ timeout: 300_000 });

const SOURCES = resolve(import.meta.dirname, "../shared-ui/src");

test("each example of shared-ui has no serious fault of accessibility, in both themes and at 360 px", {
  tag: "@ci",
}, async ({ page }) => {
  const gallery = await startGallery();
  try {
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));

    await test.step("the page of all examples", async () => {
      await page.goto(`${gallery.url}/?examples`);
      const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" });
      await expect(page.locator("main > section")).toHaveCount(
        files.filter((file) => file.endsWith(".example.tsx")).length,
      );
      await page.getByRole("button", { name: "Message durable" }).click();
      await expect(page.getByText("Nouvelle version disponible")).toBeVisible();
      for (const colorScheme of COLOR_SCHEMES)
        expect(await seriousFaults(page, colorScheme), colorScheme).toEqual([]);
      await page.setViewportSize({ width: 360, height: 900 });
      expect(await seriousFaults(page, "dark"), "at 360 px").toEqual([]);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, "at 360 px").toBe(0);
    });

    await test.step("the gallery finds a component and shows it alone, in a theme and a width", async () => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.emulateMedia({ colorScheme: "dark" });
      await page.goto(gallery.url);
      await page.getByRole("textbox", { name: "Search a component" }).fill("pager");
      await page.getByRole("navigation", { name: "Components" }).getByRole("link", { name: "Pager" }).click();
      const examples = page.frameLocator("iframe");
      await expect(examples.getByRole("heading", { level: 2 })).toHaveText(["Pager"]);
      expect(await seriousFaults(page, "dark")).toEqual([]);
      await page.getByText("360 px").click();
      await expect(page.locator("iframe")).toHaveCSS("width", "360px");
      await page.getByText("Light", { exact: true }).click();
      await expect(examples.locator("html")).toHaveAttribute("data-mantine-color-scheme", "light");
    });
    expect(errors).toEqual([]);
  } finally {
    await gallery.stop();
  }
});
