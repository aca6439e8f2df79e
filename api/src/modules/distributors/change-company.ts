import { maskedIban, NUMBER_MESSAGES, vatFitsSiren } from "@bobine/contract/business-numbers";
import { LASTING_FIELDS } from "@bobine/contract/distributors";
import { isSuperAdmin } from "@bobine/contract/policy/people";
import { canEditCommunicationEmail, canReplaceContactEmail } from "@bobine/contract/policy/distributors";
import type { Tx } from "../../db/scope.ts";
import { plainText } from "../../domain/matching/normalise-label.ts";
import { errors, FIELD_MESSAGES } from "../../errors.ts";
import { type AuditSource, writeAudit } from "../../http/audit.ts";
import type { SignedInUser } from "../../http/identity.ts";
import type { Services } from "../../services.ts";
import { BY_SECOND_FACTOR } from "../bank-details/masked-changes.ts";
import { notify } from "../bank-details/notify.ts";
import { requestBankDetailsChange } from "../bank-details/request-change.ts";
import {
  type Company,
  isIssuing,
  lockedCompany,
  lockedContact,
  reopenApplication,
  sendBackToValidation,
  replaceEmail,
  updateCompany,
} from "../company/company.repository.ts";
import { moveOnboarding } from "../company/move-onboarding.ts";
import { takenAsFieldError } from "./taken-as-field-error.ts";

export type CompanyChanges = { readonly [Field in keyof Company]?: Company[Field] | undefined } & {
  /** The whole VAT number, in place of how it begins. */
  readonly vat_number?: string | undefined;
};

/** DIST-5: communication addresses are all in the product's own domain, given with its @. */
export const endsInDomain = (email: string, domain: string): boolean => email.endsWith(domain);
export const suffixMessage = (domain: string): string =>
  `L'email de communication doit se terminer par ${domain}`;

/** How a VAT number begins: its SIREN follows, and is kept once. */
export const prefixOf = (vatNumber: string): string => vatNumber.slice(0, 4);

const FIELDS = [
  "name",
  ...LASTING_FIELDS,
  "secondary_iban",
  "communication_email",
] as const satisfies (keyof Company)[];

/** What was validated: a case, an accent or a blank in it makes nobody somebody else. */
const IDENTITY = ["name", "siren"] as const satisfies (keyof Company)[];
const folded = (text: string): string => plainText(text).replace(/[^\p{L}\p{N}]/gu, "");

/** SEC-15: whether a company says that it is another one. What was blank may be filled in. */
export const isAnotherCompany = (before: Company, after: Company): boolean =>
  IDENTITY.some((field) => before[field] !== "" && folded(before[field]) !== folded(after[field]));

/** How the audit log shows a value: it is read by more people than may know a bank account. */
const shown = (company: Company, field: keyof Company): string | null =>
  field === "iban" || field === "secondary_iban" ? maskedIban(company[field]) : company[field];

/** What is wrong in a change, by field, when each value alone has the right form. */
function wrongFields(
  before: Company,
  after: Company,
  vatNumber: string | undefined,
  domain: string,
): Record<string, string[]> {
  const wrong: Record<string, string[]> = {};
  const vatField = vatNumber === undefined ? "prefix_vat" : "vat_number";
  for (const field of LASTING_FIELDS) {
    if (after[field] === "" && before[field] !== "")
      wrong[field === "prefix_vat" ? vatField : field] = [FIELD_MESSAGES.blank];
  }
  if (vatNumber !== undefined && !vatFitsSiren(vatNumber, after.siren))
    wrong["vat_number"] = [NUMBER_MESSAGES.vatKey];
  // What did not fit before is let be until one of the two is changed.
  const [isPrefixNew, isSirenNew] = [after.prefix_vat !== before.prefix_vat, after.siren !== before.siren];
  if (vatNumber === undefined && (isPrefixNew || isSirenNew) && !vatFitsSiren(after.prefix_vat, after.siren))
    wrong[isPrefixNew ? "prefix_vat" : "siren"] = [NUMBER_MESSAGES.vatKey];
  const email = after.communication_email;
  if (email !== null && email !== before.communication_email && !endsInDomain(email, domain))
    wrong["communication_email"] = [suffixMessage(domain)];
  return wrong;
}

