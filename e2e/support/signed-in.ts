import type { BrowserContext } from "@playwright/test";
import { test as base } from "./fixtures.ts";

interface Session {
  storage: Awaited<ReturnType<BrowserContext["storageState"]>>;
  distributorId: string;
}

/** Every page is a super admin's who acts for Lumen Films: signed in once for all tests of the worker. */
export const test = base.extend<object, { session: Session }>({
  session: [
    async ({ browser, product }, provide) => {
      const page = await browser.newPage({ baseURL: product.url });
      await page.goto("/auth");
      await page.getByLabel("Adresse e-mail").fill("admin@bobine.example");
      await page.getByRole("button", { name: "Recevoir mon lien de connexion" }).click();
      await page.getByRole("button", { name: "Re-recevoir mon lien de connexion" }).waitFor();
      await page.goto(await product.signInLink("admin@bobine.example"));
      await page.getByRole("link", { name: "CINÉMAS", exact: true }).click();
      await page.getByPlaceholder("Sélectionner un distributeur...").click();
      await page.getByRole("option", { name: /Lumen Films Distribution/ }).click();
      // The switch first asks the screens whether they may be left.
      const chosen = await page.waitForFunction(() => sessionStorage.getItem("selectedDistributorId"));
      const distributorId = await chosen.jsonValue();
      const storage = await page.context().storageState();
      await page.close();
      await provide({ storage, distributorId: distributorId ?? "" });
    },
    { scope: "worker", timeout: 180_000 },
  ],
  storageState: async ({ session }, provide) => provide(session.storage),
  page: async ({ page, session }, provide) => {
    await page.addInitScript(
      (id) => sessionStorage.setItem("selectedDistributorId", id),
      session.distributorId,
    );
    await provide(page);
  },
});

export { expect } from "@playwright/test";
