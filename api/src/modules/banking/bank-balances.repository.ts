import type { CivilDate } from "@bobine/contract/civil-date";
import { type Cents, centsToWire } from "@bobine/contract/money";
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

  /** Takes back what a person typed. */
  async removeTyped(tx: Tx, distributorId: number, accountId: number | null, date: CivilDate): Promise<void> {
    await tx.run(sql`
      delete from bank_balance where distributor_id = ${distributorId} and bank_account_id is not distinct from ${accountId}
        and import_id is null and balance_date = ${date}`);
  },
};
