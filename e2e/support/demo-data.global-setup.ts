import { fillDataDir } from "./product.ts";

/** Called by Playwright, before the first journey: migrations and demo data are the same for all of them. */
export default async function setUp(): Promise<() => void> {
  return await fillDataDir();
}
