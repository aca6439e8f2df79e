import { join, resolve } from "node:path";
import type { Registry } from "@bobine/contract/registry";
import type { Page } from "@playwright/test";
import { editedRemote } from "./support/edited-remote.ts";
import { expect, test as base } from "./support/fixtures.ts";
import { startProduct } from "./support/product.ts";
import { startRemoteAlone } from "./support/remote-alone.ts";
import { remoteOf } from "./support/remote-faults.ts";

const ROOT = resolve(import.meta.dirname, "..");

/** A developer's product: not in production, and told that it may. */
const test = base.extend<object, object>({
  product: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from this pattern
    async ({}, provide) => {
      const product = await startProduct({ NODE_ENV: "development", DEV_OVERRIDES: "1" });
      await provide(product);
      await product.stop();
    },
    { scope: "worker", timeout: 180_000 },
  ],
});

/** Whether the published build of mfe-imports has run in the page; the server may have had it fetched ahead. */
async function ranLive(page: Page): Promise<boolean> {
  const registry = (await (await page.request.get("/registry.json")).json()) as Registry;
  const { build } = remoteOf(registry, "mfe-imports");
  return page.evaluate((name) => name in globalThis, `bobine_mfe_imports_${build}`);
}

test("a remote that runs alone stands in for the live one until it is reset", { tag: "@ci" }, async ({
  page,
  signIn,
}) => {
  const alone = await startRemoteAlone(join(ROOT, "mfe-imports"), "dev");
  try {
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    const askedOf = (folder: string) => asked.filter((url) => url.includes(folder));
    const badge = page.getByRole("complementary", { name: "Version de développement" });
    const screen = page.getByRole("heading", { level: 1, name: /rapport/i });
    await signIn("compta@lumen-films.example");
    await expect(badge).toBeHidden();
    asked.length = 0;

    await page.goto(`/external-data/cnc?mfe.imports=${alone.url}/`);
    await expect(screen).toBeVisible();
    await expect(badge).toContainText("mfe-imports");
    await expect(badge).toContainText(alone.url);
    expect(asked.filter((url) => /:\d+\/federated\/\w+\/remoteEntry\.js$/.test(url))).toHaveLength(1);
    expect(await ranLive(page)).toBe(false);
    await expect(page).toHaveURL(/\/external-data\/cnc$/);

    // For every page of this tab, and for that remote only.
    await page.goto("/user-actions");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(badge).toBeVisible();
    expect(askedOf("/r/mfe-finance/")).not.toEqual([]);

    // A server that is gone is told, not papered over by the live build.
    await alone.stop();
    await page.goto("/external-data/cnc");
    const card = page.getByRole("alert").filter({ hasText: "Ce module est indisponible" });
    await expect(card).toContainText("La version de développement demandée n’a pas pu être lue.");
    await expect(card).toContainText("L’adresse ne répond pas");
    expect(await ranLive(page)).toBe(false);

    await card.getByRole("button", { name: "Réinitialiser" }).click();
    await expect(screen).toBeVisible();
    await expect(badge).toBeHidden();
    expect(await ranLive(page)).toBe(true);
  } finally {
    await alone.stop();
  }
});

test("an edit takes the place of what a served product shows, in the same page (FED-22)", {
  tag: "@ci",
}, async ({ page, signIn }) => {
  const remote = editedRemote();
  const alone = await startRemoteAlone(remote.folder, "dev");
  try {
    await signIn("compta@lumen-films.example");
    await page.goto(`/external-data/cnc?mfe.imports=${alone.url}/`);
    await expect(page.getByRole("heading", { level: 1, name: /rapport/i })).toBeVisible();
    await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
    for (const title of ["Premier essai", "Deuxième essai"]) {
      remote.setTitle(title);
      await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    }
    expect(await page.evaluate(() => "isSamePage" in globalThis)).toBe(true);
    // Its other screens and those of others go on.
    await page.getByRole("link", { name: "CINÉMAS", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: /cinémas/i })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("heading", { level: 1, name: "Deuxième essai" })).toBeVisible();
  } finally {
    await alone.stop();
    remote.remove();
  }
});

test("only remotes of the registry, only from this machine", { tag: "@ci" }, async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(
    "/auth?mfe.imports=http://127.0.0.1:9/&mfe.unknown=http://localhost:9/&mfe.finance=https://localhost:9/",
  );
  await expect(page.getByLabel("Adresse e-mail")).toBeVisible();
  expect(asked.filter((url) => new URL(url).port === "9" && !url.includes("mfe."))).toEqual([]);
  await expect(page.getByText("Version de développement")).toBeHidden();
});

test("the badge takes every remote back at once", { tag: "@ci" }, async ({ page }) => {
  await page.goto("/auth?mfe.imports=http://localhost:9/&mfe.finance=http://localhost:9/");
  const badge = page.getByRole("complementary", { name: "Version de développement" });
  await expect(badge.getByRole("listitem")).toHaveCount(2);
  await badge.getByRole("button", { name: "Réinitialiser" }).click();
  await expect(badge).toBeHidden();
  await expect(page.getByLabel("Adresse e-mail")).toBeVisible();
});
