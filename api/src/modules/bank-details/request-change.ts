import { personName } from "@bobine/contract/person-name";
import { BANK_FIELDS, type BankField, CONFIRMATION_HOURS } from "@bobine/contract/bank-details";
import type { Tx } from "../../db/scope.ts";
import { errors } from "../../errors.ts";
import { type AuditSource, writeAudit } from "../../http/audit.ts";
import type { SignedInUser } from "../../http/identity.ts";
import type { Services } from "../../services.ts";
import {
  dropFields,
  hasIssuedInvoices,
  insertChange,
  lockedOpenChange,
  requestsSince,
  settleChange,
} from "./bank-details.repository.ts";
import { auditedChanges, type BankDetails, changesOf, maskedChanges } from "./masked-changes.ts";
import { notify } from "./notify.ts";
import { recordExpired } from "./settle-change.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Each is a mail to several people: nobody's mailbox is filled by it (SEC-17). */
const REQUESTS_PER_DAY = 5;

/**
 * Holds back the bank details that must be confirmed first. The first IBAN of a distributor that has issued nothing takes effect at
 * once, as nobody pays to another one yet; everybody is told of it all the same.
 * @param before locked
 * @param isProven by a second factor: everything takes effect at once
 * @returns the fields that keep their value for now
 * @throws 429 too many changes in a day
 */
export async function requestBankDetailsChange(
  tx: Tx,
  services: Pick<Services, "jobs" | "clock">,
  user: SignedInUser,
  source: AuditSource & { readonly distributorId: number },
  before: BankDetails,
  wanted: BankDetails,
  isProven: boolean,
): Promise<BankField[]> {
  const { distributorId } = source;
  const changed = BANK_FIELDS.filter((field) => wanted[field] !== before[field]);
  if (changed.length === 0) return [];
  const now = services.clock.now();
  const isNew =
    changed.some((field) => before[field] === "") && !(await hasIssuedInvoices(tx, distributorId));
  const atOnce = changed.filter((field) => isProven || (isNew && before[field] === ""));
  const waiting = changed.filter((field) => !atOnce.includes(field));
  if (isProven) await replaceOpen(tx, distributorId, changed, now);
  if (atOnce.length > 0) {
    const facts = {
      changes: maskedChanges(atOnce, before, wanted),
      by: personName(user),
      at: now.toISOString(),
    };
    await notify(tx, services, { distributorId, kind: "change_in_effect", facts }, now);
  }
  if (waiting.length > 0) await requestChange(tx, services, user, source, before, wanted, waiting);
  return waiting;
}

/** What waits of these fields is overtaken; of the other one it waits on, for the links that were mailed. */
async function replaceOpen(
  tx: Tx,
  distributorId: number,
  changed: readonly BankField[],
  now: Date,
): Promise<void> {
  const open = await lockedOpenChange(tx, distributorId);
  const waiting = BANK_FIELDS.filter((field) => open && open[field] !== null);
  const overtaken = waiting.filter((field) => changed.includes(field));
  if (!open || overtaken.length === 0) return;
  await (overtaken.length === waiting.length
    ? settleChange(tx, open.id, "replaced", now)
    : dropFields(tx, open.id, overtaken));
}

async function requestChange(
  tx: Tx,
  services: Pick<Services, "jobs" | "clock">,
  user: SignedInUser,
  source: AuditSource & { readonly distributorId: number },
  before: BankDetails,
  wanted: BankDetails,
  fields: readonly BankField[],
): Promise<void> {
  const { distributorId } = source;
  const now = services.clock.now();
  await recordExpired(tx, distributorId, now);
  const open = await lockedOpenChange(tx, distributorId);
  if (open && fields.every((field) => open[field] === wanted[field])) return;

  const { count, oldest } = await requestsSince(tx, distributorId, new Date(now.getTime() - DAY_MS));
  if (count >= REQUESTS_PER_DAY && oldest !== null)
    throw errors.bankDetails.tooManyRequests(
      Math.ceil((new Date(oldest).getTime() + DAY_MS - now.getTime()) / 1000),
    );
  if (open) await settleChange(tx, open.id, "replaced", now);
  const value = (field: BankField): string | null =>
    fields.includes(field) ? wanted[field] : (open?.[field] ?? null);
  const change = await insertChange(tx, {
    distributor_id: distributorId,
    iban: value("iban"),
    secondary_iban: value("secondary_iban"),
    requested_by: user.id,
    requested_by_name: personName(user),
    requested_at: now,
    expires_at: new Date(now.getTime() + CONFIRMATION_HOURS * HOUR_MS),
  });
  const changes = changesOf(change, before);
  await writeAudit(tx, source, "other", {
    event: open ? "Changement d’IBAN demandé à la place du précédent" : "Changement d’IBAN demandé",
    ...auditedChanges(changes),
    valid_until: change.expires_at,
  });
  await notify(
    tx,
    services,
    {
      distributorId,
      kind: "change_requested",
      changeId: change.id,
      facts: { changes, by: change.requested_by_name, at: now.toISOString() },
    },
    now,
  );
}
