import type { LineFilter } from "@bobine/contract/bank-accounts";
import sql, { type Sql } from "sql-template-tag";
import { withinAmounts, withinDays } from "../../db/period.ts";

/** The id of the first account of a distributor: the first in euros, or the first of all while none is (BANK-15, BANK-38). */
export const firstAccountOf = (distributorId: Sql): Sql => sql`
  (select one.id from bank_account one where one.distributor_id = ${distributorId} order by one.currency <> 'EUR', one.id limit 1)`;

/** Of bank lines `t`: those of one account alone. Lines without an account are of the first one (BANK-15, BANK-35). */
export const ofAccount = (accountId: number | undefined): Sql =>
  accountId === undefined
    ? sql``
    : sql`and coalesce(t.bank_account_id, ${firstAccountOf(sql`t.distributor_id`)}) = ${accountId}`;

/** Of bank lines `t`: those that have no end yet (LET-46), in the words of the index that holds them. */
export const WITHOUT_END = sql`t.allocated_amount = 0 and t.parts_amount = 0 and t.amount <> 0 and t.currency_code = 'EUR'`;

/** Those of them that no action waits for: what the workbench counts. */
const UNASKED = sql`${WITHOUT_END} and not exists (
  select from user_action a where a.transaction_id = t.id and a.status not in ('DONE', 'REJECTED'))`;

/** Of bank lines `t`: credits that nobody is asked about (LET-51), and that nobody has decided either. In the words of their index. */
export const IGNORED = sql`t.ignored_reason is not null and t.allocated_amount = 0 and t.parts_amount = 0`;

/**
 * The bank lines that have a letter code in the books: what paid, what left the overpayment that a code's invoice was settled with, and what gave
 * it back (EXP-3). A part is lettered with invoices of its own account alone.
 */
const withLetters = (distributorId: number, letters: string): Sql => sql`
  select l.transaction_id from allocation l where l.distributor_id = ${distributorId} and l.letters = ${letters} and l.transaction_id is not null
  union select unnest(array[p.transaction_id, r.transaction_id])
  from allocation l join invoice i on i.id = l.invoice_id and i.distributor_id = ${distributorId}
  join bank_part p on p.id = l.part_id and p.distributor_id = ${distributorId} and p.kind = 'credit' and p.client_account = i.client_account
  left join bank_part r on r.source_part_id = p.id and r.distributor_id = ${distributorId}
  where l.distributor_id = ${distributorId} and l.letters = ${letters}
  union select r.transaction_id from invoice n join bank_part r on r.credit_note_id = n.id and r.distributor_id = ${distributorId}
  where n.distributor_id = ${distributorId} and n.lettering_letters = ${letters}`;

/**
 * Of bank lines `t` of a distributor: those that a list is asked for. Those of a letter code are named by their ids: a cursor, which PostgreSQL plans
 * for its first rows, else walked all lines of the distributor and asked each for its letters.
 */
export const ofFilter = (
  distributorId: number,
  { bank_account, open, unasked, ignored, letters, ...bounds }: LineFilter,
): Sql =>
  sql`${ofAccount(bank_account)} ${open === undefined ? sql`` : sql`and ${WITHOUT_END}`}
    ${unasked === undefined ? sql`` : sql`and ${UNASKED}`} ${ignored === undefined ? sql`` : sql`and ${IGNORED}`}
    ${letters === undefined ? sql`` : sql`and t.id = any(array(${withLetters(distributorId, letters)}))`}
    ${withinDays(sql`t.transaction_date`, bounds)} ${withinAmounts(sql`t.amount`, bounds)}`;

/** Where line `t` comes from, as the contract has it (BANK-37). The account is named where there are several. */
export const ORIGIN_JSON = sql`
  json_build_object('evidence', t.evidence, 'account_label', coalesce((
    select a.label from bank_account a where a.distributor_id = t.distributor_id
      and exists (select from bank_account b where b.distributor_id = t.distributor_id and b.id <> a.id)
      and a.id = coalesce(t.bank_account_id, ${firstAccountOf(sql`t.distributor_id`)})), ''))`;
