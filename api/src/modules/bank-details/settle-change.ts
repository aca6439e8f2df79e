import { BANK_FIELDS, type SeenChange } from "@bobine/contract/bank-details";
import { personName } from "@bobine/contract/person-name";
import sql from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import { errors } from "../../errors.ts";
import { type AuditSource, systemSource, writeAudit } from "../../http/audit.ts";
import type { SignedInUser } from "../../http/identity.ts";
import type { Services } from "../../services.ts";
import { changeFile } from "../company/change-file.ts";
import {
  type Company,
  isIssuing,
  lockedCompany,
  reopenApplication,
  updateCompany,
} from "../company/company.repository.ts";
import { moveOnboarding } from "../company/move-onboarding.ts";
import {
  type BankDetailsChange,
  countMailing,
  endSessionsOf,
  lockedOpenChange,
  settleChange,
  waitingChanges,
} from "./bank-details.repository.ts";
import { auditedChanges, BY_SECOND_FACTOR, changesOf } from "./masked-changes.ts";
import { notify } from "./notify.ts";

type Settling = Pick<Services, "jobs" | "clock" | "config">;
type OwnSource = AuditSource & { readonly distributorId: number };

/** Mails of one change, the first included, and the time between two. */
const MAILINGS = 5;
const MAIL_PAUSE_MS = 10 * 60_000;

/** From when the mail of a change may be sent again; undefined when it was sent often enough. */
export const mailAgainAt = (change: BankDetailsChange): Date | undefined =>
  change.mailings < MAILINGS
    ? new Date(new Date(change.last_mailed_at).getTime() + MAIL_PAUSE_MS)
    : undefined;

/** The distributor and its waiting change, both locked, always in this order. @throws 404, 409 when none waits */
async function lockedWaiting(
  tx: Tx,
  distributorId: number,
  now: Date,
): Promise<{ company: Company; change: BankDetailsChange }> {
  const company = await lockedCompany(tx, distributorId);
  if (!company) throw errors.notFound();
  const change = await lockedOpenChange(tx, distributorId);
  if (!change || new Date(change.expires_at) <= now) throw errors.bankDetails.noneWaits();
  return { company, change };
}

/** @throws 409 when the person who confirms has read another change than the one that waits */
function refuseOther(change: BankDetailsChange, seen: SeenChange | undefined): void {
  if (seen && BANK_FIELDS.some((field) => change[field] !== seen[field]))
    throw errors.bankDetails.otherWaits();
}

/** Makes sure, without a lock, that a change waits and is the one that was read. @throws 409 */
export async function refuseUnread(
  tx: Tx,
  distributorId: number,
  seen: SeenChange | undefined,
  now: Date,
): Promise<void> {
  const [change] = await waitingChanges(tx, now, sql`distributor_id = ${distributorId}`);
  if (!change) throw errors.bankDetails.noneWaits();
  refuseOther(change, seen);
}

/** Puts a change into effect by the link of its mail. */
export const confirmLinked = (
  tx: Tx,
  services: Settling,
  user: SignedInUser,
  source: OwnSource,
  linkedId: number,
): Promise<void> => confirmChange(tx, services, user, source, { linkedId });

