import { expect, test } from "./support/fixtures.ts";
import { openSession, signInOnScreen } from "./support/session.ts";

test.use({ world: "people" });

test("an administrator disables somebody, whose open page ends, and lets them in again", async ({
  page,
  product,
  browser,
  signIn,
}) => {
  const clerk = "compta@lumen-films.example";
  await signIn(clerk);
  const { storage } = await openSession(product, "hugo.marchetti@lumen-films.example");
  const other = await browser.newContext({ baseURL: product.url, storageState: storage });
  const boss = await other.newPage();
  await boss.goto("/account/overview");
  const users = boss.getByRole("region", { name: "Utilisateurs" });
  await users.getByRole("button", { name: "Désactiver Camille Rousseau" }).click();
  await boss.getByRole("dialog").getByRole("button", { name: "Désactiver" }).click();
  await expect(boss.getByText("Compte de Camille Rousseau désactivé")).toBeVisible();

  await page.getByRole("link", { name: "INFOS COMPTE" }).click();
  await expect(page).toHaveURL(/\/auth$/);

  await users.getByRole("button", { name: "Réactiver Camille Rousseau" }).click();
  await boss.getByRole("dialog").getByRole("button", { name: "Réactiver" }).click();
  await expect(users.getByRole("button", { name: "Désactiver Camille Rousseau" })).toBeVisible();
  await signInOnScreen(page, product, clerk);
  await other.close();
});
