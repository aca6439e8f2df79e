import { canValidateCinema } from "@bobine/contract/policy/cinemas";
import type { Tx } from "../../db/scope.ts";
import { errors } from "../../errors.ts";
import { type AuditSource, writeAudit } from "../../http/audit.ts";
import type { SignedInUser } from "../../http/identity.ts";
import type { JobQueue } from "../../services.ts";
import { unvalidatedCinemasRepository } from "../box-office/unvalidated-cinemas.repository.ts";
import { issuingDistributors, lockedCinema, markValidated } from "./cinemas.repository.ts";

/**
 * Validates a cinema, once and for all (CIN-1): the invoices that waited for it are issued by a job, for every
 * distributor that works with it. Validating it again changes nothing.
 * @throws 404 unknown cinema, 403 not a super admin
 */
export async function validateCinemaOnce(
  tx: Tx,
  jobs: JobQueue,
  user: SignedInUser,
  source: AuditSource,
  cinemaId: number,
): Promise<void> {
  const cinema = await lockedCinema(tx, cinemaId);
  if (!cinema) throw errors.notFound();
  if (cinema.is_validated) return;
  if (!canValidateCinema(user, cinema)) throw errors.forbidden();
  await markValidated(tx, cinemaId);
  await unvalidatedCinemasRepository.close(tx, [cinemaId]);
  const details = {
    cinema_id: cinema.id,
    cinema_name: cinema.name,
    changed_fields: ["is_validated"],
    new_value: true,
  };
  const waiting = await issuingDistributors(tx, [cinemaId]);
  // The console's own log, whichever distributor is chosen beside it (SEC-16).
  await writeAudit(tx, { ...source, distributorId: null }, "updated_cinema", details);
  for (const { id } of waiting) {
    // Each distributor's own log tells why its invoices appear now.
    await writeAudit(tx, { ...source, distributorId: id }, "updated_cinema", details);
    await jobs.enqueue(tx, { name: "issue-invoices", data: { distributor_id: id } });
  }
}
