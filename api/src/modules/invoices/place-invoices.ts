import type { Tx } from "../../db/scope.ts";
import { type InvoiceCsvError, type InvoiceCsvRow, lineError } from "../../domain/parsing/invoice-csv.ts";
import { findCinemas, type ReportedCinema, sirenOf } from "../box-office/find-cinemas.ts";
import { lookUpAgreeing, storedCinemas, withNameKeys } from "../box-office/look-up-cinemas.ts";
import {
  linkNamedCinemas,
  type Placing,
  placeDeclarations,
  reportedPlaces,
} from "../box-office/place-declarations.ts";
import { siteTitle } from "../box-office/site-title.ts";
import { reportedCinemasRepository } from "../box-office/reported-cinemas.repository.ts";
import { importedInvoicesRepository as repository } from "./imported-invoices.repository.ts";
import { meantCinemas, type OwnCinema } from "./meant-cinema.ts";
import { must } from "../../domain/must.ts";

export type PlacedInvoice = InvoiceCsvRow & { readonly cinema_id: number };

export interface PlacedInvoices {
  readonly placed: PlacedInvoice[];
  /** Lines that name a cinema which the distributor does not work with, or not surely. */
  readonly toConfirm: InvoiceCsvRow[];
}

type ListedCinema = InvoiceCsvRow["cinema"];
type CinemaKey = string;
const keyOf = ({ cinema }: Pick<InvoiceCsvRow, "cinema">): CinemaKey => JSON.stringify(cinema);
const withoutScreens = (cinema: ListedCinema) => ({ ...cinema, screens: [] as string[] });

/** How the list names it, for the person who sent it. */
export const listedAs = (cinema: ListedCinema): string =>
  [siteTitle(cinema), cinema.city].filter((text) => text !== "").join(", ");

/**
 * Gives each line its cinema: one that the distributor works with, by any of its identifiers; a name without a town means the only one
 * that has it. Another cinema is opened only where two identifiers agree and nothing contradicts. Every other line waits for the user, whether
 * its cinema is known or not, so that a list tells nothing of the shared cinemas. Which of several cinemas of its own is meant, the list
 * must say, and say of one alone.
 */
export async function placeInvoices(
  tx: Tx,
  placing: Placing,
  rows: readonly InvoiceCsvRow[],
  refused: InvoiceCsvError[],
): Promise<PlacedInvoices> {
  const { distributorId } = placing;
  const distinct = new Map(rows.map((row) => [keyOf(row), row.cinema]));
  const { cinemas, problems, unsure } = await ownCinemas(tx, distributorId, distinct);
  const left = [...distinct].filter(([key]) => !cinemas.has(key) && !problems.has(key) && !unsure.has(key));
  if (left.length > 0 && (await reportedCinemasRepository.isValidated(tx, distributorId)))
    for (const [key, id] of await linkSure(tx, placing, left)) cinemas.set(key, id);

  const placed: PlacedInvoice[] = [];
  const toConfirm: InvoiceCsvRow[] = [];
  for (const row of rows) {
    const key = keyOf(row);
    const cinema_id = cinemas.get(key);
    const problem = problems.get(key);
    if (cinema_id !== undefined) placed.push({ ...row, cinema_id });
    else if (problem !== undefined) refused.push(lineError(row.line, problem));
    else if (unsure.has(key)) refused.push(lineError(row.line, severalNamed(listedAs(row.cinema))));
    else toConfirm.push(row);
  }
  return { placed, toConfirm };
}

const severalNamed = (name: string): string =>
  `plusieurs de vos cinémas s’appellent «\u00a0${name}\u00a0». Indiquez la ville.`;

interface OwnCinemas {
  readonly cinemas: Map<CinemaKey, number>;
  /** What is wrong with how lines name their cinema. */
  readonly problems: Map<CinemaKey, string>;
  /** Names that mean several of them. */
  readonly unsure: Set<CinemaKey>;
}

