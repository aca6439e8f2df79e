import type { AccountMovementKind } from "@bobine/contract/client-accounts";
import type { CivilDate } from "@bobine/contract/civil-date";
import { type Cents, centsFromWire, centsToWire, type Money } from "@bobine/contract/money";
import sql, { type Sql } from "sql-template-tag";
import { prepared } from "../../db/prepared.ts";
import type { Tx } from "../../db/scope.ts";
import { returnedParts } from "../../domain/exports/returned-parts.ts";
import { creditsIn, type PaidByCredit, RETURNED_CREDITS } from "../banking/returned-credits.ts";

/** What the bank took back of a client and nobody has decided: 411 has it, no document does (EXP-2). */
export interface PendingReturn {
  readonly client_account: string;
  readonly transaction_id: number;
  readonly date: CivilDate;
  readonly amount: Cents;
}

export async function pendingReturns(tx: Tx, distributorId: number): Promise<PendingReturn[]> {
  const rows = await tx.many<{
    readonly id: number;
    readonly transaction_date: CivilDate;
    readonly label: string;
    readonly amount: Money;
    readonly returned: readonly PaidByCredit[] | null;
  }>(
    prepared(sql`
    select t.id, t.transaction_date, t.label, t.amount, ${RETURNED_CREDITS} as returned
    from bank_transaction t
    where t.distributor_id = ${distributorId} and t.amount < 0 and t.allocated_amount = 0 and t.parts_amount = 0 and t.currency_code = 'EUR'
      and exists (select from user_action a where a.transaction_id = t.id and a.reason_code = 'returned_payment' and a.status <> 'REJECTED')
      and not exists (select from bank_part p where p.transaction_id = t.id)
    order by t.id`),
  );
  return rows.flatMap(({ id, transaction_date, label, amount, returned }) =>
    returnedParts({ label, amount: centsFromWire(amount), returned: creditsIn(returned) }).flatMap((part) =>
      part.client_account === null
        ? []
        : [
            {
              client_account: part.client_account,
              transaction_id: id,
              date: transaction_date,
              amount: part.amount,
            },
          ],
    ),
  );
}

/** A row of `entries`. */
export interface AccountEntry {
  readonly client_account: string;
  /** Whose rest it changes; null: money that is on no document. */
  readonly document_id: number | null;
  /** The document that it is called by. */
  readonly about_id: number | null;
  readonly date: CivilDate;
  readonly kind: AccountMovementKind;
  readonly transaction_id: number | null;
  readonly part_id: number | null;
  /** Above zero the client owes more. */
  readonly amount: Money;
}

/** The day on which a document is entered, and that of the use of a credit note (EXP-12, EXP-17). */
const entered = (alias: "i" | "n") =>
  alias === "i"
    ? sql`coalesce(i.opening_date, i.invoice_date)`
    : sql`coalesce(n.opening_date, n.invoice_date)`;
const APPLIED_ON = sql`coalesce(c.applied_on, greatest(${entered("n")}, ${entered("i")}))`;

/**
 * All that moves the accounts 411 and 416 of a distributor's clients, as the entries of the books move them, with what only moves between the
 * documents of one account (`is_internal`): a credit note that is put on an invoice of the same client is no entry, and still leaves both with
 * another rest (EXP-17). A client's balance on a day is the sum of its rows up to then (CLI-1); so is, by document, what is left of each (CLI-3).
 * Conditions on `client_account` and `date` reach each table by its index.
 */
