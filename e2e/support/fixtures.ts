import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Page, test as base } from "@playwright/test";
import { type Product, startProduct } from "./product.ts";

/** Pictures of a journey, to look at when it fails; those of the documentation are taken by screenshots.e2e.ts. */
const SCREENSHOTS = resolve(import.meta.dirname, "../results/screenshots");

export interface Fixtures {
  /** Signs in by the link that is mailed. */
  signIn: (email: string) => Promise<void>;
  /** Keeps a picture of the screen. */
  keep: (name: string) => Promise<void>;
}

/** Files that change much, or sign in often, name a `world`: they get a product that no other file has touched. */
export const test = base.extend<Fixtures, { world: string; product: Product }>({
  world: ["shared", { option: true, scope: "worker" }],
  product: [
    // It only has to differ: another world is another worker, with a product of its own.
    async ({ world: _world }, provide) => {
      const product = await startProduct();
      await provide(product);
      await product.stop();
    },
    { scope: "worker", timeout: 180_000 },
  ],
  baseURL: async ({ product }, provide) => provide(product.url),
  signIn: async ({ page, product }, provide) =>
    provide(async (email) => {
      await page.goto("/auth");
      await page.getByLabel("Adresse e-mail").fill(email);
      await page.getByRole("button", { name: "Recevoir mon lien de connexion" }).click();
      await page.getByRole("button", { name: "Re-recevoir mon lien de connexion" }).waitFor();
      await page.goto(await product.signInLink(email));
      await page.getByRole("button", { name: "Déconnexion" }).waitFor();
    }),
  keep: async ({ page }, provide) =>
    provide(async (name) => {
      mkdirSync(SCREENSHOTS, { recursive: true });
      await settled(page);
      await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), animations: "disabled" });
    }),
});

async function settled(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => document.fonts.ready);
}

export { expect } from "@playwright/test";
