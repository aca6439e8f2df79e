import type { CivilDate } from "@bobine/contract/civil-date";
import { isSameNumber, normaliseNumber } from "../../domain/parsing/same-number.ts";
import type { Tx } from "../../db/scope.ts";
import { type SpelledScreen, boxOfficeRepository as repository } from "./box-office.repository.ts";
import type { ReportedPlace } from "./place-declarations.ts";

/**
 * Writes the number of a screen as the declarations of its cinema and week have it, else as the file has it first (BOX-4): the same
 * screen written otherwise is no other one.
 * @param cinemas per place its cinema
 * @param isKnown whether anything of these weeks was received
 */
export async function spellScreens(
  tx: Tx,
  distributorId: number,
  places: readonly ReportedPlace[],
  cinemas: readonly (number | undefined)[],
  weeks: ReadonlySet<CivilDate>,
  isKnown: boolean,
): Promise<void> {
  const first = new Map<string, string>();
  let areAlike = false;
  const own = places.flatMap(({ screen }, place) => {
    const cinema_id = cinemas[place];
    if (cinema_id === undefined) return [];
    const form = `${cinema_id} ${normaliseNumber(screen)}`;
    const written = first.get(form);
    if (written === undefined) first.set(form, screen);
    else areAlike ||= written !== screen;
    return [{ place, screen, form }];
  });
  const known = isKnown ? await repository.spellings(tx, distributorId, [...weeks], areAlike) : [];
  if (known.length === 0 && !areAlike) return;
  const spellings = Map.groupBy(
    known,
    (one) => `${one.week_start} ${one.cinema_id} ${normaliseNumber(one.screen)}`,
  );
  const changed: SpelledScreen[] = [];
  for (const { place, screen, form } of own) {
    for (const week_start of weeks) {
      const same = (other: string): boolean => isSameNumber(other, screen);
      const received = spellings.get(`${week_start} ${form}`)?.map((one) => one.screen) ?? [];
      if (received.includes(screen)) continue;
      const written = [...received, first.get(form) ?? screen].find(same) ?? screen;
      if (written !== screen) changed.push({ place, week_start, screen: written });
    }
  }
  if (changed.length > 0) await repository.spell(tx, distributorId, changed);
}
