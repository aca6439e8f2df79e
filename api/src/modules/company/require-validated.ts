import { mayIssue, type ValidationStatus } from "@bobine/contract/policy/distributors";
import sql from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import { errors } from "../../errors.ts";

/**
 * Whatever leaves a distributor for a cinema asks this first (SEC-15): invoices, credit notes, mails, and automation that makes them.
 * @throws 409 for a prospect, or one that was refused
 */
export async function requireValidated(tx: Tx, distributorId: number): Promise<void> {
  const distributor = await tx.maybe<{ validation_status: ValidationStatus }>(
    sql`select validation_status from distributor where id = ${distributorId}`,
  );
  if (!distributor) throw errors.notFound();
  if (mayIssue(distributor)) return;
  throw distributor.validation_status === "refused"
    ? errors.distributor.refused()
    : errors.distributor.notValidated();
}
