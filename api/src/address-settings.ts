// Addresses that an operator sets, checked as they are read.
import { isIP, isIPv4 } from "node:net";
import { fileURLToPath } from "node:url";
import { z } from "zod";

export const url = (protocols: readonly string[], example: string) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    error: `must be an address such as ${example}`,
  });

/** A folder or a bucket, which has a name; with a slash too few a folder is a machine. */
export const place = (example: string) =>
  url(["file:", "s3:"], example).refine((text) => !URL.canParse(text) || isPlace(new URL(text)), {
    error: `must be an address such as ${example}`,
  });

function isPlace(address: URL): boolean {
  if (address.protocol === "s3:") return address.host !== "";
  try {
    return address.protocol !== "file:" || fileURLToPath(address) !== "";
  } catch {
    return false;
  }
}

export const httpUrl = (example: string) =>
  url(["http:", "https:"], example).transform((text) => text.replace(/\/+$/, ""));

/** As browsers write it, without slashes and marks that nothing follows. */
const bare = (text: string): string => new URL(text).href.replace(/\/*[?#]*$/, "/");

/** The product is at the root of its host: below a path its pages and the links of its mails lead nowhere. */
export const ownOrigin = url(["http:", "https:"], "https://bobine.example")
  .refine((text) => !URL.canParse(text) || `${new URL(text).origin}/` === bare(text), {
    error: "must be an origin such as https://bobine.example, without a path",
  })
  .transform((text) => new URL(text).origin);

const NETWORKS = ["loopback", "linklocal", "uniquelocal"];

/** As Fastify's `trustProxy` takes it, which would throw in the middle of a start. */
export const trustedProxies = z
  .string()
  .refine(
    (text) => /^(true|false|\d+)$/.test(text) || text.split(",").every((one) => isNetwork(one.trim())),
    { error: "must be 1 for one proxy in front, or the addresses of proxies such as 10.0.0.0/8" },
  )
  .transform((text) =>
    /^(true|false)$/.test(text) ? text === "true" : /^\d+$/.test(text) ? Number(text) : text,
  );

function isNetwork(text: string): boolean {
  const [address = "", range, ...rest] = text.split("/");
  if (NETWORKS.includes(text) || rest.length > 0) return rest.length === 0;
  if (isIP(address) === 0 || range === undefined) return isIP(address) !== 0;
  if (/^[1-9]\d{0,2}$/.test(range)) return Number(range) <= (isIPv4(address) ? 32 : 128);
  return isIPv4(address) && isIPv4(range);
}

/** Scheme, host and port of pages, several with commas. */
export const origins = (...byDefault: [string, ...string[]]) =>
  z
    .string()
    .transform((text) => text.split(",").map((one) => one.trim().replace(/\/$/, "")))
    .refine(
      (all) => all.every((one) => URL.canParse(one) && /^https?:/.test(one) && new URL(one).origin === one),
      { error: `must be origins such as ${byDefault[0]}, with commas between them` },
    )
    .default(byDefault);
