import type { LineFilter } from "@bobine/contract/bank-accounts";
import type { TransactionCsvRow } from "@bobine/contract/lists/transactions";
import sql from "sql-template-tag";
import { fetched } from "../../db/cursor.ts";
import type { Tx } from "../../db/scope.ts";
import { ofFilter } from "./lines-of-account.ts";
import { shownLetters } from "./shown-letters.ts";

/** Newest first, as the screen has them (UI-19). What paid it is gathered once for all lines, not line by line. */
export const transactionRows = (
  tx: Tx,
  distributorId: number,
  filter: LineFilter,
): AsyncGenerator<TransactionCsvRow[]> =>
  fetched(
    tx,
    sql`
    select t.transaction_date, t.value_date, t.label, t.amount, t.currency_code, t.bank_account, t.allocated_amount, p.letters,
      p.invoice_numbers, a.status
    from bank_transaction t
    left join (
      select l.transaction_id, string_agg(distinct ${shownLetters(distributorId, "l", "i")}, ', ') as letters,
        string_agg(i.invoice_number, ', ' order by i.invoice_date, i.invoice_number) as invoice_numbers
      from allocation l join invoice i on i.id = l.invoice_id
      where l.distributor_id = ${distributorId} and l.transaction_id is not null group by l.transaction_id
    ) p on p.transaction_id = t.id
    left join user_action a on a.transaction_id = t.id
    where t.distributor_id = ${distributorId} ${ofFilter(distributorId, filter)}
    order by t.transaction_date desc, t.id desc`,
  );
