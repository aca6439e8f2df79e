// The Ed25519 key by which a team's builds are known (FED-21).
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { CommandRefusal } from "./command-refusal.mjs";

/**
 * The public part of a key, as `REMOTE_KEYS` of an installation takes it; the key is made where there is none.
 * @param {string} file of the private key
 */
export function publicPart(file) {
  if (!existsSync(file))
    writeFileSync(file, generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }), {
      mode: 0o600,
      flag: "wx",
    });
  return createPublicKey(privateKey(file)).export({ type: "spki", format: "der" }).toString("base64");
}

/** What lies beside `remote.json`. @param {Buffer} manifest its bytes @param {string} file of the private key */
export const signature = (manifest, file) =>
  Buffer.from(`${sign(null, manifest, privateKey(file)).toString("base64")}\n`);

function privateKey(file) {
  let key;
  try {
    key = createPrivateKey(readFileSync(file, "utf8"));
  } catch {
    key = undefined;
  }
  if (key?.asymmetricKeyType !== "ed25519")
    throw new CommandRefusal(`${file} is no private Ed25519 key: bobine-remote key <file> makes one.`);
  return key;
}
