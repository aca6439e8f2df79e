import { createHmac } from "node:crypto";
import { lockAddress } from "../../db/locks.ts";
import { inTransaction, type Tx } from "../../db/scope.ts";
import { hashOf } from "../../http/session.ts";
import { sendUnlessRefused } from "../../send-mail.ts";
import type { Job, Mail, Services } from "../../services.ts";
import { LINK_MINUTES } from "./request-link.ts";
import { deleteLinksExpiredBefore, insertLink, EXPIRED_RETENTION_MS, userById } from "./auth.repository.ts";
import {
  deleteLinkRequest,
  deleteLinkRequestsBefore,
  type LinkRequest,
  lockedLinkRequest,
} from "./link-requests.repository.ts";
import { registrationMail } from "./registration.mail.ts";
import {
  deleteRegistrationsExpiredBefore,
  insertRegistration,
  userOfAddress,
} from "./registration.repository.ts";
import { signInMail } from "./sign-in.mail.ts";

type DataOf<Name extends Job["name"]> = Extract<Job, { name: Name }>["data"];

const LINK_MS = LINK_MINUTES * 60_000;

/**
 * Mails the link that somebody asked for: to who has an account a sign-in link, to who registers one that makes it unless registration
 * is closed, to nobody else anything. A run that ended half-way is made again: it mails the same link, good for a quarter of an hour from then on. Who asked
 * longer ago than that has gone, or asked anew.
 * @throws while the mail server is away; the queue tries again
 */
async function mailLink(services: Services, requestId: string): Promise<void> {
  const now = services.clock.now();
  const token = tokenOf(services, requestId);
  const mail = await inTransaction(services.pool, { kind: "all" }, async (tx) => {
    await deleteLinkRequestsBefore(tx, new Date(now.getTime() - 2 * LINK_MS));
    const request = await lockedLinkRequest(tx, requestId);
    if (!request || Date.parse(request.requested_at) + LINK_MS <= now.getTime()) return undefined;
    const link = `${services.config.publicUrl}/auth/verify?token=${token}`;
    const isClosed = services.config.registration === "closed";
    return mailFor(tx, request, { hash: hashOf(token), link, now, isClosed });
  });
  if (mail) await sendUnlessRefused(services, mail);
  await inTransaction(services.pool, { kind: "all" }, (tx) => deleteLinkRequest(tx, requestId));
}

/** Keeps the link for who gets one. @returns undefined when nobody does */
async function mailFor(
  tx: Tx,
  request: LinkRequest,
  made: { readonly hash: Buffer; readonly link: string; readonly now: Date; readonly isClosed: boolean },
): Promise<Mail | undefined> {
  const { email } = request;
  const { hash, link, now, isClosed } = made;
  const expiresAt = new Date(now.getTime() + LINK_MS);
  const keptSince = new Date(now.getTime() - EXPIRED_RETENTION_MS);
  await lockAddress(tx, email);
  const found = await userOfAddress(tx, email);
  if (found) {
    if (found.disabled_at !== null) return undefined;
    await deleteLinksExpiredBefore(tx, found.id, keptSince);
    await insertLink(tx, found.id, hash, now, expiresAt);
    const user = await userById(tx, found.id);
    // To the stored address, never to the typed one.
    return signInMail({ to: user.email, firstName: user.first_name, link, minutes: LINK_MINUTES });
  }
  if (request.kind !== "registration" || isClosed) return undefined;
  await deleteRegistrationsExpiredBefore(tx, keptSince);
  await insertRegistration(tx, request, hash, now, expiresAt);
  return registrationMail({ to: email, firstName: request.first_name, link, minutes: LINK_MINUTES });
}

/** The token of a request's link: who reads the database does not know it, and each run of the job does. */
const tokenOf = (services: Services, requestId: string): string =>
  createHmac("sha256", `link:${services.config.secretKey}`).update(requestId).digest("base64url");

/** Handlers for `Jobs.work` and `Jobs.drain`. */
export const authHandlers = (services: Services) => ({
  "mail-link": (data: DataOf<"mail-link">) => mailLink(services, data.request_id),
});
