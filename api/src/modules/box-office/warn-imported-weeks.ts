import type { CivilDate } from "@bobine/contract/civil-date";
import type { Tx } from "../../db/scope.ts";
import { stateBilledWeeks } from "../../domain/invoicing/billed-weeks.ts";
import { importedWeeksRepository as repository } from "./imported-weeks.repository.ts";
import { nameOfPlace, type ReportedPlaces } from "./place-declarations.ts";

/**
 * What is told of each week that invoices of another software bill already (BOX-3): they may bill other films, and it is billed all the same.
 */
export async function warnImportedWeeks(
  tx: Tx,
  distributorId: number,
  places: ReportedPlaces,
  weeks: ReadonlySet<CivilDate>,
): Promise<string[]> {
  const billed = await repository.ofReport(tx, distributorId, [...weeks]);
  return stateBilledWeeks(
    billed.map(({ place, ...week }) => ({ ...week, cinema_name: nameOfPlace(places, place).cinema_name })),
    "imported",
  );
}
