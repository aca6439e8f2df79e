import sql from "sql-template-tag";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aDistributor, aStaffUser } from "../testing/builders.ts";
import { readConfig } from "../config.ts";
import { TEST_SECRET_KEY } from "../testing/secret-key.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";
import { DEMO_DISTRIBUTORS } from "./distributors.ts";
import { refuseDemoInPublic } from "./refuse-demo.ts";

const PUBLIC = { isProduction: true, reachedBecause: "PUBLIC_URL is https://bobine.fr", demo: false };

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

type Given = Parameters<typeof refuseDemoInPublic>[0];
const start = (config: Given = PUBLIC) => refuseDemoInPublic(config, app.services.pool);
const started = (env: Record<string, string>) =>
  start(readConfig({ NODE_ENV: "production", ...env }, () => TEST_SECRET_KEY));

test("production starts on a database without the demo, and not with DEMO=1", async () => {
  await expect(start()).resolves.toBeUndefined();
  await expect(start({ ...PUBLIC, demo: true })).rejects.toThrow("DEMO=0");
});

test("production does not start over a person of the demo; a demo on this machine does", async () => {
  const { id } = await app.inDatabase(async (tx) =>
    aStaffUser(tx, await aDistributor(tx), { email: "compta@lumen-films.example" }),
  );
  await expect(start()).rejects.toThrow("1 of its people may sign in");
  // As `npm start` on a fresh clone, and in a container of this machine.
  await expect(started({})).resolves.toBeUndefined();
  await expect(started({ HOST: "0.0.0.0", PUBLIC_URL: "http://localhost:3000" })).resolves.toBeUndefined();
  for (const env of [{ HOST: "0.0.0.0" }, { HOST: "::" }, { TRUST_PROXY: "1" }]) {
    await expect(started({ ...env, DEMO: "0" })).rejects.toThrow("1 of its people may sign in");
    await expect(started({ ...env, DEMO: "1" })).rejects.toThrow("the demo data must not be");
  }
  await expect(start({ ...PUBLIC, isProduction: false })).resolves.toBeUndefined();
  await app.inDatabase((tx) => tx.run(sql`update app_user set disabled_at = now() where id = ${id}`));
  await expect(start()).resolves.toBeUndefined();
});

test("whoever registers and names a SIREN of the demo keeps production from nothing", async () => {
  const siren = DEMO_DISTRIBUTORS[0]?.siren ?? "";
  for (const validation_status of ["prospect", "refused"] as const)
    await app.inDatabase((tx) => aDistributor(tx, { siren, validation_status }));
  await expect(start()).resolves.toBeUndefined();
});

test("production does not start over a distributor of the demo", async () => {
  await app.inDatabase((tx) => aDistributor(tx, { siren: DEMO_DISTRIBUTORS[0]?.siren ?? "" }));
  await expect(start()).rejects.toThrow("1 of its distributors");
});
