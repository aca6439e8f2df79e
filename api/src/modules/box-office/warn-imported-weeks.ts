import { cinemaWeekOf, weekLabel } from "@bobine/contract/cinema-week";
import type { CivilDate } from "@bobine/contract/civil-date";
import type { Tx } from "../../db/scope.ts";
import { type ImportedWeek, importedWeeksRepository as repository } from "./imported-weeks.repository.ts";
import { nameOfPlace, type ReportedPlaces } from "./place-declarations.ts";

/** Of the invoices of one week, those that are named. */
const MAX_NUMBERS = 5;

/** What is told of each week that an invoice of another software bills already (BOX-3): it may bill other films, and is billed all the same. */
export async function warnImportedWeeks(
  tx: Tx,
  distributorId: number,
  places: ReportedPlaces,
  weeks: ReadonlySet<CivilDate>,
): Promise<string[]> {
  const billed = await repository.ofReport(tx, distributorId, [...weeks]);
  return billed.map((week) => billedMessage(week, nameOfPlace(places, week.place).cinema_name));
}

function billedMessage({ week_start, invoice_numbers }: ImportedWeek, cinema: string): string {
  const named = invoice_numbers.slice(0, MAX_NUMBERS).join(", ");
  const more = invoice_numbers.length > MAX_NUMBERS ? "…" : "";
  const kind = invoice_numbers.length === 1 ? "facture importée" : "factures importées";
  return `La semaine ${weekLabel(cinemaWeekOf(week_start))} de ${cinema} est déjà facturée par ${named}${more} (${kind})\u00a0: ce qui y figure serait facturé une seconde fois. Retirez-le du rapport avant de l’importer, ou annulez-le ensuite par un avoir.`;
}
