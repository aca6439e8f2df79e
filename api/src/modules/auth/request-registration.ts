import type { Registration } from "@bobine/contract/register";
import type { FastifyBaseLogger } from "fastify";
import { inTransaction } from "../../db/scope.ts";
import { hashOf, newSecretToken } from "../../http/session.ts";
import type { Services } from "../../services.ts";
import { registrationMail } from "./registration.mail.ts";
import {
  deleteRegistrationsExpiredBefore,
  insertRegistration,
  lockAddress,
  recentRegistrations,
  userOfAddress,
} from "./registration.repository.ts";
import {
  comparableEmail,
  KEPT_EXPIRED_MS,
  LINK_MINUTES,
  LINKS_PER_WINDOW,
  requestLink,
} from "./request-link.ts";
import { sendLinkMail } from "./send-link-mail.ts";

/**
 * Mails who asks for an account a link that makes it; who has one already is mailed a sign-in link instead. The caller learns nothing
 * of which, nor whether registration is closed: known, unknown, disabled and too frequent addresses end the same way, and the mail leaves after the answer.
 */
export async function requestRegistration(
  services: Services,
  wish: Registration,
  log: FastifyBaseLogger,
): Promise<void> {
  const now = services.clock.now();
  const token = newSecretToken();
  const email = comparableEmail(wish.email);
  const person = {
    email,
    first_name: wish.first_name ?? "",
    last_name: wish.last_name ?? "",
    company: wish.company ?? "",
  };
  const outcome = await inTransaction(services.pool, { kind: "all" }, async (tx) => {
    await lockAddress(tx, email);
    if (await userOfAddress(tx, email)) return "known";
    if (services.config.registration === "closed") return "closed";
    const window = new Date(now.getTime() - LINK_MINUTES * 60_000);
    if ((await recentRegistrations(tx, email, window)) >= LINKS_PER_WINDOW) return "too often";
    await deleteRegistrationsExpiredBefore(tx, new Date(now.getTime() - KEPT_EXPIRED_MS));
    await insertRegistration(tx, person, hashOf(token), now, new Date(now.getTime() + LINK_MINUTES * 60_000));
    return "new";
  });
  if (outcome === "too often") log.warn("too many registrations asked for with one address");
  // To the stored address of the account, as any other sign-in (SECURITY T3).
  if (outcome === "known") await requestLink(services, email, log);
  if (outcome !== "new") return;
  const link = `${services.config.publicUrl}/auth/verify?token=${token}`;
  const mail = registrationMail({ to: email, firstName: person.first_name, link, minutes: LINK_MINUTES });
  void sendLinkMail(services.mailer, mail).catch((error: unknown) =>
    log.error({ err: error }, "the registration mail could not be sent"),
  );
}
