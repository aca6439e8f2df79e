import type { Page } from "@playwright/test";
import { SCHEMES_OF_A_JOURNEY, seriousFaults } from "./support/accessibility.ts";
import { expect, test } from "./support/fixtures.ts";
import { openSession, signInOnScreen } from "./support/session.ts";

test.use({ world: "filters" });

const CLERK = "compta@lumen-films.example";
const OVERDUE = "/invoices?status=awaiting_payment&overdue=true";

const opener = (page: Page) => page.getByRole("button", { name: /^Mes filtres/ });
async function openPanel(page: Page) {
  await opener(page).click();
  const panel = page.getByRole("dialog", { name: /^Mes filtres/ });
  await panel.waitFor();
  return panel;
}

test("filters are saved by the keyboard, open their list after the next sign-in, and are nobody else's (UI-28)", {
  tag: "@ci",
}, async ({ page, product, browser, session }) => {
  await signInOnScreen(page, product, CLERK);
  await page.goto(OVERDUE);

  await opener(page).focus();
  await page.keyboard.press("Enter");
  const panel = page.getByRole("dialog", { name: /^Mes filtres/ });
  await panel.getByRole("textbox", { name: "Nom" }).focus();
  await page.keyboard.type("À relancer");
  await page.keyboard.press("Enter");
  await expect(panel.getByRole("button", { name: "À relancer", exact: true })).toBeVisible();
  for (const scheme of SCHEMES_OF_A_JOURNEY) expect(await seriousFaults(page, scheme)).toEqual([]);
  await panel.getByRole("button", { name: "Ouvrir la liste avec « À relancer »" }).click();
  await expect(panel.getByText("À l’ouverture de la liste")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(opener(page)).toBeFocused();

  await page.getByRole("button", { name: "Déconnexion" }).click();
  await expect(page).toHaveURL(/\/auth$/);
  await signInOnScreen(page, product, CLERK);
  await page.getByRole("link", { name: "FACTURES", exact: true }).click();
  await expect(page).toHaveURL(new URL(OVERDUE, product.url).href);
  await expect(opener(page)).toHaveText("À relancer");
  await page.goBack();
  await expect(page).toHaveURL(/\/dashboard$/);

  const hugo = await openSession(product, "hugo.marchetti@lumen-films.example");
  for (const storageState of [hugo.storage, session.storage]) {
    const context = await browser.newContext({ baseURL: product.url, storageState });
    await context.addInitScript(
      (id) => sessionStorage.setItem("selectedDistributorId", id),
      session.distributorId,
    );
    const other = await context.newPage();
    await other.goto("/invoices");
    await expect((await openPanel(other)).getByText("Aucun filtre enregistré")).toBeVisible();
    await expect(other).toHaveURL(/\/invoices$/);
    await context.close();
  }
});

test("two tabs: one name is one filter, and what the other tab deleted is gone here (UI-28)", {
  tag: "@ci",
}, async ({ page, context, signIn }) => {
  await signIn(CLERK);
  await page.goto("/invoices?status=paid");
  const panel = await openPanel(page);
  const other = await context.newPage();
  await other.goto("/invoices?status=default");
  const there = await openPanel(other);
  for (const [each, name] of [
    [panel, "Du jour"],
    [there, "du JOUR"],
  ] as const) {
    await each.getByRole("textbox", { name: "Nom" }).fill(name);
    await each.getByRole("textbox", { name: "Nom" }).press("Enter");
    await expect(each.getByRole("button", { name, exact: true })).toBeVisible();
  }
  await expect(there.getByRole("button", { name: "Du jour", exact: true })).toHaveCount(0);
  await there.getByRole("button", { name: "Supprimer « du JOUR »" }).click();
  await there.getByRole("button", { name: "Supprimer", exact: true }).click();
  await expect(there.getByText(/du JOUR/)).toHaveCount(0);

  await panel.getByRole("button", { name: "Renommer « Du jour »" }).click();
  await panel.getByRole("textbox", { name: "Nouveau nom" }).fill("Demain");
  await panel.getByRole("button", { name: "Renommer", exact: true }).click();
  await expect(panel.getByText(/Du jour/)).toHaveCount(0);
});
