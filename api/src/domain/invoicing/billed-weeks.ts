import { cinemaWeekOf, weekLabel } from "@bobine/contract/cinema-week";
import type { CivilDate } from "@bobine/contract/civil-date";
import { wholeNumber } from "@bobine/contract/french";
import { must } from "../must.ts";

/** Of the invoices of one cinema's week, those that are named. */
const MAX_NUMBERS = 5;
/** Of the cinemas of one week, those that are named. */
const MAX_CINEMAS = 3;

/** A cinema's week that invoices bill already. */
export interface BilledWeek {
  readonly week_start: CivilDate;
  readonly cinema_name: string;
  readonly invoice_numbers: readonly string[];
}

/** What the invoices are that bill a week already, and what people do then. */
const TEXTS = {
  imported: {
    one: "facture importée",
    several: "factures importées",
    next: "ce qui y figure serait facturé une seconde fois. Retirez-le du rapport avant de l’importer, ou annulez-le ensuite par un avoir.",
  },
  issued: {
    one: "facture émise ici",
    several: "factures émises ici",
    next: "vérifiez que les factures importées ne la facturent pas une seconde fois, et supprimez celles qui sont de trop.",
  },
} as const;

/** What is told of weeks that would be billed a second time (BOX-3, BILL-18), in one sentence for each week, of all its cinemas. */
export function stateBilledWeeks(billed: readonly BilledWeek[], by: keyof typeof TEXTS): string[] {
  const { one, several, next } = TEXTS[by];
  return [...Map.groupBy(billed, ({ week_start }) => week_start)].map(([week_start, cinemas]) => {
    const week = weekLabel(cinemaWeekOf(week_start));
    const first = must(cinemas[0], "cinema of a billed week");
    const what =
      cinemas.length === 1
        ? `La semaine ${week} de ${first.cinema_name} est déjà facturée par ${numbersOf(first)} (${first.invoice_numbers.length === 1 ? one : several})`
        : `La semaine ${week} est déjà facturée à ${wholeNumber(cinemas.length)} cinémas par des ${several} (${namesOf(cinemas)})`;
    return `${what}\u00a0: ${next}`;
  });
}

function namesOf(cinemas: readonly BilledWeek[]): string {
  const named = cinemas
    .slice(0, MAX_CINEMAS)
    .map((cinema) => `${cinema.cinema_name}\u00a0: ${numbersOf(cinema)}`);
  return `${named.join("\u202f; ")}${cinemas.length > MAX_CINEMAS ? "\u202f; …" : ""}`;
}

const numbersOf = ({ invoice_numbers }: BilledWeek): string =>
  `${invoice_numbers.slice(0, MAX_NUMBERS).join(", ")}${invoice_numbers.length > MAX_NUMBERS ? "…" : ""}`;
