import { Client } from "pg";
import { createTestDatabase } from "../database.ts";
import { createTestApp, type TestApp, type TestAppOptions } from "../test-app.ts";
import { explainAll, hearScans, type Scan } from "./plans.ts";

/**
 * Runs `work` on the product with a database of its own, whose sessions tell how they ran what they were asked.
 * @param work is given what was heard since it last asked
 */
export async function withExplainedApp(
  options: Omit<TestAppOptions, "database">,
  work: (it: TestApp, scans: () => Scan[]) => Promise<void>,
): Promise<void> {
  const database = await createTestDatabase();
  // Before the product's sessions begin, which have it from the database.
  const owner = new Client({ connectionString: database.url });
  await owner.connect();
  await explainAll(owner);
  await owner.end();
  const it = await createTestApp({ ...options, database });
  try {
    await work(it, await hearScans(it.services));
  } finally {
    await it.close();
  }
}
