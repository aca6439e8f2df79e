import { createPublicKey, verify } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { publicPart, signature } from "./signing-key.mjs";

const folder = mkdtempSync(join(tmpdir(), "bobine-key-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("FED-21: a key is made once, for its owner alone, and what it signs is known by its public part", () => {
  const file = join(folder, "planning.pem");
  const key = publicPart(file);
  const made = readFileSync(file, "utf8");
  expect(publicPart(file)).toBe(key);
  expect(readFileSync(file, "utf8")).toBe(made);
  expect(statSync(file).mode & 0o077).toBe(0);
  const manifest = Buffer.from('{"name":"mfe-planning"}\n');
  const publicKey = createPublicKey({ key: Buffer.from(key, "base64"), type: "spki", format: "der" });
  const signed = Buffer.from(signature(manifest, file).toString("utf8"), "base64");
  expect(verify(null, manifest, publicKey, signed)).toBe(true);
});

it("FED-21: what is no private key is refused with what makes one, and is not written over", () => {
  const file = join(folder, "notes.pem");
  writeFileSync(file, "notes");
  expect(() => publicPart(file)).toThrow("bobine-remote key <file> makes one");
  expect(readFileSync(file, "utf8")).toBe("notes");
});