export const entries = (distributorId: number, returns: readonly PendingReturn[]): Sql => sql`
  select i.client_account, i.id as document_id, i.id as about_id, ${entered("i")} as date, 0 as rank, i.type::text as kind, null::bigint as transaction_id,
    null::bigint as part_id, i.total_amount as amount, false as is_internal, i.id as row
  from invoice i where i.distributor_id = ${distributorId}
  union all
  select i.client_account, i.id, i.id, ${entered("i")}, 1, 'opening_payment', null, null, -a.amount, false, a.id
  from invoice i join allocation a on a.invoice_id = i.id and a.distributor_id = ${distributorId} and a.kind = 'opening'
  where i.distributor_id = ${distributorId}
  union all
  select i.client_account, i.id, i.id, t.transaction_date, 2, a.kind, t.id, null, -a.amount, false, a.id
  from invoice i join allocation a on a.invoice_id = i.id and a.distributor_id = ${distributorId} and a.kind in ('payment', 'return')
  join bank_transaction t on t.id = a.transaction_id and t.distributor_id = ${distributorId} and t.currency_code = 'EUR'
  where i.distributor_id = ${distributorId}
  union all
  select p.client_account, null, null, t.transaction_date, 2, 'overpayment', t.id, p.id, -p.amount, false, p.id
  from bank_part p join bank_transaction t on t.id = p.transaction_id and t.distributor_id = ${distributorId} and t.currency_code = 'EUR'
  where p.distributor_id = ${distributorId} and p.kind = 'credit'
  union all
  select s.client_account, null, null, t.transaction_date, 2, 'refund', t.id, s.id, -p.amount, false, p.id
  from bank_part s join bank_part p on p.source_part_id = s.id
  join bank_transaction t on t.id = p.transaction_id and t.distributor_id = ${distributorId} and t.currency_code = 'EUR'
  where s.distributor_id = ${distributorId} and s.kind = 'credit'
  union all
  select n.client_account, n.id, n.id, t.transaction_date, 2, 'refund', t.id, null, -p.amount, false, p.id
  from invoice n join bank_part p on p.credit_note_id = n.id
  join bank_transaction t on t.id = p.transaction_id and t.distributor_id = ${distributorId} and t.currency_code = 'EUR'
  where n.distributor_id = ${distributorId}
  union all
  select i.client_account, i.id, i.id, a.settled_on, 3, 'credit_use', null, p.id, -a.amount, p.kind = 'credit' and p.client_account = i.client_account,
    a.id
  from invoice i join allocation a on a.invoice_id = i.id and a.distributor_id = ${distributorId} and a.kind = 'part' join bank_part p on p.id = a.part_id
  where i.distributor_id = ${distributorId}
  union all
  select p.client_account, null, i.id, a.settled_on, 3, 'credit_use', null, p.id, a.amount, p.client_account = i.client_account, a.id
  from bank_part p join allocation a on a.part_id = p.id and a.distributor_id = ${distributorId} and a.kind = 'part' join invoice i on i.id = a.invoice_id
  where p.distributor_id = ${distributorId} and p.kind = 'credit'
  union all
  select i.client_account, i.id, i.id, ${APPLIED_ON}, 3, 'credit_use', null, null, -c.amount, n.client_account = i.client_account, c.id
  from invoice i join credit_application c on c.invoice_id = i.id join invoice n on n.id = c.credit_note_id
  where i.distributor_id = ${distributorId}
  union all
  select n.client_account, n.id, i.id, ${APPLIED_ON}, 3, 'credit_use', null, null, c.amount, n.client_account = i.client_account, c.id
  from invoice n join credit_application c on c.credit_note_id = n.id join invoice i on i.id = c.invoice_id
  where n.distributor_id = ${distributorId}
  union all
  select r.client_account, null, null, r.date, 2, 'pending_return', r.transaction_id, null, r.amount, false, r.transaction_id
  from ${rowsOfReturns(returns)}`;

/** Those of a distributor as rows `r`. */
export const rowsOfReturns = (returns: readonly PendingReturn[]): Sql => sql`
  unnest(${returns.map((one) => one.client_account)}::text[], ${returns.map((one) => one.date)}::date[],
    ${returns.map((one) => one.transaction_id)}::bigint[], ${returns.map((one) => centsToWire(one.amount))}::numeric[])
    as r (client_account, date, transaction_id, amount)`;
