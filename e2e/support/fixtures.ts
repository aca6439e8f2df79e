import { test as base } from "@playwright/test";
import { type Product, startProduct } from "./product.ts";
import { openSession, type Session, signInWithSession } from "./session.ts";

export interface Fixtures {
  /** Signs in; a journey that is about signing in does it on the screen (`signInOnScreen`). */
  signIn: (email: string) => Promise<void>;
}

/** What tests of a worker share. Declared here for all of them: those that have other fixtures of this kind get another product. */
export interface OfWorker {
  world: string;
  product: Product;
  /** A super admin who acts for Lumen Films, signed in when first asked for (`signed-in.ts`). */
  session: Pick<Session, "storage"> & { distributorId: string };
}

/** Files that change much, or sign in often, name a `world`: they get a product that no other file has touched. */
export const test = base.extend<Fixtures, OfWorker>({
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
  baseURL: async ({ product }, provide) => provide(product.url),
  signIn: async ({ page, product }, provide) =>
    provide(async (email) => signInWithSession(page, await openSession(product, email))),
});

export { expect } from "@playwright/test";
