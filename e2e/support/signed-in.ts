import { test as base } from "./fixtures.ts";
import { renewed } from "./session.ts";

/** Every page is a super admin's who acts for Lumen Films: signed in once for all tests of the worker. */
export const test = base.extend({
  storageState: async ({ product, session }, provide) => provide(await renewed(product, session)),
  page: async ({ page, session }, provide) => {
    await page.addInitScript(
      (id) => sessionStorage.setItem("selectedDistributorId", id),
      session.distributorId,
    );
    await provide(page);
  },
});

export { expect } from "@playwright/test";
