import type { Page } from "@playwright/test";
import { codeOf } from "./support/authenticator.ts";
import { expect, test as base } from "./support/fixtures.ts";
import { startProduct } from "./support/product.ts";

/** The product as others reach it asks super admins for a second factor (SEC-24); a demo of one machine alone does not. */
const test = base.extend({
  product: [
    async ({ world: _world }, provide) => {
      const product = await startProduct({ SUPER_ADMIN_SECOND_FACTOR: "1" });
      await provide(product);
      await product.stop();
    },
    { scope: "worker", timeout: 180_000 },
  ],
});
test.use({ world: "second-factor" });

const ADMIN = "admin@bobine.example";

async function askForLink(page: Page): Promise<void> {
  await page.goto("/auth");
  await page.getByLabel("Adresse e-mail").fill(ADMIN);
  await page.getByRole("button", { name: "Recevoir mon lien de connexion" }).click();
  await page.getByRole("button", { name: "Re-recevoir mon lien de connexion" }).waitFor();
}

test("a super admin enables a second factor before anything else, and signs in with its code from then on", async ({
  page,
  product,
}) => {
  await askForLink(page);
  await page.goto(await product.signInLink(ADMIN));
  await expect(page).toHaveURL(/\/account\/second-factor$/);
  await expect(page.getByText("Un second facteur est obligatoire")).toBeVisible();
  // Every other screen leads back, and the server gives none of their data.
  await page.getByRole("link", { name: "ADMINISTRATION" }).click();
  await expect(page).toHaveURL(/\/account\/second-factor$/);
  const refused = await page.evaluate(async () => {
    const answer = await fetch("/api/v1/onboarding/admin/distributors/", {
      headers: { authorization: `Bearer ${localStorage.getItem("token") ?? ""}` },
    });
    return [answer.status, ((await answer.json()) as { code: string }).code];
  });
  expect(refused).toEqual([403, "second_factor_to_enable"]);

  await page.getByRole("button", { name: "Activer le second facteur" }).click();
  const key = await page.getByText(/^Clé/).getByRole("strong").innerText();
  const secret = key.replaceAll(/\s/g, "");
  await page.getByLabel(/^Code affiché/).fill(codeOf(secret));
  await page.getByRole("button", { name: "Activer", exact: true }).click();
  const codes = page.getByRole("list", { name: "Vos codes de secours" }).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  const recovery = await codes.first().innerText();
  await page.getByRole("button", { name: "J’ai conservé mes codes" }).click();
  await expect(page).toHaveURL(/\/super-admin$/);
  await expect(page.getByText("Lumen Films Distribution").first()).toBeVisible();

  await page.getByRole("button", { name: "Déconnexion" }).click();
  await askForLink(page);
  await page.goto(await product.signInLink(ADMIN));
  // The app's next code, or one of recovery: this journey is faster than thirty seconds.
  await page.getByLabel("Code").fill(recovery);
  await page.getByRole("button", { name: "Se connecter" }).click();
  await expect(page).toHaveURL(/\/super-admin$/);
  await page.goto("/account/second-factor");
  await expect(page.getByText(/Codes de secours restants.*9/)).toBeVisible();
  await expect(page.getByRole("region", { name: "Seconds facteurs des autres" })).toBeVisible();
});

test("UI-30: who enables one by the keys alone never begins at the top of the page again", async ({
  page,
  signIn,
}) => {
  await signIn("compta@lumen-films.example");
  await page.goto("/account/second-factor");
  const press = async (name: string) => {
    await page.getByRole("button", { name, exact: true }).focus();
    await page.keyboard.press("Enter");
  };
  const code = page.getByLabel(/^Code affiché/);
  await press("Activer le second facteur");
  await expect(code).toBeFocused();
  await press("Annuler");
  await expect(page.getByRole("button", { name: "Activer le second facteur" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(code).toBeFocused();
  const key = await page.getByText(/^Clé/).getByRole("strong").innerText();
  await page.keyboard.type(codeOf(key.replaceAll(/\s/g, "")));
  await press("Activer");
  await expect(page.getByRole("list", { name: "Vos codes de secours" })).toBeVisible();
  await expect(page.getByRole("main").locator(":focus")).toHaveCount(1);
  await press("J’ai conservé mes codes");
  // The first of what the page offers then.
  await expect(page.getByRole("button", { name: "Générer de nouveaux codes" })).toBeFocused();
});