/** The cinemas that the distributor works with by now. */
async function ownCinemas(
  tx: Tx,
  distributorId: number,
  distinct: ReadonlyMap<CinemaKey, ListedCinema>,
): Promise<OwnCinemas> {
  const listed = [...distinct];
  const named = await withNameKeys(
    tx,
    // A name without a town tells no cinema by itself.
    listed.map(([, cinema]) => withoutScreens(cinema.city === "" ? { ...cinema, name: "" } : cinema)),
  );
  const called = await repository.ownCinemasNamed(tx, distributorId, [
    ...new Set(listed.flatMap(([, cinema]) => (isCalledByTitle(cinema) ? siteTitle(cinema) : []))),
  ]);
  const { stored, found } = await amongItsOwn(tx, distributorId, named, [...called.values()].flat());
  const meant = meantCinemas(stored);
  const own: OwnCinemas = { cinemas: new Map(), problems: new Map(), unsure: new Set() };
  for (const [at, [key, cinema]] of listed.entries()) {
    const ofTitle = isCalledByTitle(cinema) ? (called.get(siteTitle(cinema)) ?? []) : [];
    const one = meant(
      { ...must(named[at], "cinema of a line"), title: cinema.name, called: ofTitle },
      found[at],
    );
    const [first, another] = ofTitle;
    if (one && "problem" in one) own.problems.set(key, one.problem);
    else if (one) own.cinemas.set(key, one.id);
    else if (first !== undefined && another === undefined) own.cinemas.set(key, first);
    else if (another !== undefined) own.unsure.add(key);
  }
  return own;
}

/** A name without a town, or what a cinema without a name is called. */
const isCalledByTitle = ({ name, city }: ListedCinema): boolean => city === "" || name === "";

/** The cinemas that the distributor works with, those of its sandbox last. */
async function amongItsOwn(
  tx: Tx,
  distributorId: number,
  named: readonly ReportedCinema[],
  called: readonly number[],
): Promise<{ stored: OwnCinema[]; found: readonly (number | undefined)[] }> {
  const stored = await storedCinemas(tx, named);
  const shared = stored.filter((cinema) => !cinema.is_sandboxed);
  const own = stored.filter((cinema) => cinema.is_sandboxed);
  // Without its name, none is created.
  const { cinemas } = findCinemas(
    named.map((cinema) => ({ ...cinema, name: "" })),
    shared,
    new Map(),
    () => Number.NaN,
    { own },
  );
  const sirens = new Set(named.map(sirenOf));
  sirens.delete("");
  const ids = [...stored.map((cinema) => cinema.id), ...called];
  return { stored: await repository.ownCinemas(tx, distributorId, ids, [...sirens]), found: cinemas };
}

/** Links the cinemas of the shared list on which two identifiers agree. */
async function linkSure(
  tx: Tx,
  placing: Placing,
  left: readonly (readonly [CinemaKey, ListedCinema])[],
): Promise<Map<CinemaKey, number>> {
  return await reportedCinemasRepository.amongAllCinemas(tx, async () => {
    const cut = await reportedCinemasRepository.cutCinemas(tx, placing.distributorId);
    const named = left.map(([, cinema]) => withoutScreens(cinema));
    const agreed = await lookUpAgreeing(tx, named, (id) => cut.has(id));
    const sure = left.flatMap(([key], position) => {
      const found = agreed[position];
      return found ? [{ key, ...found }] : [];
    });
    await linkNamedCinemas(tx, placing, new Map(sure.map(({ id, identifier }) => [id, identifier])));
    return new Map(sure.map(({ key, id }) => [key, id]));
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
  refused: InvoiceCsvError[],
): Promise<PlacedInvoice[]> {
  const distinct = new Map(rows.map((row) => [keyOf(row), row.cinema]));
  const { cinemas: own, problems, unsure } = await ownCinemas(tx, placing.distributorId, distinct);
  for (const key of unsure) {
    const cinema = distinct.get(key);
    if (cinema) problems.set(key, severalNamed(listedAs(cinema)));
  }
  const places = reportedPlaces();
  const place = new Map(
    [...distinct]
      .filter(([key]) => !own.has(key) && !problems.has(key))
      .map(([key, cinema]) => {
        const unknown = { legal_name: "", address: "", pin_code: "", group: "" };
        return [key, places.add({ ...cinema, ...unknown }, { authorization: "", name: "" })] as const;
      }),
  );
  const { cinemas } = await placeDeclarations(tx, { ...placing, staysInSandbox: true }, places);
  return rows.flatMap((row) => {
    const key = keyOf(row);
    const problem = problems.get(key);
    if (problem !== undefined) {
      refused.push(lineError(row.line, problem));
      return [];
    }
    const cinema_id = own.get(key) ?? cinemas[place.get(key) ?? -1];
    if (cinema_id === undefined) throw new Error("a confirmed cinema was not placed");
    return { ...row, cinema_id };
  });
}
