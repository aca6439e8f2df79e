import { createHash, createPrivateKey, createPublicKey, sign, verify } from "node:crypto";
import { BuildRefusal } from "./remote-build.ts";

/** Remote → the public keys of its team, each as base64 of its SubjectPublicKeyInfo; `*` is for every remote that has none of its own. */
export type KeysByRemote = Readonly<Record<string, readonly string[]>>;
/** Those that are fixed, or those of the moment. */
export type RemoteKeys = KeysByRemote | (() => KeysByRemote);

const ALL_OTHERS = "*";
const FINGERPRINT_LENGTH = 12;

const NONE: readonly string[] = [];

/** @returns the same list as long as nothing has changed */
export function keysOf(keys: RemoteKeys, remote: string): readonly string[] {
  const all = typeof keys === "function" ? keys() : keys;
  return (Object.hasOwn(all, remote) ? all[remote] : all[ALL_OTHERS]) ?? NONE;
}

/** Whether builds of this remote must be signed. */
export const mustBeSigned = (keys: RemoteKeys, remote: string): boolean => keysOf(keys, remote).length > 0;

/**
 * Whether one of the remote's keys has signed the manifest, whose hashes are of every file of the build (FED-21).
 * @param signature what lies beside the manifest; undefined: nothing does
 * @returns the fingerprint of that key; undefined when the remote has no keys, so that nothing is asked
 * @throws BuildRefusal
 */
export function checkSignature(
  keys: RemoteKeys,
  remote: string,
  manifest: Uint8Array,
  signature: Uint8Array | undefined,
): string | undefined {
  const known = keysOf(keys, remote);
  if (known.length === 0) return undefined;
  if (signature === undefined)
    throw new BuildRefusal(
      `${remote}: the build is not signed, and its team has a key: bobine-remote publish --key <file>, or npm run remotes -- sign`,
    );
  const bytes = Buffer.from(new TextDecoder().decode(signature).trim(), "base64");
  const by = known.find((key) => verify(null, manifest, publicKeyOf(key), bytes));
  if (by === undefined)
    throw new BuildRefusal(`${remote}: the signature of the build is of none of its team's keys`);
  return fingerprintOf(by);
}

/** @param pem a private Ed25519 key @returns the content of the file that lies beside it: base64 */
export function signatureOf(manifest: Uint8Array, pem: string): Uint8Array {
  const key = privateKeyOf(pem);
  return new TextEncoder().encode(`${sign(null, manifest, key).toString("base64")}\n`);
}

/** What an installation is given of a private key, as `REMOTE_KEYS` takes it. @param pem a private Ed25519 key */
export const publicPartOf = (pem: string): string =>
  createPublicKey(privateKeyOf(pem)).export({ type: "spki", format: "der" }).toString("base64");

function privateKeyOf(pem: string) {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === "ed25519") return key;
  } catch {
    // Said below.
  }
  throw new BuildRefusal("the key is no private Ed25519 key: openssl genpkey -algorithm ed25519 makes one");
}

/**
 * What somebody pastes as a public key: PEM, its base64, or the line that `sign` prints.
 * @returns base64 of its SubjectPublicKeyInfo; `private` for a private key; undefined for what is no Ed25519 key
 */
export function readPublicKey(text: string): { readonly key: string } | "private" | undefined {
  if (/PRIVATE KEY/.test(text)) return "private";
  const written = text
    .replace(/-----[A-Z ]+-----/g, "")
    .replace(/^\s*[a-z][a-z0-9-]*=(?=MC)/, "")
    .replaceAll(/\s/g, "");
  try {
    const key = publicKeyOf(written);
    if (key.asymmetricKeyType !== "ed25519") return undefined;
    return { key: key.export({ type: "spki", format: "der" }).toString("base64") };
  } catch {
    return undefined;
  }
}

const publicKeyOf = (key: string) =>
  createPublicKey({ key: Buffer.from(key, "base64"), format: "der", type: "spki" });

export const fingerprintOf = (key: string): string =>
  createHash("sha256").update(Buffer.from(key, "base64")).digest("hex").slice(0, FINGERPRINT_LENGTH);
