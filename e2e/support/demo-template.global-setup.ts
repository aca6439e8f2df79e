import { rmSync } from "node:fs";
import { DEMO_TEMPLATE, startProduct } from "./product.ts";

/** Starts the product once: the product of each journey begins with a copy of its folder instead of making database and demo data anew. */
export default async function makeDemoTemplate(): Promise<() => void> {
  const product = await startProduct();
  await product.end();
  process.env[DEMO_TEMPLATE] = product.dataDir;
  return () => rmSync(product.dataDir, { recursive: true, force: true });
}