/** Puts the waiting change into effect: documents that are issued from now on carry it. */
export async function confirmChange(
  tx: Tx,
  services: Settling,
  user: SignedInUser,
  source: OwnSource,
  /** The change of a mailed link, or what who gave a code has read: pages of before said nothing. */
  by: { readonly linkedId: number } | { readonly seen: SeenChange | undefined },
): Promise<void> {
  const { distributorId } = source;
  const now = services.clock.now();
  const { company, change } = await lockedWaiting(tx, distributorId, now);
  const isLinked = "linkedId" in by;
  // Another one was asked for since the mail left.
  if (isLinked && change.id !== by.linkedId) throw errors.bankDetails.noneWaits();
  if (!isLinked) refuseOther(change, by.seen);
  const changes = changesOf(change, company);
  await changeFile(tx, services, distributorId, async () => {
    await updateCompany(tx, distributorId, {
      ...company,
      iban: change.iban ?? company.iban,
      secondary_iban: change.secondary_iban ?? company.secondary_iban,
    });
    // Refused for its IBAN perhaps: the file is looked at again (SEC-15).
    await reopenApplication(tx, distributorId);
  });
  await settleChange(tx, change.id, "confirmed", now);
  await writeAudit(tx, source, "other", {
    event: "Changement d’IBAN confirmé",
    ...auditedChanges(changes),
    confirmed_by: isLinked ? "Lien reçu par e-mail" : BY_SECOND_FACTOR,
    ...(await moveOnboarding(tx, distributorId)),
  });
  const facts = { changes, by: personName(user), at: now.toISOString() };
  await notify(tx, services, { distributorId, kind: "change_in_effect", changeId: change.id, facts }, now);
  if (await isIssuing(tx, distributorId))
    await services.jobs.enqueue(tx, { name: "issue-invoices", data: { distributor_id: distributorId } });
}

/** « Ce n’est pas moi »: the change is refused, and whoever asked for it must sign in again. */
export async function refuseChange(
  tx: Tx,
  services: Settling,
  user: SignedInUser,
  source: OwnSource,
  changeId: number,
): Promise<void> {
  const { distributorId } = source;
  const now = services.clock.now();
  const { company, change } = await lockedWaiting(tx, distributorId, now);
  if (change.id !== changeId) throw errors.bankDetails.noneWaits();
  const changes = changesOf(change, company);
  await settleChange(tx, change.id, "refused", now);
  await writeAudit(tx, source, "other", { event: "Changement d’IBAN refusé", ...auditedChanges(changes) });
  if (change.requested_by !== null) await endSessionsOf(tx, change.requested_by, user.session_id, now);
  const facts = { changes, by: personName(user), at: now.toISOString() };
  await notify(tx, services, { distributorId, kind: "change_refused", changeId: change.id, facts }, now);
}

/** Gives up the waiting change. */
export async function withdrawChange(tx: Tx, { clock }: Settling, source: OwnSource): Promise<void> {
  const now = clock.now();
  const { company, change } = await lockedWaiting(tx, source.distributorId, now);
  await settleChange(tx, change.id, "withdrawn", now);
  await writeAudit(tx, source, "other", {
    event: "Changement d’IBAN retiré",
    ...auditedChanges(changesOf(change, company)),
  });
}

/** Mails new links; those that were mailed before stay good. @throws 429 too soon, or too often */
export async function resendMail(tx: Tx, services: Settling, source: OwnSource): Promise<void> {
  const { distributorId } = source;
  const now = services.clock.now();
  const { company, change } = await lockedWaiting(tx, distributorId, now);
  const again = mailAgainAt(change);
  const from = again ?? new Date(change.expires_at);
  if (again === undefined || again > now)
    throw errors.bankDetails.mailedAlready(Math.ceil((from.getTime() - now.getTime()) / 1000));
  await countMailing(tx, change.id, now);
  await writeAudit(tx, source, "other", {
    event: "Confirmation du changement d’IBAN envoyée de nouveau",
    ...auditedChanges(changesOf(change, company)),
  });
  const facts = {
    changes: changesOf(change, company),
    by: change.requested_by_name,
    at: change.requested_at,
  };
  await notify(tx, services, { distributorId, kind: "change_requested", changeId: change.id, facts }, now);
}

/** Ends a change whose time is up, with its word in the audit log. */
export async function recordExpired(tx: Tx, distributorId: number, now: Date): Promise<void> {
  const company = await lockedCompany(tx, distributorId);
  const change = await lockedOpenChange(tx, distributorId);
  if (!company || !change || new Date(change.expires_at) > now) return;
  await settleChange(tx, change.id, "expired", now);
  await writeAudit(tx, systemSource(distributorId), "other", {
    event: "Changement d’IBAN non confirmé à temps",
    ...auditedChanges(changesOf(change, company)),
  });
}
