import { requestProposals } from "../banking/propose-again.ts";
import type { CinemaImport } from "@bobine/contract/cinema-import";
import { lockCinemas } from "../../db/locks.ts";
import { retriedOnClash } from "../../db/retried-on-clash.ts";
import { inTransaction, type Tx } from "../../db/scope.ts";
import { UnreadableTable } from "../../domain/parsing/tables/file-row.ts";
import { errors } from "../../errors.ts";
import { type AuditDetails, type AuditSource, writeAudit } from "../../http/audit.ts";
import type { Upload } from "../../http/receive-upload.ts";
import { concurrencyLimiter } from "../../http/concurrency-limiter.ts";
import type { JobQueue, Services } from "../../services.ts";
import { type ReadCinemaRow, readCinemaFile } from "../../workers/read-cinema-xlsx.ts";
import { unvalidatedCinemasRepository } from "../box-office/unvalidated-cinemas.repository.ts";
import { reportedCinemasRepository } from "../box-office/reported-cinemas.repository.ts";
import { type DecidedCinema, decideCinemaRows, type TakenValues } from "./decide-cinema-rows.ts";
import {
  importedCinemasRepository as repository,
  type WrittenCinema,
} from "./imported-cinemas.repository.ts";
import { type MatchedRow, matchCinemaRows } from "./match-cinema-rows.ts";
import { shortNameCodesLike } from "./written-cinemas.repository.ts";

/** One list at a time: they would wait for each other in the database anyway, each with a session of it. */
const limiter = concurrencyLimiter(1);
/** Somebody may give the same number or code by hand meanwhile. */
const CLASHING = ["cinema", "screen"];

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
    const rows = await readCinemaFile(upload, signal).catch((error: unknown) => {
      throw error instanceof UnreadableTable ? errors.upload(error.message) : error;
    });
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
  const matched = await matchedRows(tx, rows);
  const ids = matched.flatMap((row) => ("id" in row && row.id !== undefined ? [row.id] : []));
  const known = new Map((await repository.lockedCinemas(tx, ids)).map((cinema) => [cinema.id, cinema]));
  const { cinemas, errors: refused } = await decideCinemaRows(matched, known, await takenValues(tx, rows));

  const newIds = await reportedCinemasRepository.newCinemaIds(
    tx,
    cinemas.filter((one) => !one.before).length,
  );
  const written = cinemas.map((decided) => {
    const id = decided.before?.id ?? newIds.shift();
    if (id === undefined) throw new Error("there are fewer new ids than new cinemas");
    return { ...decided, id };
  });
  await writeCinemas(tx, written);
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
    created_cinemas,
    updated_cinemas,
  };
}

const distinct = (values: readonly (string | undefined)[]): string[] => [
  ...new Set(values.filter((value) => value !== undefined)),
];

async function matchedRows(tx: Tx, rows: readonly ReadCinemaRow[]): Promise<MatchedRow[]> {
  const nameKeys = await reportedCinemasRepository.nameKeys(
    tx,
    rows.map(({ cinema }) => ({ name: cinema.name ?? "", city: cinema.city ?? "" })),
  );
  const known = await repository.knownCinemas(tx, {
    cnc: distinct(rows.map(({ cinema }) => cinema.cnc_authorization)),
    short_code: distinct(rows.map(({ cinema }) => cinema.short_name_code)),
    name_key: distinct(nameKeys),
  });
  return matchCinemaRows(rows, nameKeys, known);
}

async function takenValues(tx: Tx, rows: readonly ReadCinemaRow[]): Promise<TakenValues> {
  const numbers = distinct(rows.map(({ cinema }) => cinema.cnc_authorization));
  const owners = await repository.cncOwners(tx, numbers);
  const screens = await repository.screenOwners(
    tx,
    distinct(rows.flatMap(({ cinema }) => cinema.screens ?? []).map((screen) => screen.authorization_number)),
  );
  return {
    cnc: new Map(owners.map((owner) => [owner.cnc, owner.id])),
    short_codes: await shortNameCodesLike(tx, ""),
    screens: new Map(screens.map((screen) => [screen.authorization_number, screen])),
  };
}

type Written = DecidedCinema & { readonly id: number };

const isChange = (one: Written): boolean =>
  !one.before || one.changed.length > 0 || one.screens.length > 0 || one.validates;

async function writeCinemas(tx: Tx, cinemas: readonly Written[]): Promise<void> {
  const rowOf = ({ id, values, validates }: Written): WrittenCinema => ({
    ...values,
    id,
    is_validated: validates,
  });
  await repository.createCinemas(tx, cinemas.filter((one) => !one.before).map(rowOf));
  await repository.updateCinemas(
    tx,
    cinemas.filter((one) => one.before && (one.changed.length > 0 || one.validates)).map(rowOf),
  );
  await repository.writeScreens(
    tx,
    cinemas.flatMap(({ id, screens }) => screens.map((screen) => ({ ...screen, cinema_id: id }))),
  );
}

async function auditImport(
  tx: Tx,
  source: AuditSource,
  file_name: string,
  cinemas: readonly Written[],
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
  await writeAudit(tx, source, "updated_cinema", {
    file_name,
    created: cinemas.filter((one) => !one.before).length,
    updated: changes.filter((one) => one.before).length,
    errors: errorCount,
  });
}

/** What the entry of one cinema tells, as the change of its card does. */
function auditDetailsOf({ before, values, changed, screens, validates }: Written): AuditDetails {
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

/** Declarations that waited for a cinema that is valid now are invoiced: one job per distributor, whatever the number of its cinemas. */
async function issueWhatWaited(tx: Tx, jobs: JobQueue, cinemas: readonly Written[]): Promise<void> {
  const validated = cinemas.filter((one) => one.before && one.validates).map((one) => one.id);
  if (validated.length === 0) return;
  await unvalidatedCinemasRepository.close(tx, validated);
  for (const { id } of await repository.issuingDistributors(tx, validated))
    await jobs.enqueue(tx, { name: "issue-invoices", data: { distributor_id: id } });
}
