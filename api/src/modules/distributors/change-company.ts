import {
  maskedIban,
  NUMBER_MESSAGES,
  sirenOfVat,
  vatFitsSiren,
  wrongVatNumber,
} from "@bobine/contract/business-numbers";
import { LASTING_FIELDS } from "@bobine/contract/distributors";
import { hasOtherIban, OTHER_IBAN_IN_TEXT } from "@bobine/contract/ibans-in-text";
import { isSuperAdmin } from "@bobine/contract/policy/people";
import { canEditCommunicationEmail, canReplaceContactEmail } from "@bobine/contract/policy/distributors";
import type { Tx } from "../../db/scope.ts";
import { plainText } from "../../domain/matching/normalise-label.ts";
import { errors, FIELD_MESSAGES } from "../../errors.ts";
import { type AuditSource, writeAudit } from "../../http/audit.ts";
import type { SignedInUser } from "../../http/identity.ts";
import type { JobQueue, Services } from "../../services.ts";
import { BY_SECOND_FACTOR } from "../bank-details/masked-changes.ts";
import { notify } from "../bank-details/notify.ts";
import { requestBankDetailsChange } from "../bank-details/request-change.ts";
import {
  type Company,
  confirmedIbans,
  dropProposedIdentity,
  identityState,
  isIssuing,
  lockedCompany,
  lockedContact,
  type ProposedIdentity,
  proposeIdentity,
  reopenApplication,
  replaceEmail,
  sendBackToValidation,
  switchedAutomation,
  updateCompany,
} from "../company/company.repository.ts";
import { changeFile } from "../company/change-file.ts";
import { moveOnboarding } from "../company/move-onboarding.ts";
import { withSplitSiret } from "./split-siret.ts";
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
  "siret",
  "secondary_iban",
  "communication_email",
] as const satisfies (keyof Company)[];

const IDENTITY = ["siren", "prefix_vat"] as const satisfies (keyof Company)[];
/** What people write of it and each document prints: who is paid changes by no word of it (SEC-17). */
const PRINTED = ["name", "address", "city"] as const satisfies (keyof Company)[];
const folded = (text: string): string => plainText(text).replace(/[^\p{L}\p{N}]/gu, "");

/** SEC-15: whether a company says that it is another one. A case, an accent or a blank in its name makes nobody somebody else. */
const isRenamed = (before: Company, name: string | undefined): boolean =>
  name !== undefined && folded(before.name) !== folded(name);

const RENAMED_AND_PAUSED = "Société renommée, à valider de nouveau\u00a0: facturation mise en pause";

/** How the audit log shows a value: it is read by more people than may know a bank account. */
const shown = (company: Company, field: keyof Company): string | null =>
  field === "iban" || field === "secondary_iban" ? maskedIban(company[field]) : company[field];

/**
 * What is wrong in a change, by field, when each value alone has the right form.
 * @param inEffect what may not become blank; `before` has what is proposed too
 * @param ibans that texts may name
 */
function wrongFields(
  inEffect: Company,
  before: Company,
  after: Company,
  vatNumber: string | undefined,
  domain: string,
  ibans: readonly string[],
): Record<string, string[]> {
  const wrong: Record<string, string[]> = {};
  const vatField = vatNumber === undefined ? "prefix_vat" : "vat_number";
  for (const field of LASTING_FIELDS) {
    if (after[field] === "" && inEffect[field] !== "")
      wrong[field === "prefix_vat" ? vatField : field] = [FIELD_MESSAGES.blank];
  }
  const wrongVat = wrongVatNumber(vatNumber ?? "", after.siren);
  if (wrongVat !== undefined) wrong["vat_number"] = [wrongVat];
  // What did not fit before is let be until one of the two is changed.
  const [isPrefixNew, isSirenNew] = [after.prefix_vat !== before.prefix_vat, after.siren !== before.siren];
  if (vatNumber === undefined && (isPrefixNew || isSirenNew) && !vatFitsSiren(after.prefix_vat, after.siren))
    wrong[isPrefixNew ? "prefix_vat" : "siren"] = [NUMBER_MESSAGES.vatKey];
  const email = after.communication_email;
  if (email !== null && email !== before.communication_email && !endsInDomain(email, domain))
    wrong["communication_email"] = [suffixMessage(domain)];
  for (const field of PRINTED)
    if (after[field] !== before[field] && hasOtherIban(after[field], ibans))
      wrong[field] = [OTHER_IBAN_IN_TEXT];
  return wrong;
}