/**
 * Changes what a company says of itself; what stays the same is no change. One whose own people say that it is another company
 * waits to be validated again (SEC-15): nothing is issued or mailed in a name that nobody has looked at. Its invoices may have waited for it (BILL-8): a
 * job issues them. A changed IBAN waits until it is confirmed.
 * @param isProven by a second factor of somebody who may confirm it
 * @throws 404 no such distributor for this scope, 403 a communication address by staff (DIST-5), 400 by field
 */
export async function changeCompany(
  tx: Tx,
  services: Pick<Services, "jobs" | "config" | "clock">,
  user: SignedInUser,
  source: AuditSource & { readonly distributorId: number },
  changes: CompanyChanges,
  isProven = false,
): Promise<void> {
  const id = source.distributorId;
  const before = await lockedCompany(tx, id);
  if (!before) throw errors.notFound();
  const { vat_number: vatNumber, ...fields } = changes;
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const after: Company = {
    ...before,
    ...given,
    ...(vatNumber === undefined ? {} : { prefix_vat: prefixOf(vatNumber) }),
  };
  const wanted = FIELDS.filter((field) => after[field] !== before[field]);
  if (wanted.includes("communication_email") && !canEditCommunicationEmail(user)) throw errors.forbidden();

  const wrong = wrongFields(before, after, vatNumber, services.config.communicationDomain);
  if (Object.keys(wrong).length > 0) throw errors.fields(wrong);

  const held = await requestBankDetailsChange(tx, services, user, source, before, after, isProven);
  const inEffect: Company = { ...after, ...Object.fromEntries(held.map((field) => [field, before[field]])) };
  const changed = wanted.filter((field) => inEffect[field] !== before[field]);
  if (changed.length === 0) return;

  await takenAsFieldError("email", user, () => updateCompany(tx, id, inEffect));
  if (!isSuperAdmin(user) && isAnotherCompany(before, inEffect) && (await sendBackToValidation(tx, id)))
    await services.jobs.enqueue(tx, { name: "notify-of-prospect", data: { distributor_id: id } });
  // Somebody who was refused has changed what was refused: the file is looked at again.
  await reopenApplication(tx, id);
  await writeAudit(tx, source, "other", {
    distributor_name: after.name,
    changed_fields: changed,
    old_value: changed.map((field) => shown(before, field)),
    new_value: changed.map((field) => shown(inEffect, field)),
    ...(isProven ? { confirmed_by: BY_SECOND_FACTOR } : {}),
    ...(await moveOnboarding(tx, id)),
  });
  if (await isIssuing(tx, id))
    await services.jobs.enqueue(tx, { name: "issue-invoices", data: { distributor_id: id } });
}

/**
 * Gives the distributor's contact another address to sign in with. By a super admin only: a stolen access token of five
 * minutes must not become an account. The address that was replaced is told of it.
 * @param email null is none, as a profile without a contact has it
 * @throws 403 not a super admin, 400 on `email`
 */
export async function changeContactEmail(
  tx: Tx,
  services: Pick<Services, "jobs" | "clock">,
  user: SignedInUser,
  source: AuditSource & { readonly distributorId: number },
  email: string | null,
): Promise<void> {
  const now = services.clock.now();
  const contact = await lockedContact(tx, source.distributorId);
  if (email === (contact?.email ?? null)) return;
  if (!canReplaceContactEmail(user)) throw errors.forbidden();
  if (!contact) throw errors.field("email", "Ce champ attend un premier utilisateur chez ce distributeur.");
  if (email === null) throw errors.field("email", FIELD_MESSAGES.blank);
  await takenAsFieldError("email", user, () => replaceEmail(tx, contact.id, email, now));
  await writeAudit(tx, source, "updated_user", {
    email,
    changed_fields: ["email"],
    old_value: contact.email,
    new_value: email,
  });
  await notify(
    tx,
    services,
    {
      distributorId: source.distributorId,
      kind: "contact_replaced",
      facts: { changes: [], by: "", at: now.toISOString() },
      contact: { id: contact.id, address: contact.email },
    },
    now,
  );
}
