import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const IV_BYTES = 12;
const TAG_BYTES = 16;

const keyOf = (secretKey: string): Buffer =>
  Buffer.from(hkdfSync("sha256", secretKey, "", "bobine second factor", 32));

/** Encrypts a secret for one person's row: in another's it opens for nobody (AES-256-GCM). */
export function seal(secretKey: string, userId: number, secret: Uint8Array): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", keyOf(secretKey), iv).setAAD(Buffer.from(String(userId)));
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** @returns undefined when it was sealed for somebody else, or under another SECRET_KEY */
export function unseal(secretKey: string, userId: number, sealed: Buffer): Buffer | undefined {
  const decipher = createDecipheriv("aes-256-gcm", keyOf(secretKey), sealed.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(String(userId)))
    .setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
  } catch {
    return undefined;
  }
}
