// Codes of authenticator apps: RFC 6238 over RFC 4226, with what all apps know: SHA-1, 30 seconds, six digits.
import { createHmac } from "node:crypto";

const STEP_MS = 30_000;
/** Clocks of telephones differ; one step to either side is what the RFC recommends. */
const DRIFT = [0, -1, 1];
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

export const stepAt = (now: Date): number => Math.floor(now.getTime() / STEP_MS);

/** @param step number of 30-second steps since 1970 */
export function codeOf(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", secret).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0x0f;
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, "0");
}

/**
 * The step whose code this is.
 * @param after steps up to this one are spent
 */
export function stepOfCode(secret: Uint8Array, code: string, now: Date, after: number): number | undefined {
  const present = stepAt(now);
  return DRIFT.map((drift) => present + drift).find((step) => step > after && codeOf(secret, step) === code);
}

/** RFC 4648, without padding, as apps and people read it. */
export function base32(bytes: Uint8Array): string {
  let bits = "";
  for (const byte of bytes) bits += byte.toString(2).padStart(8, "0");
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[parseInt(five.padEnd(5, "0"), 2)]).join("");
}

/** What the QR code says to the app. */
export const otpauthUrl = (secret: Uint8Array, account: string): string =>
  `otpauth://totp/Bobine:${encodeURIComponent(account)}?secret=${base32(secret)}&issuer=Bobine&algorithm=SHA1&digits=6&period=30`;
