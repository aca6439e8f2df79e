import { lockAddress } from "../../db/locks.ts";
import type { Tx } from "../../db/scope.ts";
import { errors } from "../../errors.ts";
import { systemSource, writeAudit } from "../../http/audit.ts";
import type { Services } from "../../services.ts";
import { insertAdministrator, insertCompany } from "../company/company.repository.ts";
import {
  lockedRegistration,
  superAdmins,
  userOfAddress,
  spendRegistrations,
} from "./registration.repository.ts";

/**
 * Makes the account that a registration asked for: its distributor, with that person as administrator and contact. Whoever opens the
 * mailed link has proven the address, as with any sign-in link. Should the address have become a user's meanwhile, the
 * link signs that user in, and nothing is made. The distributor is a prospect; where people register on request, super admins are
 * told by mail.
 * @returns the user's id; undefined when the token is no registration's
 * @throws 400 used or expired link, an account that is disabled, registration that was closed meanwhile
 */
export async function makeRegisteredAccount(
  tx: Tx,
  services: Pick<Services, "config" | "jobs">,
  hash: Buffer,
  now: Date,
  presentUserId: number | undefined,
): Promise<number | undefined> {
  const registration = await lockedRegistration(tx, hash);
  if (!registration) return undefined;
  if (registration.used_at !== null) throw errors.auth.linkUsed();
  const { email, first_name, last_name, company } = registration;
  await lockAddress(tx, email);
  const present = await userOfAddress(tx, email);
  if (present && present.disabled_at !== null) throw errors.auth.linkInvalid();
  const isClosed = services.config.registration === "closed";
  if (new Date(registration.expires_at) <= now) {
    if (present) throw errors.auth.linkExpired();
    throw isClosed ? errors.auth.linkInvalid() : errors.auth.registrationExpired();
  }
  if (presentUserId !== undefined && presentUserId !== present?.id) throw errors.auth.otherUser();
  await spendRegistrations(tx, email, now);
  if (present) return present.id;

  // Closed since the link was mailed.
  if (isClosed) throw errors.auth.linkInvalid();
  // The company's name is asked for with the profile when it was not given (UI-4).
  const distributor = { name: company || email.slice(0, MAX_NAME) };
  const id = await insertCompany(tx, { ...BLANK_COMPANY, ...distributor }, "prospect");
  await insertAdministrator(tx, { id, name: company }, { email, first_name, last_name });
  await writeAudit(tx, systemSource(id), "other", {
    distributor_name: distributor.name,
    created: 1,
    email,
    comment: "Inscription en ligne",
  });
  if (services.config.registration === "request") {
    for (const user_id of await superAdmins(tx))
      await services.jobs.enqueue(tx, { name: "notify-of-prospect", data: { distributor_id: id, user_id } });
  }
  const user = await userOfAddress(tx, email);
  if (!user) throw new Error("a user who was just made was not found");
  return user.id;
}

const MAX_NAME = 200;
const BLANK_COMPANY = {
  address: "",
  post_code: "",
  city: "",
  phone: "",
  siren: "",
  siret: "",
  prefix_vat: "",
  iban: "",
  secondary_iban: "",
  communication_email: null,
};
