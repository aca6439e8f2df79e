import { expect, test } from "./support/fixtures.ts";

// It subscribes Lumen Films, and changes what its people are told of the plan.
test.use({ world: "plan" });

test("an administrator subscribes, changes the plan, sees the bill, cancels and resumes", {
  tag: "@ci",
}, async ({ page, signIn }) => {
  await signIn("hugo.marchetti@lumen-films.example");
  await page.goto("/subscription/plan");
  await page
    .getByRole("listitem")
    .filter({ hasText: "Essentiel" })
    .getByRole("button", { name: "Select" })
    .click();
  await page.getByRole("button", { name: "Payer" }).click();
  await expect(page.getByText("Subscribed")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Essentiel" })).toBeVisible();
  await expect(page.getByText(/58,80\s€ TTC le/)).toBeVisible();
  const bills = page.getByRole("table", { name: "Factures" });
  await expect(bills.getByRole("link", { name: "PDF de la facture BOB-0001" })).toBeVisible();

  await page.getByRole("button", { name: "Changer de formule" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: /^Réseau/ }).check();
  await dialog.getByRole("button", { name: "Changer de formule" }).click();
  await expect(page.getByRole("heading", { name: "Réseau" })).toBeVisible();
  // With the difference of nearly a whole period.
  await expect(page.getByText(/658,\d\d\s€ TTC le/)).toBeVisible();

  await page.getByRole("button", { name: "Résilier" }).click();
  await expect(page.getByRole("dialog")).toContainText("seront encore débités");
  await page.getByRole("dialog").getByRole("button", { name: "Résilier" }).click();
  await expect(page.getByText("Prend fin le")).toBeVisible();
  await page.getByRole("button", { name: "Reprendre l’abonnement" }).click();
  await expect(page.getByText("Payé jusqu’au")).toBeVisible();

  await page.getByRole("button", { name: "Changer de carte" }).click();
  await page.getByRole("button", { name: "Enregistrer cette carte" }).click();
  await expect(page.getByText("Mastercard •••• 4444, expire fin 11/2031")).toBeVisible();
});
