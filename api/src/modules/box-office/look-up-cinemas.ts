import type { Tx } from "../../db/scope.ts";
import { agreeingCinemas } from "./agreeing-cinema.ts";
import {
  findCinemas,
  type FoundCinemas,
  type KnownCinema,
  type ReportedCinema,
  sirenOf,
} from "./find-cinemas.ts";
import { reportedCinemasRepository as repository, type StoredCinema } from "./reported-cinemas.repository.ts";
import { isSameNumber, normaliseNumber } from "../../domain/parsing/same-number.ts";
import { must } from "../../domain/must.ts";

/** A cinema as a file names it: its key is the database's to make. */
export type NamedCinema = Omit<ReportedCinema, "name_key">;

export interface LookedUp extends FoundCinemas {
  /** Of the cinemas to create, those that stand for one whose link was cut. */
  readonly standIns: ReadonlySet<number>;
  /** Of the cinemas that get new screens, those of the distributor's sandbox. */
  readonly own: ReadonlySet<number>;
}

/**
 * Looks for cinemas among those that the transaction sees; what is found nowhere gets the id of a cinema to create. Those of the
 * distributor's sandbox are found when no other is.
 */
export async function lookUpCinemas(
  tx: Tx,
  distributorId: number,
  named: readonly NamedCinema[],
): Promise<LookedUp> {
  const reported = await withNameKeys(tx, named);
  const cut = await repository.cutCinemas(tx, distributorId);
  const authorizations = present(reported.flatMap((cinema) => cinema.screens));
  const proposed = await repository.proposedScreens(tx, distributorId, authorizations);
  // What is a screen by now is one, whatever was proposed.
  const known = await repository.knownScreens(tx, authorizations, cut);
  const screens = new Map([...proposed.leading, ...known]);
  const stored = await storedCinemas(tx, reported);
  const own = stored.filter((cinema) => cinema.is_sandboxed);
  const shared = stored.filter((cinema) => !cinema.is_sandboxed);
  // Ids are taken from the database only once it is known how many: negative ones stand for them until then.
  let stand = 0;
  const refusedScreens = new Map(proposed.refused);
  const alike = await screensAlike(
    tx,
    authorizations.filter((one) => !screens.has(one) && !refusedScreens.has(one)),
  );
  const resorts = { own, refusedScreens, alike, cut };
  const found = findCinemas(reported, shared, screens, () => (stand -= 1), resorts);
  const ids = stand === 0 ? [] : await repository.newCinemaIds(tx, -stand);
  const real = withRealIds(found, ids);
  const standIns = real.created.filter((one) => one.stands_for !== undefined);
  const grown = found.newScreens.map((screen) => screen.cinema_id).filter((id) => id > 0);
  const ownIds = grown.length === 0 ? [] : await repository.sandboxed(tx, distributorId, grown);
  return { ...real, own: new Set(ownIds), standIns: new Set(standIns.map((one) => one.id)) };
}

export async function withNameKeys(tx: Tx, named: readonly NamedCinema[]): Promise<ReportedCinema[]> {
  const keys = await repository.nameKeys(tx, named);
  return named.map((cinema, position) => ({ ...cinema, name_key: must(keys[position], "name key") }));
}

/** Every cinema that the transaction sees and that any of these could mean. */
export const storedCinemas = async (
  tx: Tx,
  reported: readonly Omit<KnownCinema, "id">[],
): Promise<StoredCinema[]> =>
  repository.knownCinemas(tx, {
    cnc: await repository.cncAlike(tx, present(reported.map((cinema) => cinema.cnc))),
    siret: present(reported.map((cinema) => cinema.siret)),
    siren: present(reported.map(sirenOf)),
    short_code: present(reported.map((cinema) => cinema.short_code)),
    name_key: present(reported.map((cinema) => cinema.name_key)),
  });

/**
 * What two identifiers find among the shared cinemas that the transaction sees, in the order of `named`.
 * @param isOut shared cinemas that are not to be found
 */
export async function lookUpAgreeing(
  tx: Tx,
  named: readonly NamedCinema[],
  isOut: (id: number) => boolean = () => false,
): Promise<ReturnType<ReturnType<typeof agreeingCinemas>>[]> {
  const keys = await repository.namesAndTowns(tx, named);
  const keyed = named.map((cinema, position) => ({ ...cinema, name_key: must(keys[position], "name key") }));
  const stored = await storedCinemas(tx, keyed);
  return keyed.map(agreeingCinemas(stored.filter((cinema) => !cinema.is_sandboxed && !isOut(cinema.id))));
}

/** The cinema of each number that one screen alone has, written otherwise. */
async function screensAlike(tx: Tx, numbers: readonly string[]): Promise<Map<string, number>> {
  if (numbers.length === 0) return new Map();
  const known = Map.groupBy(await repository.screensAlike(tx, numbers), (one) =>
    normaliseNumber(one.authorization_number),
  );
  return new Map(
    numbers.flatMap((number) => {
      const same = (known.get(normaliseNumber(number)) ?? []).filter((one) =>
        isSameNumber(one.authorization_number, number),
      );
      const ids = new Set(same.map((one) => one.cinema_id));
      return ids.size === 1 ? [...ids].map((id): [string, number] => [number, id]) : [];
    }),
  );
}

const present = (values: readonly string[]): string[] => [...new Set(values.filter((value) => value !== ""))];

function withRealIds(found: FoundCinemas, ids: readonly number[]): FoundCinemas {
  const real = (id: number): number => (id < 0 ? must(ids[-id - 1], "id of a new cinema") : id);
  return {
    ...found,
    cinemas: found.cinemas.map((id) => (id === undefined ? undefined : real(id))),
    screens: new Map([...found.screens].map(([authorization, id]) => [authorization, real(id)])),
    created: found.created.map((cinema) => ({ ...cinema, id: real(cinema.id) })),
    newScreens: found.newScreens.map((screen) => ({ ...screen, cinema_id: real(screen.cinema_id) })),
  };
}
