import type { Browser, Page } from "@playwright/test";
import { COLOR_SCHEMES, seriousFaults } from "./support/accessibility.ts";
import { expect, test } from "./support/fixtures.ts";
import { skipToLastTry } from "./support/job-queue.ts";
import type { Product } from "./support/product.ts";
import { openSession, signInWithSession } from "./support/session.ts";

// Its own product: it breaks the bank.
test.use({ world: "jobs" });
test.describe.configure({ timeout: 400_000 });

const JOB = "Synchronisation bancaire";
const OWNER = "Lumen Films Distribution";

/** Nothing serious in both themes, wide and narrow; nothing is wider than the page. */
async function expectAccessible(page: Page, what: string): Promise<void> {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of COLOR_SCHEMES) {
      const faults = await seriousFaults(page, colorScheme);
      expect(faults, `${what}, ${colorScheme}, ${width} px`).toEqual([]);
    }
    const overflow = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    await expect.poll(overflow, `${what}, ${width} px`).toBe(0);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** The desk of the simulated banks, whose address the terminal shows. */
async function deskOf(browser: Browser, product: Product): Promise<Page> {
  const address = /Simulated banks: (\S+)/.exec(product.printed())?.[1] ?? "";
  const desk = await browser.newPage();
  await desk.goto(address);
  return desk;
}

async function breakBank(desk: Page, kind: RegExp, calls: number): Promise<void> {
  // A label around its list of choices is read with them.
  const faults = desk.getByRole("combobox", { name: /^Panne/ });
  const labels = await faults.locator("option").allInnerTexts();
  await faults.selectOption({ label: labels.find((label) => kind.test(label)) ?? "" });
  await desk.getByLabel("Nombre d’appels").fill(String(calls));
  await desk.getByRole("button", { name: "Casser" }).click();
  await desk.getByText("Panne préparée.").waitFor();
}
async function repair(desk: Page): Promise<void> {
  await desk.getByRole("button", { name: "Tout réparer" }).click();
  await desk.getByText("Tout fonctionne de nouveau.").waitFor();
}

test("a super admin sees a job that failed, runs it again, and stops one that runs", { tag: "@ci" }, async ({
  page,
  browser,
  context,
  product,
  signIn,
}) => {
  const desk = await deskOf(browser, product);
  const synchronise = page.getByRole("button", { name: "Synchroniser les opérations" });
  const admin = await (await browser.newContext({ baseURL: product.url, locale: "fr-FR" })).newPage();
  const rows = admin.getByRole("row", { name: new RegExp(`${JOB}.*${OWNER}`) });
  const row = rows.first();
  const choose = async (state: RegExp) => {
    await admin.getByRole("combobox", { name: "État" }).click();
    await admin.getByRole("option", { name: state }).click();
  };

  await test.step("staff have neither the menu nor the page", async () => {
    await signIn("compta@lumen-films.example");
    await expect(page.getByRole("link", { name: "TÂCHES DE FOND" })).toHaveCount(0);
    await page.goto("/super-admin-jobs");
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByRole("heading", { name: "Tâches de fond" })).toHaveCount(0);
  });

  await test.step("a bank that is away makes a job fail", async () => {
    await page.goto("/account/bank");
    const opened = context.waitForEvent("page");
    await page.getByRole("button", { name: "Connecter ma banque" }).click();
    const bank = await opened;
    await bank.getByLabel("Identifiant").fill("success");
    await bank.getByRole("button", { name: "Continuer" }).click();
    await expect(bank.getByText(/Votre banque est connectée/)).toBeVisible();
    await bank.close();
    await expect(synchronise).toBeEnabled();
    await breakBank(desk, /503/, 1_000);
    await synchronise.click();
  });

  await test.step("the super admin finds it in the menu, waiting for its next try, then given up", async () => {
    await signInWithSession(admin, await openSession(product, "admin@bobine.example"));
    await admin.getByRole("link", { name: "TÂCHES DE FOND" }).click();
    await expect(admin.getByRole("heading", { name: "Tâches de fond" })).toBeVisible();
    await expect(row.getByText(/^(En cours|Nouvel essai prévu)$/)).toBeVisible({ timeout: 60_000 });
    await skipToLastTry(product, "sync-bank");
    await expect(row.getByText("En échec")).toBeVisible({ timeout: 60_000 });
  });

  await test.step("opens it, and reads why", async () => {
    await choose(/^En échec/);
    await expect(admin).toHaveURL(/state=failed/);
    await admin.getByRole("button", { name: new RegExp(`${JOB}, ${OWNER}`), expanded: false }).click();
    await expect(admin.getByText("Raison du dernier échec")).toBeVisible();
    await expect(admin.getByText(/503/).first()).toBeVisible();
    await expectAccessible(admin, "a failed job");
  });

  await test.step("runs it again once the bank is back, and it succeeds", async () => {
    await repair(desk);
    await admin.getByRole("button", { name: new RegExp(`Relancer.*${JOB}, ${OWNER}`) }).click();
    await expect(admin.getByText("Tâche relancée")).toBeVisible();
    await choose(/^Réussie/);
    // The one by which the bank was connected is there from the beginning: alone, it says nothing of this one.
    await expect(rows).toHaveCount(2, { timeout: 60_000 });
    await expect(rows.getByRole("button", { name: /Relancer|Annuler/ })).toHaveCount(0);
  });

  await test.step("stops one that runs: asked, then stopped, and nothing was kept of it", async () => {
    await expect(synchronise).toBeEnabled({ timeout: 60_000 });
    await breakBank(desk, /lent/i, 1_000);
    await choose(/^En cours/);
    await synchronise.click();
    await expect(async () => {
      await admin.getByRole("button", { name: "Actualiser" }).click();
      await expect(row.getByText("En cours")).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await row.getByRole("button", { name: /Annuler la tâche/ }).click();
    const dialog = admin.getByRole("dialog", { name: /Annuler cette tâche/ });
    await expect(dialog.getByText(/est en cours/)).toBeVisible();
    await dialog.getByRole("button", { name: "Annuler la tâche" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(row.getByText("Annulation demandée")).toBeVisible();
    await choose(/^Annulée/);
    await expect(row.getByText("Annulée")).toBeVisible({ timeout: 60_000 });
    // Not before: what is left of a job is done at once, and it may end before it hears that it is to stop.
    await repair(desk);
    await expect(row.getByRole("button", { name: /Relancer/ })).toBeVisible();
    await expectAccessible(admin, "a cancelled job");
  });

  await test.step("its accountant reads that it was cancelled, and runs it again", async () => {
    await expect(page.getByText(/La synchronisation a été annulée/)).toBeVisible({ timeout: 60_000 });
    await synchronise.click();
    await choose(/^Réussie/);
    await expect(rows).toHaveCount(3, { timeout: 60_000 });
  });
});
