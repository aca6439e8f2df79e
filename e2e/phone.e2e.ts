import type { Locator } from "@playwright/test";
import { expect, test } from "./support/fixtures.ts";

// Its own product: it decides, and takes the decision back.
test.use({ world: "phone" });

const boxOf = async (place: Locator) => {
  const box = await place.boundingBox();
  if (!box) throw new Error("it does not show");
  return box;
};

/** What scrolls downwards by itself beside the page, the menu aside. */
const scrolledParts = (place: Locator) =>
  place.evaluate((main) =>
    [...main.querySelectorAll("*")]
      .filter((part) => part.scrollHeight > part.clientHeight + 1)
      .filter((part) => /auto|scroll/.test(getComputedStyle(part).overflowY))
      .map((part) => part.className),
  );

/** What does not fit its column. */
const cutCells = (table: Locator) =>
  table.evaluate((node) =>
    [...node.querySelectorAll("td")]
      .filter((cell) => cell.scrollWidth > cell.clientWidth + 1)
      .map((cell) => cell.textContent),
  );

test("the workbench has one scroll at every width, and no column of it covers the next", {
  tag: "@ci",
}, async ({ page, signIn }) => {
  await signIn("compta@lumen-films.example");
  await page.goto("/user-actions");
  const table = page.getByRole("table", { name: "Actions Utilisateur en Attente" });
  for (const width of [360, 390, 768, 900, 1024, 1120, 1200, 1280, 1366, 1440, 1920]) {
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 720 });
      await expect(table.getByRole("button", { name: "Résoudre" }).first()).toBeVisible();
      await expect.poll(() => scrolledParts(page.getByRole("main"))).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      if (width <= 768) return;
      // From 1425 px on the queue is drawn anew, beside an action.
      await expect.poll(() => cutCells(table)).toEqual([]);
    });
  }
  await test.step("why it is empty is whole, too", async () => {
    await page.setViewportSize({ width: 360, height: 720 });
    await page.goto("/user-actions?search=introuvable");
    await expect(table.getByText("Aucune action utilisateur en attente.")).toBeVisible();
    expect(await cutCells(table)).toEqual([]);
  });
});

test("on a phone an action opens over the queue, « Back » closes it, and a toast leaves buttons free", async ({
  page,
  signIn,
}) => {
  await signIn("compta@lumen-films.example");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/user-actions?view=open");
  const sheet = page.getByRole("dialog", { name: "Action en cours" });
  const rows = page.getByRole("table", { name: "Actions Utilisateur en Attente" }).getByRole("row");
  const first = rows.filter({ has: page.getByRole("button", { name: "Résoudre" }) }).first();

  await test.step("the queue opens at its top, its buttons without room for a key that no phone has", async () => {
    await expect(first).toBeVisible();
    expect(await page.evaluate(() => [window.scrollY, document.scrollingElement?.scrollTop])).toEqual([0, 0]);
    await expect(page.getByRole("heading", { name: "Actions Utilisateur en Attente" })).toBeInViewport();
  });

  await test.step("it covers the screen, and « Back » leads back to the queue", async () => {
    await first.getByRole("cell").nth(1).click();
    await expect(sheet.getByRole("button", { name: "Rejeter" })).toBeVisible();
    expect(await boxOf(sheet)).toMatchObject({ x: 0, y: 0, width: 390, height: 844 });
    await page.goBack();
    await expect(sheet).toHaveCount(0);
    await expect(page).toHaveURL(/\/user-actions\?view=open$/);
  });

  await test.step("what was decided tells so at the end of the screen, the next action's buttons above it", async () => {
    await first.getByRole("cell").nth(1).click();
    await sheet.getByRole("button", { name: "Rejeter" }).click();
    const toast = page.getByRole("region", { name: "Notifications" });
    await expect(toast.getByText("Action rejetée avec succès.")).toBeVisible();
    await expect(sheet.getByRole("button", { name: "Rejeter" })).toBeVisible();
    const end = await boxOf(sheet);
    expect(end.y + end.height).toBeLessThanOrEqual((await boxOf(toast)).y + 1);
  });

  await test.step("at 360 px a toast covers no button of a dialog", async () => {
    await page.setViewportSize({ width: 360, height: 640 });
    const toast = page.getByRole("region", { name: "Notifications" });
    // The pointer on it keeps it.
    await toast.hover();
    await toast.getByRole("button", { name: "Dire pourquoi" }).click();
    const dialog = page.getByRole("dialog", { name: /Pourquoi ce rejet/ });
    const save = dialog.getByRole("button", { name: "Enregistrer" });
    await expect(save).toBeVisible();
    await save.scrollIntoViewIfNeeded();
    const button = await boxOf(save);
    expect(button.y + button.height).toBeLessThanOrEqual((await boxOf(toast)).y);
  });
});
