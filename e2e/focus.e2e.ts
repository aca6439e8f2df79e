// UI-30, who works with the keys alone: panels and dialogs take the focus, Escape is the upper one's, and the focus comes back to where it was.
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./support/signed-in.ts";

async function openFirstInvoice(page: Page): Promise<Locator> {
  await page.goto("/invoices");
  await page
    .getByText(/^F26\d+$/)
    .first()
    .click();
  const panel = page.getByRole("dialog", { name: /^Facture F26/ });
  await expect(panel).toBeVisible();
  return panel;
}

test("an invoice and the mentions open and close from the keyboard, and the focus comes back", async ({
  page,
}) => {
  await page.goto("/invoices");
  const number = page
    .getByRole("row")
    .getByRole("button", { name: /^F26\d+$/ })
    .or(page.getByRole("row").getByRole("link", { name: /^F26\d+$/ }))
    .first();
  await number.focus();
  await page.keyboard.press("Enter");
  const panel = page.getByRole("dialog", { name: /^Facture F26/ });
  await expect(panel.getByRole("textbox", { name: "Votre commentaire" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  await expect(number).toBeFocused();

  await page.goto("/user-actions");
  const mentions = page.getByRole("button", { name: /^Mentions/ });
  await mentions.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Mentions" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog", { name: "Mentions" })).toBeHidden();
  await expect(mentions).toBeFocused();
});

test("Escape asks about what was typed beside an invoice, and once more takes the question away", {
  tag: "@ci",
}, async ({ page }) => {
  const panel = await openFirstInvoice(page);
  // As from a link: to close it leaves the page.
  await page.goto(new URL(page.url()).pathname);
  await panel
    .getByRole("textbox", { name: "Votre commentaire" })
    .pressSequentially("À rappeler", { delay: 30 });
  await page.keyboard.press("Escape");
  const question = page.getByRole("dialog", { name: /Quitter la page/ });
  await expect(question).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(panel.getByRole("textbox", { name: "Votre commentaire" })).toHaveValue("À rappeler");
});

test("what is pressed keeps the focus while the network is slow", {
  tag: "@ci",
}, async ({ page }) => {
  await page.route("**/exports/**", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 800));
    await route.continue();
  });
  await page.route("**/comments/**", async (route) => {
    if (route.request().method() === "POST") await new Promise((resolve) => setTimeout(resolve, 800));
    await route.continue();
  });
  await page.goto("/bank-statements/original");
  const toFile = page.getByRole("button", { name: "Exporter en CSV" });
  await toFile.focus();
  await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
  await expect(toFile).toBeFocused();

  const panel = await openFirstInvoice(page);
  const field = panel.getByRole("textbox", { name: "Votre commentaire" });
  await field.fill("À rappeler mardi");
  await panel.getByRole("button", { name: "Commenter" }).focus();
  await page.keyboard.press("Enter");
  await expect(panel.getByText("À rappeler mardi")).toBeVisible();
  await expect(field).toBeFocused();
});

test("the settings of a cinema in the console take the focus and keep it", {
  tag: "@ci",
}, async ({ page }) => {
  await page.goto("/super-admin?tab=cinemas");
  const settings = page.getByRole("button", { name: /^Parametrer Distributeur pour/ }).first();
  await settings.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  await expect(dialog.locator(":focus")).toHaveCount(1);
  for (let step = 0; step < 12; step += 1) {
    await page.keyboard.press("Tab");
    await expect(dialog.locator(":focus")).toHaveCount(1);
  }
  // Of the choice of a distributor, Escape would be its list's.
  await dialog.getByRole("button", { name: "Annuler" }).focus();
  await page.keyboard.press("Escape");
  await expect(settings).toBeFocused();
});

const SLOW_MS = 2_500;

/** Presses a button of a dialog and looks where the focus is while its action runs. */
async function confirmSlowly(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  const button = dialog.getByRole("button", { name });
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(button).toBeDisabled();
  for (const step of ["once", "again"]) {
    await test.step(`the dialog has the focus, asked ${step}`, async () => {
      expect(await dialog.evaluate((one) => one.contains(document.activeElement))).toBe(true);
      await page.waitForTimeout(SLOW_MS / 4);
    });
  }
  await expect(dialog).toBeHidden();
}

test("a dialog keeps the focus while its action runs, and what takes the place of its opener has it then", {
  tag: "@ci",
}, async ({ page }) => {
  await page.route("**/users/**", async (route) => {
    if (route.request().method() !== "GET") await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
    await route.continue();
  });
  await page.goto("/account/overview");
  const users = page.getByRole("region", { name: "Utilisateurs" });
  const disable = users.getByRole("button", { name: "Désactiver Camille Rousseau" });
  const enable = users.getByRole("button", { name: "Réactiver Camille Rousseau" });
  await disable.focus();
  await page.keyboard.press("Enter");
  await confirmSlowly(page, "Désactiver");
  await expect(enable).toBeVisible();
  await expect(users.locator(":focus")).toHaveCount(1);
  await enable.focus();
  await page.keyboard.press("Enter");
  await confirmSlowly(page, "Réactiver");
  await expect(disable).toBeVisible();
  await expect(users.locator(":focus")).toHaveCount(1);
});
