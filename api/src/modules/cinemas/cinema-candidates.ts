import type { Tx } from "../../db/scope.ts";
import { findCinemas } from "../box-office/find-cinemas.ts";
import { type NamedCinema, storedCinemas, withNameKeys } from "../box-office/look-up-cinemas.ts";
import { reportedCinemasRepository } from "../box-office/reported-cinemas.repository.ts";
import { cinemaLinksRepository } from "./cinema-links.repository.ts";

/** Of each cinema that is named, the shared one that a report would find by the same name and numbers. */
export async function candidatesOf(
  tx: Tx,
  named: readonly NamedCinema[],
): Promise<({ id: number; name: string; city: string } | undefined)[]> {
  if (named.length === 0) return [];
  const keyed = await withNameKeys(tx, named);
  const screens = await reportedCinemasRepository.knownScreens(
    tx,
    named.flatMap((one) => [...one.screens]),
  );
  const known = await storedCinemas(tx, keyed);
  const found = keyed.map((one) => {
    const [id] = findCinemas([one], known, screens, () => -1).cinemas;
    return id === undefined || id < 0 ? undefined : id;
  });
  const candidates = await cinemaLinksRepository.namedCinemas(
    tx,
    found.flatMap((id) => id ?? []),
  );
  return found.map((id) => (id === undefined ? undefined : candidates.get(id)));
}
