import type { Page } from "@playwright/test";
import { extentOf } from "../tooling/extent.mjs";
import {
  COLOR_SCHEMES,
  type ColorScheme,
  SCHEMES_OF_A_JOURNEY,
  seriousFaults,
} from "./support/accessibility.ts";
import { contentToBeThere } from "./support/content-to-be-there.ts";
import { expect, test } from "./support/fixtures.ts";

// Its own product: it changes the data, and an address may ask for five links in a quarter of an hour.
test.use({ world: "every-screen" });

// Each screen is looked at in two themes by axe: on a busy machine that takes its time.
test.describe.configure({ timeout: 400_000 });

/** Screens that no other journey looks at so; cinemas.e2e.ts has its own. */
const OF_STAFF = [
  ["/dashboard", "Vue d’ensemble"],
  ["/cinemas", "Cinémas"],
  ["/invoices", "Factures"],
  ["/invoices/reminders", "Relances"],
  ["/clients", "Balance âgée"],
  ["/clients/411MEGASC", "Mégascope Exploitation SAS"],
  ["/user-actions", "Actions Utilisateur en Attente"],
  ["/bank-statements/original?imported", "Relevé Bancaire Original"],
  ["/external-data/declarations", /Déclarations/],
  ["/logs", "Journaux d'Audit"],
  ["/about", "À propos"],
  ["/account/overview", "Informations de la société"],
  ["/account/bank", "Connexion bancaire"],
  ["/subscription/plan", /Plan d’abonnement|Choose Your Plan/],
  ["/external-data/cnc", "Rapport CNC"],
  ["/external-data/bank-statements", "Relevés bancaires"],
  ["/external-data/invoices", "Factures émises"],
  ["/bank-statements/with-lettering", "Relevé Bancaire Avec Lettrage"],
  ["/accounting/vat", "TVA"],
  ["/nulle-part", "Page introuvable"],
] as const;
const OF_SUPER_ADMINS = [
  ["/super-admin", "Gestion des Distributeurs"],
  ["/super-admin?tab=cinemas", "Gestion des Cinemas"],
] as const;

/** Where people work all day: `npm test` has these alone. `npm run campaign every-screen` looks as closely at every screen. */
const MAIN: ReadonlySet<string> = new Set([
  "/dashboard",
  "/invoices",
  "/user-actions",
  "/external-data/cnc",
  "/bank-statements/with-lettering",
  "/super-admin",
]);
const extent = extentOf("every-screen");

async function expectAccessible(
  page: Page,
  where: string,
  colorScheme: ColorScheme = "light",
): Promise<void> {
  expect(await seriousFaults(page, colorScheme), `${where} ${colorScheme}`).toEqual([]);
}

/** Whatever is open, in both themes (`npm test`: in one), wide and at 360 px, where nothing may be wider than the page. */
async function lookClosely(page: Page, where: string): Promise<void> {
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 800 });
    if (extent === "part" && width > 360) continue;
    for (const colorScheme of SCHEMES_OF_A_JOURNEY)
      await expectAccessible(page, `${where} at ${width} px`, colorScheme);
  }
  await expectToFit(page, `${where} at 360 px`);
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** Nothing is wider than the page, and no control lies beside it, where nobody could scroll. */
async function expectToFit(page: Page, where: string): Promise<void> {
  // The menu folds in when the window becomes narrow.
  await expect.poll(() => overflowOf(page), where).toBe(0);
  await expect.poll(() => cutOffControls(page), where).toEqual([]);
}

