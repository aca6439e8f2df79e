import type { Registry } from "@bobine/contract/registry";
import type { Locator, Page } from "@playwright/test";
import { comeBack, comeBackUntil, updateToast } from "./support/open-tab.ts";
import { remoteOf, serveBuild } from "./support/remote-faults.ts";
import { expect, test } from "./support/signed-in.ts";

const NEW = "cccccccccccc";
const registryOf = async (page: Page): Promise<Registry> =>
  (await (await page.request.get("/registry.json")).json()) as Registry;

/** From now on the server tells this page of another registry; the page itself stays as it was loaded. */
async function moveRegistry(page: Page, change: (registry: Registry) => void): Promise<void> {
  const registry = await registryOf(page);
  registry.id = "moved";
  change(registry);
  await page.route("**/registry/head", (route) => route.fulfill({ json: { id: registry.id } }));
  await page.route("**/registry.json", (route) => route.fulfill({ json: registry }));
}

const open = async (page: Page, link: string) => page.getByRole("link", { name: link, exact: true }).click();
/** Begins to change the account, as quickly as a machine can. */
async function fillCompany(page: Page, text: string): Promise<Locator> {
  await page.goto("/account/overview");
  await page.getByRole("button", { name: "Modifier", exact: true }).click();
  const company = page.getByRole("textbox", { name: "Société", exact: false }).first();
  await company.fill(text);
  return company;
}
const choose = async (page: Page, distributor: RegExp) => {
  await page.getByPlaceholder("Sélectionner un distributeur...").click();
  await page.getByRole("option", { name: distributor }).click();
};

test.describe("a newer build", () => {
  test("is told to whoever has the remote on the screen, and to nobody else", { tag: "@ci" }, async ({
    page,
  }) => {
    await page.goto("/user-actions");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const live = remoteOf(await registryOf(page), "mfe-cinemas");
    const newer = await serveBuild(page, live, NEW);
    const ran: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes(`/${NEW}/`) && request.method() !== "HEAD") ran.push(request.url());
    });
    await moveRegistry(page, (registry) => Object.assign(remoteOf(registry, "mfe-cinemas"), newer));
    const asked = page.waitForRequest("**/registry.json");
    await expect(async () => {
      await comeBack(page);
      await Promise.race([asked, page.waitForTimeout(500).then(() => Promise.reject(new Error("not yet")))]);
    }).toPass({ timeout: 30_000 });
    await page.waitForTimeout(500);
    await expect(updateToast(page)).toBeHidden();

    await open(page, "CINÉMAS");
    await expect(updateToast(page)).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    // The page opened what it was loaded with: builds are not mixed.
    expect(ran).toEqual([]);
  });

  test("does not cost the form that is being filled in", async ({ page }) => {
    let loads = 0;
    page.on("load", () => (loads += 1));
    const company = await fillCompany(page, "Bobine et fils");
    await moveRegistry(page, (registry) => {
      registry.host.build = NEW;
    });
    await comeBackUntil(page, () => expect(updateToast(page)).toBeVisible({ timeout: 1_000 }));

    await updateToast(page).getByRole("button", { name: "Actualiser" }).click();
    const question = page.getByRole("dialog", { name: "Actualiser la page" });
    await expect(question).toContainText("Informations du compte");
    await question.getByRole("button", { name: "Annuler" }).click();
    await expect(question).toBeHidden();
    await expect(company).toHaveValue("Bobine et fils");
    expect(loads).toBe(1);

    await updateToast(page).getByRole("button", { name: "Actualiser" }).click();
    await question.getByRole("button", { name: "Actualiser" }).click();
    await expect(page.getByText("Saisie rétablie")).toBeVisible();
    await expect(company).toHaveValue("Bobine et fils");
    expect(loads).toBe(2);
    await page.getByRole("button", { name: "Abandonner ces modifications" }).click();
    await expect(company).not.toHaveValue("Bobine et fils");
  });
});

test("another page is asked about before it takes the place of a form, which comes back with its own page", {
  tag: "@ci",
}, async ({ page }) => {
  const company = await fillCompany(page, "Bobine et fils");
  await open(page, "CINÉMAS");
  const question = page.getByRole("dialog", { name: "Quitter la page" });
  await expect(question).toContainText("Informations du compte");
  await question.getByRole("button", { name: "Annuler" }).click();
  await expect(question).toBeHidden();
  await expect(company).toHaveValue("Bobine et fils");

  await open(page, "CINÉMAS");
  await question.getByRole("button", { name: "Quitter la page" }).click();
  await expect(page).toHaveURL(/\/cinemas$/);
  await open(page, "INFOS COMPTE");
  await expect(page.getByText("Saisie rétablie")).toBeVisible();
  await expect(company).toHaveValue("Bobine et fils");
  await page.getByRole("button", { name: "Abandonner ces modifications" }).click();
});

test.describe("another distributor", () => {
  test("never shows what was asked for the one before, however late it comes", async ({ page, session }) => {
    const answers: (() => Promise<void>)[] = [];
    await page.route("**/api/v1/**", async (route) => {
      const isSlow =
        route.request().headers()["x-distributor-id"] === session.distributorId &&
        route.request().url().includes("/invoices/");
      if (!isSlow) return route.continue();
      const response = await route.fetch();
      answers.push(() => route.fulfill({ response }));
    });
    await page.goto("/invoices");
    await expect.poll(() => answers.length).toBeGreaterThan(0);
    await choose(page, /Bel Horizon Films/);
    const empty = page.getByText("Vous n’avez pas encore de facture");
    await expect(empty).toBeVisible();
    // Now the first distributor's answers arrive, all of them.
    await Promise.all(answers.map((answer) => answer().catch(() => undefined)));
    await page.waitForTimeout(500);
    await expect(empty).toBeVisible();
    await expect(page.getByText(/F26\d{6}/)).toHaveCount(0);
  });

  test("is asked about a file that was chosen and not sent", { tag: "@ci" }, async ({ page, session }) => {
    await page.goto("/external-data/cnc");
    await page.getByLabel("Fichier XML du rapport").setInputFiles({
      name: "rapport.xml",
      mimeType: "text/xml",
      buffer: Buffer.from("<DeclarationsRecettes/>"),
    });
    const chosen = () => page.evaluate(() => sessionStorage.getItem("selectedDistributorId"));
    await choose(page, /Bel Horizon Films/);
    const question = page.getByRole("dialog", { name: "Changer de distributeur" });
    await expect(question).toBeVisible();
    await question.getByRole("button", { name: "Annuler" }).click();
    await expect(question).toBeHidden();
    expect(await chosen()).toBe(session.distributorId);
    await expect(page.getByText("rapport.xml")).toBeVisible();

    await choose(page, /Bel Horizon Films/);
    await question.getByRole("button", { name: "Changer de distributeur" }).click();
    await expect(page.getByText("Distributeur sélectionné:")).toContainText("Bel Horizon Films");
    await expect(page.getByText("rapport.xml")).toBeHidden();
    expect(await chosen()).not.toBe(session.distributorId);
  });
});
