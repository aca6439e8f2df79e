import { FILLED, fillDataDir } from "./product.ts";

/** Called by Playwright, before the first journey: migrations and demo data are the same for all of them. The runner may have made them. */
export default async function setUp(): Promise<() => void> {
  if (process.env[FILLED]) return () => undefined;
  return (await fillDataDir()).remove;
}
