import type { Locator } from "@playwright/test";
import { expect, test } from "./support/fixtures.ts";

test.use({ world: "phone" });

const boxOf = async (place: Locator) => {
  const box = await place.boundingBox();
  if (!box) throw new Error("it does not show");
  return box;
};

test("on a phone an action opens over the queue, and « Back » closes it (UI-12)", async ({
  page,
  signIn,
}) => {
  await signIn("compta@lumen-films.example");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/user-actions?view=open");
  const sheet = page.getByRole("dialog", { name: "Action en cours" });
  const rows = page.getByRole("table", { name: "Actions Utilisateur en Attente" }).getByRole("row");
  const first = rows.filter({ has: page.getByRole("button", { name: "Résoudre" }) }).first();

  await test.step("it covers the screen, and « Back » leads back to the queue", async () => {
    await first.getByRole("cell").nth(1).click();
    await expect(sheet.getByRole("button", { name: "Rejeter" })).toBeVisible();
    expect(await boxOf(sheet)).toMatchObject({ x: 0, y: 0, width: 390, height: 844 });
    await page.goBack();
    await expect(sheet).toHaveCount(0);
    await expect(page).toHaveURL(/\/user-actions\?view=open$/);
  });
});
