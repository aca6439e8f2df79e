import { wholeNumber } from "@bobine/contract/french";
import { cinemaWeekOf, weekLabel } from "@bobine/contract/cinema-week";
import type { CivilDate } from "@bobine/contract/civil-date";
import type { Tx } from "../../db/scope.ts";
import { must } from "../../domain/must.ts";
import { importedWeeksRepository as repository } from "./imported-weeks.repository.ts";
import { nameOfPlace, type ReportedPlaces } from "./place-declarations.ts";

/** Of the invoices of one cinema's week, those that are named. */
const MAX_NUMBERS = 5;
/** Of the cinemas of one week, those that are named. */
const MAX_CINEMAS = 3;

interface BilledCinema {
  readonly cinema_name: string;
  readonly invoice_numbers: readonly string[];
}

/**
 * What is told of each week that invoices of another software bill already (BOX-3), of all its cinemas at once: they may bill other films, and
 * it is billed all the same.
 */
export async function warnImportedWeeks(
  tx: Tx,
  distributorId: number,
  places: ReportedPlaces,
  weeks: ReadonlySet<CivilDate>,
): Promise<string[]> {
  const billed = await repository.ofReport(tx, distributorId, [...weeks]);
  const byWeek = new Map<CivilDate, BilledCinema[]>();
  for (const { week_start, place, invoice_numbers } of billed) {
    const cinema = { cinema_name: nameOfPlace(places, place).cinema_name, invoice_numbers };
    const others = byWeek.get(week_start);
    if (others) others.push(cinema);
    else byWeek.set(week_start, [cinema]);
  }
  return [...byWeek].map(([week_start, cinemas]) => billedMessage(week_start, cinemas));
}

function billedMessage(week_start: CivilDate, cinemas: readonly BilledCinema[]): string {
  const week = weekLabel(cinemaWeekOf(week_start));
  const what =
    cinemas.length === 1
      ? billedOnce(week, must(cinemas[0], "cinema of a billed week"))
      : `La semaine ${week} est déjà facturée à ${wholeNumber(cinemas.length)} cinémas par des factures importées (${namesOf(cinemas)})`;
  return `${what}\u00a0: ce qui y figure serait facturé une seconde fois. Retirez-le du rapport avant de l’importer, ou annulez-le ensuite par un avoir.`;
}

function billedOnce(week: string, { cinema_name, invoice_numbers }: BilledCinema): string {
  const kind = invoice_numbers.length === 1 ? "facture importée" : "factures importées";
  return `La semaine ${week} de ${cinema_name} est déjà facturée par ${numbersOf(invoice_numbers)} (${kind})`;
}

function namesOf(cinemas: readonly BilledCinema[]): string {
  const named = cinemas
    .slice(0, MAX_CINEMAS)
    .map(({ cinema_name, invoice_numbers }) => `${cinema_name}\u00a0: ${numbersOf(invoice_numbers)}`);
  return `${named.join("\u202f; ")}${cinemas.length > MAX_CINEMAS ? "\u202f; …" : ""}`;
}

const numbersOf = (invoice_numbers: readonly string[]): string =>
  `${invoice_numbers.slice(0, MAX_NUMBERS).join(", ")}${invoice_numbers.length > MAX_NUMBERS ? "…" : ""}`;
