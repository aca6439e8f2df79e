import { createHmac } from "node:crypto";
import { inTransaction } from "../../db/scope.ts";
import type { Services } from "../../services.ts";
import { countRequest, insertLinkRequest, type NewLinkRequest } from "./link-requests.repository.ts";

export const LINK_MINUTES = 15;
const WINDOW_MS = LINK_MINUTES * 60_000;
/** For one address, in that time. */
export const LINKS_PER_WINDOW = 5;

/** How addresses are compared: one Unicode form, lower case. */
export const comparableEmail = (email: string): string => email.normalize("NFKC").trim().toLowerCase();

/**
 * Takes a request for a link: the same work for every address, whoever has it or nobody. A job finds out whose it is and mails it
 * (`mailLink`), so that neither the answer nor its time tells.
 * @returns how long no further link is sent to the address, from the fifth within a quarter of an hour on
 */
export async function requestLink(
  services: Services,
  kind: NewLinkRequest["kind"],
  requested: {
    readonly email: string;
    readonly first_name?: string | undefined;
    readonly last_name?: string | undefined;
    readonly company?: string | undefined;
  },
): Promise<number | undefined> {
  const now = services.clock.now();
  const email = comparableEmail(requested.email);
  const { first_name = "", last_name = "", company = "" } = requested;
  const key = createHmac("sha256", `link-limit:${services.config.secretKey}`).update(email).digest();
  const request = await inTransaction(services.pool, { kind: "all" }, async (tx) => {
    const counted = await countRequest(tx, key, now, WINDOW_MS);
    if (counted.hits > LINKS_PER_WINDOW) return counted;
    const id = await insertLinkRequest(tx, { kind, email, first_name, last_name, company }, now);
    await services.jobs.enqueue(tx, { name: "mail-link", data: { request_id: id } });
    return counted;
  });
  // After the commit, or the worker would not find it.
  services.jobs.wake?.("mail-link");
  if (request.hits < LINKS_PER_WINDOW) return undefined;
  return Math.max(1, Math.ceil((Date.parse(request.ends_at) - now.getTime()) / 1000));
}
