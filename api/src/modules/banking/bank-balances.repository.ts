import type { CivilDate } from "@bobine/contract/civil-date";
import { type Cents, centsFromWire, centsToWire, type Money } from "@bobine/contract/money";
import sql from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";

export interface SavedBalance {
  /** Null: the first account. */
  readonly bank_account_id: number | null;
  /** Null: typed by a person. */
  readonly import_id: number | null;
  readonly kind: "opening" | "closing";
  readonly date: CivilDate;
  readonly amount: Cents;
}

export const bankBalancesRepository = {
  /** The last one of its day counts. */
  async save(tx: Tx, distributorId: number, balance: SavedBalance): Promise<void> {
    const { bank_account_id, import_id, kind, date, amount } = balance;
    await tx.run(sql`
      insert into bank_balance (distributor_id, bank_account_id, import_id, kind, balance_date, amount)
      values (${distributorId}, ${bank_account_id}, ${import_id}, ${kind}, ${date}, ${centsToWire(amount)})
      on conflict (distributor_id, bank_account_id, import_id, kind, balance_date) do update set amount = excluded.amount`);
  },

  /** By account, in the order in which they came. What is of no account is of the first one. */
  async stated(
    tx: Tx,
    distributorId: number,
    firstId: number,
  ): Promise<Map<number, Pick<SavedBalance, "kind" | "date" | "amount">[]>> {
    const rows = await tx.many<{
      account: number;
      kind: SavedBalance["kind"];
      date: CivilDate;
      amount: Money;
    }>(sql`
      select coalesce(bank_account_id, ${firstId}) as account, kind, balance_date as date, amount
      from bank_balance where distributor_id = ${distributorId} order by id`);
    return Map.groupBy(
      rows.map(({ amount, ...row }) => ({ ...row, amount: centsFromWire(amount) })),
      (row) => row.account,
    );
  },

  /** The sums of days of an account in euros. */
  async movements(
    tx: Tx,
    distributorId: number,
    accountId: number,
    firstId: number,
    { from, to }: { readonly from: CivilDate; readonly to: CivilDate },
  ): Promise<{ transaction_date: CivilDate; amount: Cents }[]> {
    const rows = await tx.many<{ transaction_date: CivilDate; amount: Money }>(sql`
      select transaction_date, sum(amount)::numeric(14, 2) as amount from bank_transaction
      where distributor_id = ${distributorId} and currency_code = 'EUR' and coalesce(bank_account_id, ${firstId}) = ${accountId}
        and transaction_date between ${from} and ${to} group by 1`);
    return rows.map((row) => ({ ...row, amount: centsFromWire(row.amount) }));
  },

  /**
   * Takes back what a person typed.
   * @param isFirst also what was typed before the account was known
   * @returns what it was; undefined when nothing was typed
   */
  async removeTyped(
    tx: Tx,
    distributorId: number,
    account: { readonly id: number | null; readonly isFirst: boolean },
    date: CivilDate,
  ): Promise<Cents | undefined> {
    const removed = await tx.maybe<{ amount: Money }>(sql`
      with removed as (delete from bank_balance where distributor_id = ${distributorId} and import_id is null and balance_date = ${date}
        and (bank_account_id = ${account.id} or (bank_account_id is null and ${account.isFirst})) returning id, amount)
      select amount from removed order by id desc limit 1`);
    return removed && centsFromWire(removed.amount);
  },
};
