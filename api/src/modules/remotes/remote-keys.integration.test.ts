import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RemoteKey } from "@bobine/contract/remotes";
import { pathToFileURL } from "node:url";
import sql from "sql-template-tag";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { aSuperAdmin } from "../../testing/builders.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";
import { publicPartOf, signatureOf } from "../shell/build-signature.ts";
import { openRegistryStorage } from "../shell/open-registry-storage.ts";
import { registeredKeys } from "../shell/registered-keys.ts";
import { registryStore } from "../shell/registry-store.ts";
import { aRemoteBuild } from "../shell/remote-build.testing.ts";

const KEYS = "/onboarding/admin/remote-keys/";
const REMOTE = "mfe-planning";
const A = "aaaaaaaaaaaa";
const B = "bbbbbbbbbbbb";
const C = "cccccccccccc";
const BY = { who: "a thief", now: new Date("2026-11-30T11:00:00Z") };

let folder: string;
let app: TestApp;
let asAdmin: TestClient;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "bobine-keys-"));
  app = await createTestApp({ config: { registryUrl: pathToFileURL(join(folder, "remotes")).href } });
  const admin = await app.inDatabase((tx) => aSuperAdmin(tx));
  asAdmin = await app.as(admin);
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const newKey = (): string =>
  generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }).toString();
const register = (pem: string, remotes: readonly string[] = [REMOTE]) =>
  asAdmin.post(KEYS, { team: "Équipe Planning", remotes, public_key: publicPartOf(pem) });
const listed = async (): Promise<RemoteKey[]> =>
  ((await asAdmin.get(KEYS)).body as { results: RemoteKey[] }).results;

/** As who may write into the bucket does it, and asks nobody: no key is known here. */
async function putLive(build: string, pem?: string): Promise<void> {
  const dist = aRemoteBuild(mkdtempSync(join(folder, "dist-")), { name: REMOTE, build });
  if (pem !== undefined)
    writeFileSync(join(dist, "remote.json.sig"), signatureOf(readFileSync(join(dist, "remote.json")), pem));
  const store = registryStore(openRegistryStorage(app.services.config));
  await store.publish(dist, BY);
  await store.promote(REMOTE, build, BY);
}
const given = async (): Promise<(string | undefined)[]> => {
  const { remotes } = (await app.app.inject({ method: "GET", url: "/registry.json" })).json<{
    remotes: { name: string; build: string; integrity: object; previous: { build: string } | null }[];
  }>();
  // A build that may not run is named without a hash, and pages run the one before.
  return remotes
    .filter(({ name }) => name === REMOTE)
    .map(({ build, integrity, previous }) => (Object.keys(integrity).length > 0 ? build : previous?.build));
};

describe("FED-34: the key of a team", () => {
  let team: string;
  beforeEach(() => {
    team = newKey();
  });
  afterEach(async () => {
    for (const { id } of await listed()) await asAdmin.post(`${KEYS}${id}/revoke/`);
    rmSync(join(folder, "remotes"), { recursive: true, force: true });
  });

  test("is registered with its team and modules, shown by its fingerprint, and told in the audit log", async () => {
    const { status, body } = await register(team, [REMOTE, REMOTE]);
    expect([status, body]).toMatchObject([
      201,
      { team: "Équipe Planning", remotes: [REMOTE], fingerprint: expect.stringMatching(/^[0-9a-f]{12}$/) },
    ]);
    expect(await listed()).toEqual([body]);
    const [entry] = await app.inDatabase((tx) =>
      tx.many<{ action_details: object }>(
        sql`select action_details from audit_log where action_details ? 'fingerprint' order by id desc limit 1`,
      ),
    );
    expect(entry?.action_details).toMatchObject({
      event: "Clé d’équipe enregistrée",
      team: "Équipe Planning",
      remote: REMOTE,
      fingerprint: (body as unknown as RemoteKey).fingerprint,
    });
    expect(await register(team)).toMatchObject({ status: 409, body: { code: "key_exists" } });
  });

  test("is taken as PEM, as base64 and as the command prints it; a private key and what is none are refused", async () => {
    const written = publicPartOf(team);
    const pem = `-----BEGIN PUBLIC KEY-----\n${written}\n-----END PUBLIC KEY-----\n`;
    const fingerprints: string[] = [];
    for (const public_key of [written, pem, `${REMOTE}=${written}`]) {
      const { body } = await asAdmin.post(KEYS, { team: "É", remotes: [REMOTE], public_key });
      const { id, fingerprint } = body as unknown as RemoteKey;
      fingerprints.push(fingerprint);
      await asAdmin.post(`${KEYS}${id}/revoke/`);
    }
    expect(new Set(fingerprints).size).toBe(1);
    const rsa = generateKeyPairSync("rsa", { modulusLength: 1_024 }).publicKey;
    for (const [public_key, sentence] of [
      [team, "cette clé est privée"],
      ["c2hvcnQ=", "Saisissez une clé publique Ed25519"],
      [rsa.export({ type: "spki", format: "pem" }).toString(), "Saisissez une clé publique Ed25519"],
      [" ", "Saisissez la clé publique"],
    ] as const) {
      const { status, body } = await asAdmin.post(KEYS, { team: "É", remotes: [REMOTE], public_key });
      expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(sentence)]);
    }
    expect((await register(team, ["host"])).status).toBe(400);
    expect(await listed()).toEqual([]);
  });

  test("lets pages run what it has signed and nothing else, whatever lies in the bucket, until it is revoked", async () => {
    await putLive(A, team);
    const { body } = await register(team);
    expect(await given()).toEqual([A]);
    await putLive(B);
    expect(await given()).toEqual([A]);
    await putLive(C, newKey());
    expect(await given()).toEqual([A]);
    const { id } = body as unknown as RemoteKey;
    expect((await asAdmin.post(`${KEYS}${id}/revoke/`)).status).toBe(204);
    expect((await asAdmin.post(`${KEYS}${id}/revoke/`)).status).toBe(204);
    expect(await given()).toEqual([C]);
  });

  test("is refused while pages are given what it has not signed, which would go at once", async () => {
    await putLive(A);
    const refused = await register(team);
    expect(refused).toMatchObject({ status: 409, body: { code: "live_not_signed" } });
    expect(JSON.stringify(refused.body)).toContain(A);
    await putLive(B, team);
    expect((await register(team)).status).toBe(201);
    // Another key of the team takes nothing away.
    expect((await register(newKey())).status).toBe(201);
    expect(await given()).toEqual([B]);
  });

  test("is known to another node, where it is asked for again, and beside what the operator sets", async () => {
    const operators = publicPartOf(newKey());
    const config = { ...app.services.config, remoteKeys: { [REMOTE]: [operators], "*": [operators] } };
    const node = registeredKeys({ ...app.services, config });
    await node.refresh();
    expect(node.now()).toEqual(config.remoteKeys);
    await register(team, [REMOTE, "mfe-affiches"]);
    await node.refresh();
    const known = node.now();
    expect(known).toEqual({
      [REMOTE]: [operators, publicPartOf(team)],
      "mfe-affiches": [publicPartOf(team)],
      "*": [operators],
    });
    await node.refresh();
    expect(node.now()[REMOTE]).toBe(known[REMOTE]);
  });
});
