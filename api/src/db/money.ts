// Amounts between code and PostgreSQL. They cross in one form, both ways: the decimal text of the wire, `"2897.31"`, which is how
// the driver reads numeric(14, 2) and how `Money` is written. Rows that go on the wire need nothing; code that computes takes
// cents with `inCents`. No SQL multiplies or divides by a hundred, but where it compares with the cents of the JSON that lots hold
// (`verify-banks.ts`).
import { type Cents, centsFromWire, centsToWire, type Money } from "@bobine/contract/money";
import sql, { type Sql } from "sql-template-tag";

export type InCents<Row, Names extends keyof Row> = Omit<Row, Names> & {
  readonly [Name in Names]: Cents | Extract<Row[Name], null>;
};

/** A row with some of its amounts in cents, to compute with. */
export function inCents<Row extends object, Names extends keyof Row>(
  row: Row & { readonly [Name in Names]: Money | null },
  ...names: readonly Names[]
): InCents<Row, Names> {
  const amounts: { [Name in Names]?: Cents | null } = {};
  for (const name of names) {
    const amount = row[name];
    amounts[name] = amount === null ? null : centsFromWire(amount);
  }
  return { ...row, ...amounts } as unknown as InCents<Row, Names>;
}

/** An amount as a parameter. */
export const euros = (amount: Cents): Sql => sql`${centsToWire(amount)}::numeric`;

/** Amounts as one parameter, for `unnest`. */
export const eurosList = (amounts: readonly Cents[]): Sql => sql`${amounts.map(centsToWire)}::numeric[]`;
