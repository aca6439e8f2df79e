import type { FastifyBaseLogger } from "fastify";
import { inTransaction } from "../../db/scope.ts";
import { hashOf, newSecretToken } from "../../http/session.ts";
import type { Services } from "../../services.ts";
import { deleteLinksExpiredBefore, insertLink, lockedUserByEmail, recentLinks } from "./auth.repository.ts";
import { sendLinkMail } from "./send-link-mail.ts";
import { signInMail } from "./sign-in.mail.ts";

/** DESIGN §4 */
export const LINK_MINUTES = 15;
/** For one address, in that time. */
export const LINKS_PER_WINDOW = 5;
/** Links and sessions that expired are kept this long, for who must find out what happened; then nobody needs them. */
export const KEPT_EXPIRED_MS = 30 * 86_400_000;

/** How addresses are compared: one Unicode form, lower case. */
export const comparableEmail = (email: string): string => email.normalize("NFKC").trim().toLowerCase();

/**
 * Mails a sign-in link when the address is a user's. The caller learns nothing of it: unknown, disabled and too frequent
 * requests end the same way, and the mail leaves after the answer, so that time tells nothing either.
 */
export async function requestLink(services: Services, email: string, log: FastifyBaseLogger): Promise<void> {
  const now = services.clock.now();
  const token = newSecretToken();
  const user = await inTransaction(services.pool, { kind: "all" }, async (tx) => {
    const found = await lockedUserByEmail(tx, comparableEmail(email));
    if (!found) return undefined;
    const windowStart = new Date(now.getTime() - LINK_MINUTES * 60_000);
    if ((await recentLinks(tx, found.id, windowStart)) >= LINKS_PER_WINDOW) {
      log.warn({ user_id: found.id }, "too many sign-in links asked for");
      return undefined;
    }
    await deleteLinksExpiredBefore(tx, found.id, new Date(now.getTime() - KEPT_EXPIRED_MS));
    await insertLink(tx, found.id, hashOf(token), now, new Date(now.getTime() + LINK_MINUTES * 60_000));
    return found;
  });
  if (!user) return;
  const link = `${services.config.publicUrl}/auth/verify?token=${token}`;
  // To the stored address, never to the typed one (SECURITY T3).
  const mail = signInMail({ to: user.email, firstName: user.first_name, link, minutes: LINK_MINUTES });
  void sendLinkMail(services.mailer, mail).catch((error: unknown) =>
    log.error({ err: error, user_id: user.id }, "the sign-in mail could not be sent"),
  );
}
