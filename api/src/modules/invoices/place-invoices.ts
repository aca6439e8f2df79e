import type { Tx } from "../../db/scope.ts";
import { type InvoiceCsvError, type InvoiceCsvRow, lineError } from "../../domain/parsing/invoice-csv.ts";
import { findCinemas, type ReportedCinema } from "../box-office/find-cinemas.ts";
import { lookUpAgreeing, storedCinemas, withNameKeys } from "../box-office/look-up-cinemas.ts";
import {
  linkNamedCinemas,
  type Placing,
  placeDeclarations,
  reportedPlaces,
} from "../box-office/place-declarations.ts";
import { reportedCinemasRepository } from "../box-office/reported-cinemas.repository.ts";
import { importedInvoicesRepository as repository } from "./imported-invoices.repository.ts";
import { must } from "../../domain/must.ts";

export type PlacedInvoice = InvoiceCsvRow & { readonly cinema_id: number };

export interface PlacedInvoices {
  readonly placed: PlacedInvoice[];
  /** Lines that name a cinema by its name and town, which the distributor does not work with, or not surely. */
  readonly toConfirm: InvoiceCsvRow[];
}

type CinemaKey = string;
const keyOf = ({ cinema }: Pick<InvoiceCsvRow, "cinema">): CinemaKey => JSON.stringify(cinema);

/**
 * Gives each line its cinema: one that the distributor works with, by any of its identifiers; a name without a town means the only one
 * that has it. Another cinema is opened only where two identifiers agree. Every other line waits for the user, whether its cinema is
 * known or not, so that a list tells nothing of the shared cinemas. A line without name and town cannot be confirmed: it is refused.
 */
export async function placeInvoices(
  tx: Tx,
  placing: Placing,
  rows: readonly InvoiceCsvRow[],
  refused: InvoiceCsvError[],
): Promise<PlacedInvoices> {
  const { distributorId } = placing;
  const distinct = new Map(rows.map((row) => [keyOf(row), { ...row.cinema, screens: [] as string[] }]));
  const keys = [...distinct.keys()];
  const named = await withNameKeys(
    tx,
    // A name without a town tells no cinema by itself.
    [...distinct.values()].map((cinema) => (cinema.city === "" ? { ...cinema, name: "" } : cinema)),
  );
  const cinemas = new Map<CinemaKey, number>();
  const place = (position: number, id: number | undefined): void => {
    const key = keys[position];
    if (key !== undefined && id !== undefined) cinemas.set(key, id);
  };
  (await amongItsOwn(tx, named)).forEach((id, position) => place(position, id));
  await addOnlyOnesNamed(tx, distributorId, distinct, cinemas);
  const left = named.filter((_cinema, position) => !cinemas.has(must(keys[position], "key of a cinema")));
  if (left.length > 0 && (await reportedCinemasRepository.isValidated(tx, distributorId))) {
    const sure = await linkSure(tx, placing, left);
    named.forEach((cinema, position) => place(position, sure.get(cinema)));
  }

  const placed: PlacedInvoice[] = [];
  const toConfirm: InvoiceCsvRow[] = [];
  for (const row of rows) {
    const { name, city, short_code, cnc, siren } = row.cinema;
    const cinema_id = cinemas.get(keyOf(row));
    if (cinema_id !== undefined) placed.push({ ...row, cinema_id });
    else if (name !== "" && city !== "") toConfirm.push(row);
    else {
      const shown = name || short_code || cnc || siren;
      const problem = `cinéma inconnu («\u00a0${shown}\u00a0»). Indiquez son nom et sa ville pour le créer.`;
      refused.push(lineError(row.line, problem));
    }
  }
  return { placed, toConfirm };
}

/** The cinemas that the distributor works with, those of its sandbox last. */
async function amongItsOwn(
  tx: Tx,
  named: readonly ReportedCinema[],
): Promise<readonly (number | undefined)[]> {
  const stored = await storedCinemas(tx, named);
  const shared = stored.filter((cinema) => !cinema.is_sandboxed);
  const own = stored.filter((cinema) => cinema.is_sandboxed);
  // Without its name, none is created.
  const found = findCinemas(
    named.map((cinema) => ({ ...cinema, name: "" })),
    shared,
    new Map(),
    () => Number.NaN,
    { own },
  );
  return found.cinemas;
}

async function addOnlyOnesNamed(
  tx: Tx,
  distributorId: number,
  distinct: ReadonlyMap<CinemaKey, InvoiceCsvRow["cinema"]>,
  cinemas: Map<CinemaKey, number>,
): Promise<void> {
  const nameless = [...distinct].filter(
    ([key, { name, city }]) => !cinemas.has(key) && name !== "" && city === "",
  );
  const names = [...new Set(nameless.map(([, { name }]) => name))];
  const only = await repository.onlyCinemasNamed(tx, distributorId, names);
  for (const [key, { name }] of nameless) {
    const id = only.get(name);
    if (id !== undefined) cinemas.set(key, id);
  }
}

/** Links the cinemas of the shared list on which two identifiers agree. */
async function linkSure(
  tx: Tx,
  placing: Placing,
  named: readonly ReportedCinema[],
): Promise<Map<ReportedCinema, number>> {
  return await reportedCinemasRepository.amongAllCinemas(tx, async () => {
    const cut = await reportedCinemasRepository.cutCinemas(tx, placing.distributorId);
    const agreed = await lookUpAgreeing(tx, named, (id) => cut.has(id));
    const sure = named.flatMap((cinema, position) => {
      const found = agreed[position];
      return found ? [{ cinema, ...found }] : [];
    });
    await linkNamedCinemas(tx, placing, new Map(sure.map(({ id, identifier }) => [id, identifier])));
    return new Map(sure.map(({ cinema, id }) => [cinema, id]));
  });
}

/**
 * Gives lines that the user has confirmed their cinema: one that the distributor works with by now, else a new one in its sandbox, until
 * a super admin has looked at it. That answer is the same whether the shared list has the cinema or not.
 */
export async function placeConfirmed(
  tx: Tx,
  placing: Placing,
  rows: readonly InvoiceCsvRow[],
): Promise<PlacedInvoice[]> {
  const places = reportedPlaces();
  const place = new Map(
    rows.map((row) => {
      const unknown = { legal_name: "", address: "", pin_code: "", group: "" };
      return [row, places.add({ ...row.cinema, ...unknown }, { authorization: "", name: "" })] as const;
    }),
  );
  const { cinemas } = await placeDeclarations(tx, { ...placing, staysInSandbox: true }, places);
  return rows.map((row) => {
    const cinema_id = cinemas[place.get(row) ?? -1];
    if (cinema_id === undefined) throw new Error("a confirmed cinema was not placed");
    return { ...row, cinema_id };
  });
}
