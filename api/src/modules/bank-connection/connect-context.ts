import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Services } from "../../services.ts";

/** Time to find one's bank, one's identifiers and one's telephone. */
export const CONTEXT_MS = 30 * 60_000;
const NONCE_BYTES = 16;
const MAC_BYTES = 16;

/**
 * What the aggregator brings back with the browser: a nonce, the distributor, and our seal over both. 80 hexadecimal digits
 * (AGG-1: short and alphanumeric).
 */
export function newContext(
  services: Pick<Services, "config">,
  distributorId: number,
): { readonly text: string; readonly nonce: string } {
  const nonce = randomBytes(NONCE_BYTES).toString("hex");
  const body = nonce + distributorId.toString(16).padStart(16, "0");
  return { text: body + sealOf(services, body).toString("hex"), nonce };
}

/** Undefined for what we did not seal. Whether it was used or is too old is the database's to say. */
export function readContext(
  services: Pick<Services, "config">,
  text: string,
): { readonly nonce: string; readonly distributorId: number } | undefined {
  const [, body, nonce, distributor, seal] =
    /^(([0-9a-f]{32})(00[0-9a-f]{14}))([0-9a-f]{32})$/.exec(text) ?? [];
  if (body === undefined || nonce === undefined || distributor === undefined || seal === undefined)
    return undefined;
  if (!timingSafeEqual(Buffer.from(seal, "hex"), sealOf(services, body))) return undefined;
  return { nonce, distributorId: Number.parseInt(distributor, 16) };
}

const sealOf = (services: Pick<Services, "config">, body: string): Buffer =>
  createHmac("sha256", `bank-context:${services.config.secretKey}`)
    .update(body)
    .digest()
    .subarray(0, MAC_BYTES);
