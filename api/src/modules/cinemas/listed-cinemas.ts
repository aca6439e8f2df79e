import { CINEMA_XLSX_MAX_BYTES, CINEMA_XLSX_TOO_LARGE, NO_CINEMA_FILE } from "@bobine/contract/cinema-import";
import { moveCommentsWith } from "../banking/client-comments.repository.ts";
import { reportedCinemasRepository } from "../box-office/reported-cinemas.repository.ts";
import type { Tx } from "../../db/scope.ts";
import type { Upload } from "../../http/receive-upload.ts";
import { refusedTable } from "../../http/refused-table.ts";
import { type ReadCinemaRow, readCinemaFile } from "../../workers/read-cinema-xlsx.ts";
import {
  type DecidedCinema,
  type DecidedRows,
  decideCinemaRows,
  type TakenValues,
} from "./decide-cinema-rows.ts";
import {
  importedCinemasRepository as repository,
  type WrittenCinema,
} from "./imported-cinemas.repository.ts";
import { isWithoutTown, type MatchedRow, matchCinemaRows } from "./match-cinema-rows.ts";
import { ACCOUNT_COLUMNS, shortNameCodesLike } from "./written-cinemas.repository.ts";

/** The workbook of an import or of a proposal. */
export const CINEMA_LIST_UPLOAD = {
  field: "file",
  maxBytes: CINEMA_XLSX_MAX_BYTES,
  tooLarge: CINEMA_XLSX_TOO_LARGE,
  missing: NO_CINEMA_FILE,
};

/**
 * What each row of a list of cinemas means and would write (CIN-8). Runs under the scope of all distributors.
 * @param locks for who writes it then: the cinemas that the list means stay as they are read
 * @param namesOwners false where the refusals are told to who may not see the cinemas of others
 */
export async function decideList(
  tx: Tx,
  rows: readonly ReadCinemaRow[],
  { locks, namesOwners = true }: { readonly locks: boolean; readonly namesOwners?: boolean },
): Promise<DecidedRows> {
  const matched = await matchedRows(tx, rows);
  const ids = matched.flatMap((row) => ("id" in row && row.id !== undefined ? [row.id] : []));
  if (locks) await repository.lock(tx, ids);
  const known = new Map((await repository.cinemas(tx, ids)).map((cinema) => [cinema.id, cinema]));
  return await decideCinemaRows(matched, known, await takenValues(tx, rows), { namesOwners });
}

const distinct = (values: readonly (string | undefined)[]): string[] => [
  ...new Set(values.filter((value) => value !== undefined)),
];

const cncOf = (rows: readonly ReadCinemaRow[]): string[] =>
  distinct(rows.map(({ cinema }) => cinema.cnc_authorization));

/** Reads a workbook of cinemas. @throws 400 with a sentence when the file cannot be read as such a list */
export const readList = (upload: Upload, signal: AbortSignal): Promise<ReadCinemaRow[]> =>
  readCinemaFile(upload, signal).catch(refusedTable);

/** What names are compared by, of each row; empty for a row without a name. */
export const nameKeysOf = (tx: Tx, rows: readonly ReadCinemaRow[]): Promise<string[]> =>
  reportedCinemasRepository.nameKeys(
    tx,
    rows.map(({ cinema }) => ({ name: cinema.name ?? "", city: cinema.city ?? "" })),
  );

async function matchedRows(tx: Tx, rows: readonly ReadCinemaRow[]): Promise<MatchedRow[]> {
  const nameKeys = await nameKeysOf(tx, rows);
  const owners = await repository.cncOwners(tx, cncOf(rows));
  const known = await repository.knownCinemas(tx, {
    cnc: distinct(owners.map((owner) => owner.cnc)),
    short_code: distinct(rows.map(({ cinema }) => cinema.short_name_code)),
    name_key: distinct(nameKeys),
  });
  // Of the few rows without a town: what is compared with them has no index.
  const names = distinct(nameKeys.filter(isWithoutTown));
  const named = names.length === 0 ? [] : await repository.cinemasNamed(tx, names);
  const ids = new Set(known.map(({ id }) => id));
  return matchCinemaRows(rows, nameKeys, [...known, ...named.filter(({ id }) => !ids.has(id))]);
}

async function takenValues(tx: Tx, rows: readonly ReadCinemaRow[]): Promise<TakenValues> {
  const owners = await repository.cncOwners(tx, cncOf(rows));
  const screens = await repository.screenOwners(
    tx,
    distinct(rows.flatMap(({ cinema }) => cinema.screens ?? []).map((screen) => screen.authorization_number)),
  );
  return {
    cnc: owners,
    short_codes: await shortNameCodesLike(tx, ""),
    accounts: rows.some(({ fields }) => "data" in fields && fields.data.default_accounting_code !== undefined)
      ? await repository.clientAccounts(tx)
      : [],
    screens,
  };
}

/** A row whose cinema is there now. */
export type WrittenRow = DecidedCinema & { readonly id: number };

/** Creates and changes the cinemas of a list, under the lock of all cinemas (`lockCinemas`). */
export async function writeCinemas(tx: Tx, cinemas: readonly DecidedCinema[]): Promise<WrittenRow[]> {
  const newIds = await reportedCinemasRepository.newCinemaIds(
    tx,
    cinemas.filter((one) => !one.before).length,
  );
  const written = cinemas.map((decided) => {
    const id = decided.before?.id ?? newIds.shift();
    if (id === undefined) throw new Error("there are fewer new ids than new cinemas");
    return { ...decided, id };
  });
  const rowOf = ({ id, values, validates }: WrittenRow): WrittenCinema => ({
    ...values,
    id,
    is_validated: validates,
  });
  await repository.createCinemas(tx, written.filter((one) => !one.before).map(rowOf));
  const changed = written.filter((one) => one.before && (one.changed.length > 0 || one.validates));
  const ofAccounts = changed.filter((one) => one.changed.some((column) => ACCOUNT_COLUMNS.has(column)));
  await moveCommentsWith(tx, { cinemaIds: ofAccounts.map(({ id }) => id) }, () =>
    repository.updateCinemas(tx, changed.map(rowOf)),
  );
  await repository.writeScreens(
    tx,
    written.flatMap(({ id, screens }) => screens.map((screen) => ({ ...screen, cinema_id: id }))),
  );
  return written;
}