const cutOffControls = async (page: Page): Promise<string[]> =>
  await page.evaluate(() => {
    const scrolls = (element: Element): boolean => {
      for (let at = element.parentElement; at && at !== document.body; at = at.parentElement)
        if (/auto|scroll/.test(getComputedStyle(at).overflowX) && at.scrollWidth > at.clientWidth)
          return true;
      return false;
    };
    return [...document.querySelectorAll("button, a[href], input, select, textarea, [role=tab]")]
      .filter((control) => control.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((control) => {
        const { left, right, width } = control.getBoundingClientRect();
        // What lies wholly before the page, such as the link to the contents, comes with the focus.
        return width > 1 && right > 0 && (left < -1 || right > window.innerWidth + 1) && !scrolls(control);
      })
      .map((control) => control.outerHTML.slice(0, 200));
  });

const overflowOf = async (page: Page): Promise<number> =>
  await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Main screens in both themes, wide and at 360 px; others in one. At 360 px nothing may be wider than the page. `npm test`: main screens in one theme. */
async function lookAtAll(
  page: Page,
  screens: readonly (readonly [string, string | RegExp])[],
): Promise<void> {
  for (const [address, heading] of screens) {
    if (extent === "part" && !MAIN.has(address)) continue;
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(address);
    await expect(page.getByRole("heading", { name: heading }).first()).toBeVisible();
    await contentToBeThere(page);
    const isClose = extent !== "part" && (extent === "all" || MAIN.has(address));
    for (const colorScheme of isClose ? COLOR_SCHEMES : (["light"] as const))
      await expectAccessible(page, address, colorScheme);
    await page.setViewportSize({ width: 360, height: 740 });
    if (isClose) await expectAccessible(page, `${address} at 360 px`, "dark");
    await expectToFit(page, `${address} at 360 px`);
    // The next screen begins as this one did.
    await page.emulateMedia({ colorScheme: "light" });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

test("staff's screens have no serious fault of accessibility, and fit a narrow one", async ({
  page,
  signIn,
}) => {
  await signIn("compta@lumen-films.example");
  await lookAtAll(page, OF_STAFF);
});

test("an opened invoice and the contents of a report have none either", { tag: "@ci" }, async ({
  page,
  signIn,
}) => {
  await signIn("compta@lumen-films.example");
  await page.goto("/invoices");
  await page
    .getByRole("button", { name: /^F26\d{6}$/ })
    .first()
    .click();
  await expect(page.getByRole("dialog").getByRole("heading", { name: "Lignes" })).toBeVisible();
  await lookClosely(page, "an invoice");
  await page.goto("/external-data/declarations");
  await page
    .getByRole("link", { name: /[.]xml$/ })
    .first()
    .click();
  await page
    .getByRole("button", { name: /^Afficher le détail de / })
    .first()
    .click();
  await expect(page.getByText("Entrées payantes")).toBeVisible();
  await lookClosely(page, "a report");
});

test("super admins' screens have none either", { tag: "@ci" }, async ({ page, signIn }) => {
  await signIn("admin@bobine.example");
  await lookAtAll(page, OF_SUPER_ADMINS);
});

test("an open choice of many distributors, and an edit where it stands, have none either", {
  tag: "@ci",
}, async ({ page, signIn }) => {
  await signIn("admin@bobine.example");
  await test.step("the e-mail of a distributor keeps its two buttons on a phone", async () => {
    await page.goto("/super-admin");
    await page
      .getByRole("button", { name: /^Modifier l.e-?mail/i })
      .first()
      .click();
    await page.setViewportSize({ width: 360, height: 800 });
    // The list around it could scroll sideways, which nobody would guess.
    const edit = page.getByRole("table").locator("form");
    for (const button of await edit.getByRole("button").all())
      await expect(button).toBeInViewport({ ratio: 1 });
    await lookClosely(page, "the edit of an e-mail");
  });
  await test.step("the list of distributors scrolls under the keyboard", async () => {
    await page.route("**/onboarding/admin/distributors/list/", (route) =>
      route.fulfill({
        json: Array.from({ length: 40 }, (_, index) => ({ id: 1000 + index, name: `Distributeur ${index}` })),
      }),
    );
    await page.goto("/dashboard");
    await page.getByPlaceholder("Sélectionner un distributeur...").click();
    await expect(page.getByRole("option")).toHaveCount(40);
    await expectAccessible(page, "the open picker");
    for (let press = 0; press < 30; press += 1) await page.keyboard.press("ArrowDown");
    await expect(page.locator("[role=option][data-combobox-selected]")).toBeInViewport();
  });
});

test("search, help, CSV, paper, deep links and a lost network, from the keyboard", { tag: "@ci" }, async ({
  page,
  context,
  signIn,
}) => {
  await signIn("compta@lumen-films.example");

  await test.step("Ctrl K finds an invoice and opens it; back and forward follow", async () => {
    await page.goto("/dashboard");
    await expect(page.getByRole("heading", { name: "Vue d’ensemble" })).toBeVisible();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Rechercher" }).fill("beffroi");
    const found = page.getByRole("option", { name: /^F26\d{6}/ }).first();
    await expect(found).toBeVisible();
    await expectAccessible(page, "search");
    const number = (await found.innerText()).slice(0, 9);
    await found.click();
    await expect(page).toHaveURL(/\/invoices\/\d+$/);
    await expect(page.getByText(number).first()).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.goForward();
    await expect(page).toHaveURL(/\/invoices\/\d+$/);
  });

  await test.step("an address is the screen again: its search, and its place in the history", async () => {
    await page.goto("/cinemas?search=beffroi");
    await expect(page.getByRole("row", { name: /Cinéma Le Beffroi/ })).toBeVisible();
    await expect(page.getByLabel("Rechercher un cinéma")).toHaveValue("beffroi");
  });

  await test.step("the list is saved as it stands", async () => {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Exporter en CSV" }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe("cinemas.csv");
    const chunks: Buffer[] = [];
    for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
    const lines = Buffer.concat(chunks).toString("utf8").trimEnd().split("\r\n");
    expect(lines[0]).toMatch(/^\ufeffNom;/);
    expect(lines.slice(1).map((line) => line.split(";")[0])).toEqual(["Cinéma Le Beffroi"]);
  });

  await test.step("« ? » lists the keys", async () => {
    await page.getByRole("heading", { name: "Cinémas" }).click();
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Raccourcis clavier" })).toContainText("Ctrl+K");
    await expectAccessible(page, "help");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

  await test.step("on paper there is the list, and neither menu nor buttons", async () => {
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("navigation", { name: "Menu principal" })).toBeHidden();
    await expect(page.getByRole("button", { name: "Exporter en CSV" })).toBeHidden();
    await expect(page.getByRole("row", { name: /Cinéma Le Beffroi/ })).toBeVisible();
    await page.emulateMedia({ media: "screen" });
  });

  await test.step("without a network the banner says so, and goes with its return", async () => {
    await context.setOffline(true);
    await expect(page.getByText(/Vous êtes hors ligne/)).toBeVisible();
    await expect(page.getByRole("row", { name: /Cinéma Le Beffroi/ })).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText(/Vous êtes hors ligne/)).toBeHidden();
  });
});
