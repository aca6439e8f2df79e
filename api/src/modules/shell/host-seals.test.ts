import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { must } from "../../domain/must.ts";
import { publicPartOf } from "./build-signature.ts";
import { storedHost } from "./host-files.ts";
import { hostSeals } from "./host-seals.ts";
import { openRegistryStorage } from "./open-registry-storage.ts";
import { registryStore } from "./registry-store.ts";
import { aHostJson, hashOf, writeFiles } from "./remote-build.testing.ts";

const PEM = generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }).toString();
const KEYS = { host: [publicPartOf(PEM)] };
const BUILD = "00000000aaaa";

test("a host that is published once more under the SECRET_KEY to come is given under both (FED-21, docs/security/README.md)", async () => {
  const folder = mkdtempSync(join(tmpdir(), "bobine-seals-"));
  try {
    const page = "<!doctype html>";
    writeFiles(folder, {
      "index.html": page,
      "host.json": aHostJson({ build: BUILD, files: { "index.html": hashOf(page) } }),
    });
    const registryUrl = pathToFileURL(join(folder, "registry")).href;
    const storage = openRegistryStorage({ registryUrl, s3: null });
    const by = { who: "claire", now: new Date("2026-12-01T11:00:00Z"), reason: "la clé change" };
    for (const secret of ["before", "to come"])
      await registryStore(storage, KEYS, secret).publishHost(folder, by);
    const stored = must(await storedHost(storage, BUILD), "a kept host");
    for (const secret of ["before", "to come"])
      await expect(hostSeals(KEYS, secret).check(stored, storage)).resolves.toBeUndefined();
    await expect(hostSeals(KEYS, "another").check(stored, storage)).rejects.toThrow("has sealed it");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
