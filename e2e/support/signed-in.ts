import { test as base } from "./fixtures.ts";
import { openSession, type Session } from "./session.ts";

/** Every page is a super admin's who acts for Lumen Films: signed in once for all tests of the worker. */
export const test = base.extend<object, { session: Pick<Session, "storage"> & { distributorId: string } }>({
  session: [
    async ({ product }, provide) => {
      const { storage, headers } = await openSession(product, "admin@bobine.example");
      const answer = await fetch(`${product.url}/api/v1/onboarding/admin/distributors/list/`, { headers });
      const distributors = (await answer.json()) as { id: number; name: string }[];
      const lumen = distributors.find(({ name }) => name === "Lumen Films Distribution");
      await provide({ storage, distributorId: String(lumen?.id) });
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
