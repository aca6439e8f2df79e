import { requestProposals } from "../banking/propose-again.ts";
import type { CinemaImport } from "@bobine/contract/cinema-import";
import { lockCinemas } from "../../db/locks.ts";
import { retriedOnClash } from "../../db/retried-on-clash.ts";
import { inTransaction, type Tx } from "../../db/scope.ts";
import { type AuditDetails, type AuditSource, writeAudit } from "../../http/audit.ts";
import type { Upload } from "../../http/receive-upload.ts";
import { concurrencyLimiter } from "../../http/concurrency-limiter.ts";
import type { JobQueue, Services } from "../../services.ts";
import type { ReadCinemaRow } from "../../workers/read-cinema-xlsx.ts";
import { unvalidatedCinemasRepository } from "../box-office/unvalidated-cinemas.repository.ts";
import { importedCinemasRepository as repository } from "./imported-cinemas.repository.ts";
import { issueWhatWaits, isBilled } from "./issue-what-waits.ts";
import { decideList, readList, type WrittenRow, writeCinemas } from "./listed-cinemas.ts";

/** One list at a time: they would wait for each other in the database anyway, each with a session of it. */
const limiter = concurrencyLimiter(1);
/** Somebody may give the same number or code by hand meanwhile. */
const CLASHING = { taken: ["cinema", "screen"] };

/**
 * Imports a workbook of cinemas (CIN-8): its good rows in one transaction, with one audit entry per cinema that changes. A row
 * with an error is left out and told; what a blank cell, or a cinema that is not in the list, has stays. The same list again
 * changes nothing.
 * @throws 400 with a sentence when the file cannot be read as such a list
 */
export async function importCinemas(
  services: Services,
  source: AuditSource,
  upload: Upload,
  signal: AbortSignal,
): Promise<CinemaImport> {
  return await limiter.run(async () => {
    const rows = await readList(upload, signal);
    return await retriedOnClash(CLASHING, () =>
      inTransaction(services.pool, { kind: "all" }, async (tx) => {
        const answer = await saveList(tx, services.jobs, source, upload, rows);
        signal.throwIfAborted();
        return answer;
      }),
    );
  }, signal);
}

async function saveList(
  tx: Tx,
  jobs: JobQueue,
  source: AuditSource,
  { fileName }: Upload,
  rows: readonly ReadCinemaRow[],
): Promise<CinemaImport> {
  // Reports create cinemas under the same lock: what is unknown now stays unknown until the end.
  await lockCinemas(tx);
  const { cinemas, errors: refused } = await decideList(tx, rows, { locks: true });
  const written = await writeCinemas(tx, cinemas);
  await auditImport(tx, source, fileName, written, refused.length);
  await issueWhatWaited(tx, jobs, written);
  await requestProposals(tx, jobs, { cinemaIds: written.map((one) => one.id) });

  const namesAndLines = (some: typeof written) =>
    some.map(({ values, line }) => ({ name: values.name, line_number: line }));
  const created_cinemas = namesAndLines(written.filter((one) => !one.before));
  const updated_cinemas = namesAndLines(written.filter((one) => one.before));
  return {
    created: created_cinemas.length,
    updated: updated_cinemas.length,
    errors: refused.map((error) => error.message),
    notes: rows.flatMap(({ line, notes }) => notes.map((note) => `Ligne ${line}\u00a0: ${note}`)),
    created_cinemas,
    updated_cinemas,
  };
}

const isChange = (one: WrittenRow): boolean =>
  !one.before || one.changed.length > 0 || one.screens.length > 0 || one.validates;

async function auditImport(
  tx: Tx,
  source: AuditSource,
  file_name: string,
  cinemas: readonly WrittenRow[],
  errorCount: number,
): Promise<void> {
  const changes = cinemas.filter(isChange);
  await repository.auditCinemas(
    tx,
    source,
    changes.map((one) => ({
      ...auditDetailsOf(one),
      cinema_id: one.id,
      cinema_name: one.values.name,
      file_name,
    })),
  );
  await writeAudit(tx, { ...source, distributorId: null }, "updated_cinema", {
    file_name,
    created: cinemas.filter((one) => !one.before).length,
    updated: changes.filter((one) => one.before).length,
    errors: errorCount,
  });
}

/** What the entry of one cinema tells, as the change of its card does. */
function auditDetailsOf({ before, values, changed, screens, validates }: WrittenRow): AuditDetails {
  if (!before) return { comment: "Cinéma créé" };
  const changed_fields = [
    ...changed,
    ...(screens.length > 0 ? ["screens"] : []),
    ...(validates ? ["is_validated"] : []),
  ];
  const [field] = changed;
  return {
    changed_fields,
    ...(field !== undefined && changed_fields.length === 1
      ? { old_value: before[field], new_value: values[field] }
      : {}),
  };
}

/** Declarations that waited for a cinema that is valid now, or for what an invoice must say of a valid one (BILL-8), are invoiced. */
async function issueWhatWaited(tx: Tx, jobs: JobQueue, cinemas: readonly WrittenRow[]): Promise<void> {
  const idsOf = (some: readonly WrittenRow[]) => some.map((one) => one.id);
  const known = cinemas.filter((one) => one.before);
  const validated = idsOf(known.filter((one) => one.validates));
  if (validated.length > 0) await unvalidatedCinemasRepository.close(tx, validated);
  const completed = idsOf(known.filter((one) => one.before?.is_validated && isBilled(one.changed)));
  await issueWhatWaits(tx, jobs, [...validated, ...completed]);
}
