import type { Browser, Page } from "@playwright/test";
import { buildChanged, remotesCommand, servedDigests } from "./support/other-build.ts";
import { comeBackUntil, updateToast } from "./support/open-tab.ts";
import { expect, test } from "./support/fixtures.ts";

const OLD_TITLE = "Relevé Bancaire Avec Lettrage";
const NEW_TITLE = "Relevé Bancaire Lettré, nouvelle présentation";

/** Another browser of the same person. */
async function anotherBrowser(browser: Browser, page: Page): Promise<Page> {
  const { origin } = new URL(page.url());
  const context = await browser.newContext({
    baseURL: origin,
    storageState: await page.context().storageState(),
  });
  return context.newPage();
}

/** The builds of mfe-finance of which the page has asked for a script. */
function financeScripts(page: Page): { builds: () => string[]; forget: () => void } {
  const builds = new Set<string>();
  page.on("request", (request) => {
    const build = /\/r\/mfe-finance\/([a-f0-9]+)\//.exec(request.url())?.[1];
    if (build !== undefined && request.resourceType() === "script") builds.add(build);
  });
  return { builds: () => [...builds], forget: () => builds.clear() };
}

const title = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const openExports = (page: Page) => page.getByRole("link", { name: "AVEC LETTRAGE", exact: true }).click();

async function aboutFinance(page: Page): Promise<string> {
  await page.getByRole("link", { name: "À propos" }).click();
  return await page.getByRole("row", { name: /^mfe-finance / }).innerText();
}

test("a remote is delivered and rolled back by itself while people work (FED-8)", async ({
  browser,
  page: a,
  product,
  signIn,
}) => {
  const other = buildChanged("mfe-finance", "src/features/exports/exports.texts.ts", OLD_TITLE, NEW_TITLE);
  try {
    let loads = 0;
    a.on("load", () => (loads += 1));
    const ofA = financeScripts(a);

    await signIn("compta@lumen-films.example");
    await a.goto("/invoices");
    await expect(a.getByRole("row", { name: /F26/ }).first()).toBeVisible();
    const loadsBefore = loads;
    const [live] = ofA.builds();
    const served = await servedDigests(product.url);
    expect(live).not.toBe(other.build);

    await test.step("published: a new browser gets it, and nothing else has changed on the server", async () => {
      remotesCommand(product, "publish", other.dist, "--promote");
      const b = await anotherBrowser(browser, a);
      const ofB = financeScripts(b);
      await b.goto("/bank-statements/with-lettering");
      await expect(title(b, NEW_TITLE)).toBeVisible();
      expect(ofB.builds()).toEqual([other.build]);
      const row = await aboutFinance(b);
      expect(row).toContain(other.build);
      expect(row).toContain("Chargé");
      await b.context().close();

      const { "mfe-finance": finance, ...others } = await servedDigests(product.url);
      const { "mfe-finance": financeBefore, ...othersBefore } = served;
      expect(others).toEqual(othersBefore);
      expect(Object.keys(others)).toContain("mfe-cinemas");
      expect(finance).not.toBe(financeBefore);
    });

    await test.step("the open browser is told, and goes on with the old build", async () => {
      await comeBackUntil(a, () => expect(updateToast(a)).toBeVisible({ timeout: 1_000 }));
      await openExports(a);
      await expect(title(a, OLD_TITLE)).toBeVisible();
      const row = await aboutFinance(a);
      expect(row).toContain(live);
      expect(row).toMatch(/Chargé[^]*ms[^]*Équipe Finance/);
      expect(loads).toBe(loadsBefore);
      // The new build was asked whether it is there; nothing of it has run.
      expect(ofA.builds()).toEqual([live]);
    });

    await test.step("« Actualiser » brings the new build", async () => {
      await openExports(a);
      ofA.forget();
      await updateToast(a).getByRole("button", { name: "Actualiser" }).click();
      await expect(title(a, NEW_TITLE)).toBeVisible();
      expect(ofA.builds()).toEqual([other.build]);
      await expect(updateToast(a)).toBeHidden();
    });

    await test.step("rolled back: a new browser gets the old build, the open one is told", async () => {
      remotesCommand(
        product,
        "rollback",
        "mfe-finance",
        "--from",
        other.build,
        "--reason",
        "le titre ne convient pas",
      );
      const c = await anotherBrowser(browser, a);
      const ofC = financeScripts(c);
      await c.goto("/bank-statements/with-lettering");
      await expect(title(c, OLD_TITLE)).toBeVisible();
      expect(ofC.builds()).toEqual([live]);
      await c.context().close();
      await comeBackUntil(a, () => expect(updateToast(a)).toBeVisible({ timeout: 1_000 }));
      await expect(title(a, NEW_TITLE)).toBeVisible();
      expect(await servedDigests(product.url)).toEqual(served);
    });
  } finally {
    other.remove();
  }
});
