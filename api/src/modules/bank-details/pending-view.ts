import type { DistributorProfile, DistributorRow } from "@bobine/contract/distributors";
import { maskedIban } from "@bobine/contract/business-numbers";
import sql from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import { type BankDetailsChange, waitingChanges } from "./bank-details.repository.ts";
import { mailsOfChange } from "./security-notices.repository.ts";
import { mailAgainAt } from "./settle-change.ts";

type Pending = Pick<DistributorProfile, "pending_iban" | "pending_secondary_iban" | "pending_bank_details">;

const requestedDetails = (change: BankDetailsChange) => ({
  requested_by: change.requested_by_name,
  requested_at: change.requested_at,
  expires_at: change.expires_at,
});

/** What the profile says of a change that waits. */
export async function pendingOf(tx: Tx, distributorId: number, now: Date): Promise<Pending> {
  const [change] = await waitingChanges(tx, now, sql`distributor_id = ${distributorId}`);
  return {
    pending_iban: change?.iban ?? null,
    pending_secondary_iban: change?.secondary_iban ?? null,
    pending_bank_details: change
      ? {
          ...requestedDetails(change),
          mail_again_at: mailAgainAt(change)?.toISOString() ?? null,
          mails: await mailsOfChange(tx, change.id),
        }
      : null,
  };
}

type RowWithout = Omit<DistributorRow, "pending_bank_details">;

/** Rows of the console with the changes that wait, masked: the list is no place for account numbers. */
export async function withPending(tx: Tx, rows: readonly RowWithout[], now: Date): Promise<DistributorRow[]> {
  const ids = rows.map((row) => row.id);
  const changes = await waitingChanges(tx, now, sql`distributor_id = any(${ids}::bigint[])`);
  const byDistributor = new Map(changes.map((change) => [change.distributor_id, change]));
  return rows.map((row) => {
    const change = byDistributor.get(row.id);
    return {
      ...row,
      pending_bank_details: change
        ? {
            iban: change.iban === null ? null : maskedIban(change.iban),
            secondary_iban: change.secondary_iban === null ? null : maskedIban(change.secondary_iban),
            ...requestedDetails(change),
          }
        : null,
    };
  });
}
