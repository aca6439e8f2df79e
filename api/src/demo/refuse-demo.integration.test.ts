import sql from "sql-template-tag";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aDistributor, aStaffUser } from "../testing/builders.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";
import { DEMO_DISTRIBUTORS } from "./distributors.ts";
import { refuseDemoInPublic } from "./refuse-demo.ts";

const PUBLIC = { isProduction: true, publicUrl: "https://bobine.fr", demo: false };

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const start = (config = PUBLIC) => refuseDemoInPublic(config, app.services.pool);

test("production starts on a database without the demo, and not with DEMO=1", async () => {
  await expect(start()).resolves.toBeUndefined();
  await expect(start({ ...PUBLIC, demo: true })).rejects.toThrow("DEMO=0");
});

test("production does not start over a person of the demo; a demo on this machine does", async () => {
  const { id } = await app.inDatabase(async (tx) =>
    aStaffUser(tx, await aDistributor(tx), { email: "compta@lumen-films.example" }),
  );
  await expect(start()).rejects.toThrow("1 of its people may sign in");
  for (const publicUrl of ["http://localhost:3000", "http://127.0.0.1:8080", "http://[::1]:3000"])
    await expect(start({ ...PUBLIC, publicUrl, demo: true })).resolves.toBeUndefined();
  await expect(start({ ...PUBLIC, publicUrl: "https://localhost.ailleurs.example" })).rejects.toThrow(
    "of its people",
  );
  await expect(start({ ...PUBLIC, isProduction: false })).resolves.toBeUndefined();
  await app.inDatabase((tx) => tx.run(sql`update app_user set disabled_at = now() where id = ${id}`));
  await expect(start()).resolves.toBeUndefined();
});

test("production does not start over a distributor of the demo", async () => {
  await app.inDatabase((tx) => aDistributor(tx, { siren: DEMO_DISTRIBUTORS[0]?.siren ?? "" }));
  await expect(start()).rejects.toThrow("1 of its distributors");
});
