import { LINK_ORIGIN_LABELS } from "@bobine/contract/cinema-links";
import type { ProposedList } from "@bobine/contract/cinema-requests";
import type { Tx } from "../../db/scope.ts";
import { columnName } from "../../domain/parsing/cinema-xlsx-columns.ts";
import type { ReadCinemaRow } from "../../workers/read-cinema-xlsx.ts";
import { requestProposals } from "../banking/propose-again.ts";
import { CINEMA_LINKED } from "../box-office/place-declarations.ts";
import { reportedCinemasRepository } from "../box-office/reported-cinemas.repository.ts";
import type { CinemaWork } from "./change-cinema.ts";
import type { DecidedCinema } from "./decide-cinema-rows.ts";
import { importedCinemasRepository } from "./imported-cinemas.repository.ts";
import { decideList, writeCinemas } from "./listed-cinemas.ts";
import { sandboxRepository } from "./sandbox.repository.ts";

type Known = DecidedCinema & { readonly before: NonNullable<DecidedCinema["before"]> };
const isKnown = (one: DecidedCinema): one is Known => one.before !== undefined;

const named = ({ values, line }: DecidedCinema) => ({ name: values.name, line_number: line });

/** What a proposed list would bring now (CIN-11). Runs under the scope of all distributors. */
export async function previewList(tx: Tx, rows: readonly ReadCinemaRow[]): Promise<ProposedList> {
  const { cinemas, errors } = await decideList(tx, rows, { locks: false });
  return {
    created: cinemas.filter((one) => !one.before).map(named),
    known: cinemas.filter(isKnown).map((one) => ({
      name: one.before.name,
      line_number: one.line,
      cinema_id: one.before.id,
      differs: [...one.changed, ...(one.screens.length > 0 ? ["screens"] : [])].map(columnName),
    })),
    errors: errors.map(({ message }) => message),
  };
}

/** What came of a list that was accepted. */
export interface AcceptedList {
  readonly created: number;
  readonly known: number;
  /** A sentence for each row that was left out, which names no cinema of others: who proposed the list reads it (SEC-16). */
  readonly errors: readonly string[];
}

/**
 * Accepts a proposed list (CIN-11): cinemas that are nowhere yet are created and validated, those that are there stay as they are, and
 * both are linked with who proposed it. Whoever may share a cinema's card may not change it for the others by a list: that is asked for
 * as a correction. Runs under the lock of imports (`lockCinemas`): what is unknown stays unknown until the end.
 */
export async function acceptList(
  { tx, jobs, source, user }: CinemaWork,
  distributorId: number,
  fileName: string,
  rows: readonly ReadCinemaRow[],
  at: Date,
): Promise<AcceptedList> {
  const { cinemas, errors } = await decideList(tx, rows, { locks: true, namesOwners: false });
  const known = cinemas.filter(isKnown).map(({ before }) => ({ id: before.id, name: before.name }));
  const created = (
    await writeCinemas(
      tx,
      cinemas.filter((one) => !one.before).map((one) => ({ ...one, validates: true })),
    )
  ).map(({ id, values }) => ({ id, name: values.name }));
  const entry = ({ id, name }: { id: number; name: string }) => ({
    cinema_id: id,
    cinema_name: name,
    file_name: fileName,
  });
  await importedCinemasRepository.auditCinemas(
    tx,
    source,
    created.map((one) => ({ ...entry(one), comment: "Cinéma créé" })),
  );
  await sandboxRepository.link(tx, distributorId, { origin: "request", linkedBy: user.id, at }, [
    ...created.map(({ id }) => ({ from: id, to: id, identifier: "created" })),
    ...known.map(({ id }) => ({ from: id, to: id, identifier: "" })),
  ]);
  await reportedCinemasRepository.auditCinemas(
    tx,
    { ...source, distributorId },
    [...created, ...known].map((one) => ({
      ...entry(one),
      linked_through: LINK_ORIGIN_LABELS.request,
      comment: CINEMA_LINKED,
    })),
  );
  await requestProposals(tx, jobs, { cinemaIds: [...created, ...known].map(({ id }) => id) });
  return { created: created.length, known: known.length, errors: errors.map(({ message }) => message) };
}
