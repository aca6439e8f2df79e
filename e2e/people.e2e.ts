import type { Page } from "@playwright/test";
import { expect, test } from "./support/fixtures.ts";
import type { Product } from "./support/product.ts";

test.use({ world: "people" });

async function signInAt(page: Page, product: Product, email: string): Promise<void> {
  await page.goto(`${product.url}/auth`);
  await page.getByLabel("Adresse e-mail").fill(email);
  await page.getByRole("button", { name: "Recevoir mon lien de connexion" }).click();
  await page.getByText("Nous vous avons envoyé un lien magique").waitFor();
  await page.goto(await product.signInLink(email));
  await page.getByRole("button", { name: "Déconnexion" }).waitFor();
}

test("an administrator disables somebody, whose open page ends, and lets them in again", async ({
  page,
  product,
  browser,
}) => {
  const clerk = "compta@lumen-films.example";
  await signInAt(page, product, clerk);
  const other = await browser.newContext();
  const boss = await other.newPage();
  await signInAt(boss, product, "hugo.marchetti@lumen-films.example");

  await boss.goto(`${product.url}/account/overview`);
  const users = boss.getByRole("region", { name: "Utilisateurs" });
  await users.getByRole("button", { name: "Désactiver Camille Rousseau" }).click();
  await boss.getByRole("dialog").getByRole("button", { name: "Désactiver" }).click();
  await expect(boss.getByText("Compte de Camille Rousseau désactivé")).toBeVisible();

  await page.getByRole("link", { name: "INFOS COMPTE" }).click();
  await expect(page).toHaveURL(/\/auth$/);

  await users.getByRole("button", { name: "Réactiver Camille Rousseau" }).click();
  await boss.getByRole("dialog").getByRole("button", { name: "Réactiver" }).click();
  await expect(users.getByRole("button", { name: "Désactiver Camille Rousseau" })).toBeVisible();
  await signInAt(page, product, clerk);
  await other.close();
});
