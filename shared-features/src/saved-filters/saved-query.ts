import type { CivilDate } from "@bobine/contract/civil-date";
import { PERIOD_NAMES, type PeriodName, presetsOf } from "@bobine/shared-ui/dates";

/** In a saved query, in the place of `from` and `to`: a period that moves with the calendar. */
const PERIOD = "period";

/** The period of a list's query that has a name on a day; undefined for no days, and for days that have none. */
export function periodOf(query: string, today: CivilDate): PeriodName | undefined {
  const params = new URLSearchParams(query);
  const [from, to] = [params.get("from"), params.get("to")];
  return presetsOf(today).find(({ range }) => range.from === from && range.to === to)?.name;
}

/** The query with a period's name in the place of its days: « ce mois » is another month next month. */
export function movingQuery(query: string, period: PeriodName): string {
  const params = new URLSearchParams(query);
  params.delete("from");
  params.delete("to");
  params.set(PERIOD, period);
  return params.toString();
}

/** The period that moves in a saved query. */
export function movingPeriodOf(saved: string): PeriodName | undefined {
  const name = new URLSearchParams(saved).get(PERIOD);
  return PERIOD_NAMES.find((known) => known === name);
}

/** What a saved query is in the address of its list on a day: its period has the days of then. */
export function queryOn(saved: string, today: CivilDate): string {
  const period = movingPeriodOf(saved);
  const range = presetsOf(today).find(({ name }) => name === period)?.range;
  if (!range?.from || !range.to) return saved;
  const params = new URLSearchParams(saved);
  params.delete(PERIOD);
  params.set("from", range.from);
  params.set("to", range.to);
  return params.toString();
}

/** Whether two queries ask for the same, in whatever order they say it. */
export function isSameQuery(one: string, other: string): boolean {
  const [a, b] = [one, other].map((query) => {
    const params = new URLSearchParams(query);
    params.sort();
    return params.toString();
  });
  return a === b;
}

/** Whether a list understood all of a query: a status that is no more is left out. */
export const isWhollyUnderstood = (query: string, understood: string): boolean =>
  new URLSearchParams(query).size === new URLSearchParams(understood).size;