/**
 * Changes what a company says of itself; what stays the same is no change. A validated one whose own people give it another name waits to
 * be validated again (SEC-15), with its automation off: nothing is issued or mailed in a name that nobody has looked at. A SIREN or VAT number that they give is a
 * proposal until a super admin has checked it, and answered alike whoever has it: nobody learns here who is a customer. Who gives the checked
 * SIREN back withdraws it. A changed IBAN
 * waits until it is confirmed. The VAT number of one that bills without VAT may be taken back (BILL-5). Its invoices may have waited for what takes effect (BILL-8): a job issues them.
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
  const { validation_status: status, proposed, bills_without_vat } = await identityState(tx, id);
  const isChecked = isSuperAdmin(user) || status !== "validated";
  const goesBack = !isChecked && isRenamed(before, fields.name);
  // Who has no SIREN has the one that the VAT number ends in.
  const isNameless = before.siren === "" && (fields.siren ?? "") === "";
  const siren = (isNameless ? sirenOfVat(vatNumber ?? "") : undefined) ?? fields.siren;
  const given = withSplitSiret(before, proposed, { ...fields, siren });
  const isBack = IDENTITY.every((field) => (given[field] ?? before[field]) === before[field]);
  const requestsIdentity = IDENTITY.some((field) => field in given) && !(isBack && "siren" in given);
  // What is said now goes with what was proposed before; of another name, it is looked at as a whole.
  const said: Company = { ...before, ...(goesBack || (!isChecked && requestsIdentity) ? proposed : null) };
  const after: Company = {
    ...said,
    ...given,
    ...(vatNumber === undefined ? {} : { prefix_vat: prefixOf(vatNumber) }),
  };
  const wanted = FIELDS.filter((field) => after[field] !== before[field]);
  if (wanted.includes("communication_email") && !canEditCommunicationEmail(user)) throw errors.forbidden();

  const domain = services.config.communicationDomain;
  // Who bills without VAT is in franchise once it has no number (BILL-5): one that was given is taken back, of a validated one by a super admin.
  const lasting = isChecked && bills_without_vat ? { ...before, prefix_vat: "" } : before;
  const wrong = wrongFields(lasting, said, after, vatNumber, domain, await confirmedIbans(tx, id));
  if (Object.keys(wrong).length > 0) throw errors.fields(wrong);

  const identity = wanted.filter((field) => IDENTITY.some((one) => one === field));
  const proposes = !isChecked && !goesBack && identity.length > 0;
  if (proposes) await proposeCompany(tx, services, user, source, before, after, proposed);
  const withdraws = !isChecked && !goesBack && !proposes && IDENTITY.some((field) => field in given);
  if (proposed && withdraws) await withdrawProposal(tx, source, before, proposed);
  const pending: (keyof Company)[] = [
    ...(await requestBankDetailsChange(tx, services, user, source, before, after, isProven)),
    // Its establishment goes with the company that waits.
    ...(proposes ? [...identity, ...(after.siren === before.siren ? [] : (["siret"] as const))] : []),
  ];
  const inEffect: Company = {
    ...after,
    ...Object.fromEntries(pending.map((field) => [field, before[field]])),
  };
  const changed = wanted.filter((field) => inEffect[field] !== before[field]);
  if (changed.length === 0) {
    // What invoices wait for is no longer to be filled in, or is again.
    if (proposes || withdraws) await issueAgain(tx, services.jobs, id);
    return;
  }

  // What a super admin has set overtakes what waits.
  if (proposed && (goesBack || changed.some((field) => identity.includes(field))))
    await dropProposedIdentity(tx, id);
  // What is declared meanwhile is counted and confirmed before it is issued, as for anybody who switches automation on.
  let isPaused = false;
  if (goesBack) {
    await sendBackToValidation(tx, id);
    isPaused = await switchedAutomation(tx, id, false);
    await services.jobs.enqueue(tx, {
      name: "notify-of-prospect",
      data: { distributor_id: id, is_renamed: true },
    });
  }
  const update = () => takenAsFieldError("email", () => updateCompany(tx, id, inEffect));
  // A super admin decides by a call of its own.
  if (isSuperAdmin(user)) await update();
  else
    await changeFile(tx, services, id, async () => {
      await update();
      // Somebody who was refused has changed what was refused: the file is looked at again.
      await reopenApplication(tx, id);
    });
  await writeAudit(tx, source, "other", {
    ...(isPaused ? { event: RENAMED_AND_PAUSED, automation_on: false } : {}),
    distributor_name: after.name,
    changed_fields: changed,
    old_value: changed.map((field) => shown(before, field)),
    new_value: changed.map((field) => shown(inEffect, field)),
    ...(isProven ? { confirmed_by: BY_SECOND_FACTOR } : {}),
    ...(await moveOnboarding(tx, id)),
  });
  await issueAgain(tx, services.jobs, id);
}

/** What may have waited for what has changed (BILL-8). */
export async function issueAgain(tx: Tx, jobs: JobQueue, id: number): Promise<void> {
  if (await isIssuing(tx, id))
    await jobs.enqueue(tx, { name: "issue-invoices", data: { distributor_id: id } });
}

/** Keeps what a validated distributor says that it is until a super admin has checked it. The same again changes and tells nothing. */
async function proposeCompany(
  tx: Tx,
  { jobs, clock }: Pick<Services, "jobs" | "clock">,
  user: SignedInUser,
  source: AuditSource & { readonly distributorId: number },
  before: Company,
  wanted: Company,
  proposed: ProposedIdentity | null,
): Promise<void> {
  if (proposed && [...IDENTITY, "siret" as const].every((field) => proposed[field] === wanted[field])) return;
  const id = source.distributorId;
  const fields = IDENTITY.filter((field) => wanted[field] !== before[field]);
  await proposeIdentity(tx, id, wanted, user.id, clock.now());
  await writeAudit(tx, source, "other", {
    event: proposed
      ? "SIREN ou n° de TVA proposé à la place du précédent"
      : "SIREN ou n° de TVA proposé, à vérifier",
    changed_fields: fields,
    old_value: fields.map((field) => before[field]),
    new_value: fields.map((field) => wanted[field]),
  });
  // One that waits already has been told of; the console shows the last one.
  if (!proposed) await jobs.enqueue(tx, { name: "notify-of-prospect", data: { distributor_id: id } });
}

/** What was checked is said again: nothing waits to be checked any more. */
async function withdrawProposal(
  tx: Tx,
  source: AuditSource & { readonly distributorId: number },
  before: Company,
  proposed: ProposedIdentity,
): Promise<void> {
  const fields = IDENTITY.filter((field) => proposed[field] !== before[field]);
  await dropProposedIdentity(tx, source.distributorId);
  await writeAudit(tx, source, "other", {
    event: "SIREN ou n° de TVA proposé, retiré",
    changed_fields: fields,
    old_value: fields.map((field) => proposed[field]),
    new_value: fields.map((field) => before[field]),
  });
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
  await takenAsFieldError("email", () => replaceEmail(tx, contact.id, email, now));
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
