import type { CivilDate } from "@bobine/contract/civil-date";

export interface Days {
  readonly from: CivilDate;
  readonly to: CivilDate;
}

/** First and last day of lines; undefined when there is none. */
export function daysOf(lines: readonly { readonly transaction_date: CivilDate }[]): Days | undefined {
  const [first] = lines;
  if (!first) return undefined;
  let [from, to] = [first.transaction_date, first.transaction_date];
  for (const { transaction_date } of lines) {
    if (transaction_date < from) from = transaction_date;
    if (transaction_date > to) to = transaction_date;
  }
  return { from, to };
}

export const isWithin = (day: CivilDate, { from, to }: Days): boolean => day >= from && day <= to;
