import { test as base } from "@playwright/test";
import { type Product, startProduct } from "./product.ts";
import { openSession, signInWithSession } from "./session.ts";

export interface Fixtures {
  /** Signs in; a journey that is about signing in does it on the screen (`signInOnScreen`). */
  signIn: (email: string) => Promise<void>;
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
    provide(async (email) => signInWithSession(page, await openSession(product, email))),
});

export { expect } from "@playwright/test";
