import type { AmountRange, Period } from "@bobine/contract/route";
import sql, { empty, type Sql } from "sql-template-tag";

/** `and` a date within a period. */
export const withinDays = (day: Sql, { from, to }: Period): Sql =>
  sql`${from === undefined ? empty : sql`and ${day} >= ${from}::date`} ${to === undefined ? empty : sql`and ${day} <= ${to}::date`}`;

/** `and` an instant within the days of a period in Paris: compared as an instant, so that an index serves. */
export const withinInstants = (instant: Sql, { from, to }: Period): Sql =>
  sql`${from === undefined ? empty : sql`and ${instant} >= (${from}::date)::timestamp at time zone 'Europe/Paris'`} ${
    to === undefined ? empty : sql`and ${instant} < (${to}::date + 1)::timestamp at time zone 'Europe/Paris'`
  }`;

/** `and` an amount, whatever its sign, within bounds. */
export const withinAmounts = (amount: Sql, { amount_from, amount_to }: AmountRange): Sql =>
  sql`${amount_from === undefined ? empty : sql`and abs(${amount}) >= ${amount_from}::numeric`} ${
    amount_to === undefined ? empty : sql`and abs(${amount}) <= ${amount_to}::numeric`
  }`;
