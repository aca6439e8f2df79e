import type { transactionSchema } from "@bobine/contract/banking";
import sql from "sql-template-tag";
import type { z } from "zod";
import { pageLimit, prepared } from "../../db/prepared.ts";
import type { Tx } from "../../db/scope.ts";

type Transaction = z.output<typeof transactionSchema>;

const COLUMNS = sql`id, transaction_date, label, amount, currency_code, allocated_amount`;
/** SPEC §2.14: newest first. */
const ORDER = sql`order by transaction_date desc, id desc`;
const CURSOR_ROWS = 1000;

export const bankingRepository = {
  async transactionPage(tx: Tx, distributorId: number, page: number, size: number): Promise<Transaction[]> {
    return await tx.many<Transaction>(
      prepared(sql`
        select ${COLUMNS} from bank_transaction where distributor_id = ${distributorId} ${ORDER}
        ${pageLimit(size)} offset ${(page - 1) * size}`),
    );
  },

  async *allTransactions(tx: Tx, distributorId: number): AsyncGenerator<Transaction[]> {
    await tx.run(sql`
      declare transaction_list no scroll cursor for
      select ${COLUMNS} from bank_transaction where distributor_id = ${distributorId} ${ORDER}`);
    const next = sql([`fetch ${CURSOR_ROWS} from transaction_list`]);
    for (;;) {
      const rows = await tx.many<Transaction>(next);
      yield rows;
      if (rows.length < CURSOR_ROWS) return;
    }
  },
};
