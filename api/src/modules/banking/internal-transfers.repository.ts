import { centsFromWire, type Money } from "@bobine/contract/money";
import sql from "sql-template-tag";
import { prepared } from "../../db/prepared.ts";
import type { Tx } from "../../db/scope.ts";
import { firstAccountOf } from "./lines-of-account.ts";
import { MOST_TRANSFER_DAYS, type OwnLine } from "../../domain/settlement/internal-transfers.ts";

export const internalTransfersRepository = {
  /** Undecided lines in euros of the amount of a line, either way, near it in time: what may be its other side, and rivals of either. */
  async linesAround(tx: Tx, distributorId: number, transactionId: number): Promise<OwnLine[]> {
    const rows = await tx.many<Omit<OwnLine, "amount"> & { readonly amount: Money }>(sql`
      select t.id, coalesce(t.bank_account_id, ${firstAccountOf(sql`${distributorId}::bigint`)}) as account_id,
        t.transaction_date, t.amount, t.label, t.evidence ->> 'party_iban' as party_iban
      from bank_transaction l join bank_transaction t on t.distributor_id = l.distributor_id and abs(t.amount) = abs(l.amount)
        and t.transaction_date between l.transaction_date - ${2 * MOST_TRANSFER_DAYS}::integer and l.transaction_date + ${2 * MOST_TRANSFER_DAYS}::integer
      where l.id = ${transactionId} and l.distributor_id = ${distributorId} and l.currency_code = 'EUR' and t.currency_code = 'EUR'
        and not exists (select from reconciliation r where r.transaction_id = t.id and r.reverted_at is null)
      order by t.id limit 200`);
    return rows.map((row) => ({ ...row, amount: centsFromWire(row.amount) }));
  },

  /** The two sides that were accepted together, without an invoice as every other group has; none of another group. */
  async sidesOf(
    tx: Tx,
    distributorId: number,
    groupId: string,
  ): Promise<{ transaction_id: number; user_action_id: number | null; stands: boolean }[]> {
    return await tx.many(sql`
      select transaction_id, user_action_id, reverted_at is null as stands from reconciliation
      where distributor_id = ${distributorId} and group_key = ${groupId}::uuid and invoice_ids = '{}' order by id`);
  },

  /** The other side of a transfer whose two sides were accepted together and both stand. */
  async partnerOf(tx: Tx, distributorId: number, transactionId: number): Promise<number | undefined> {
    const row = await tx.maybe<{ id: number }>(
      prepared(sql`
      select o.transaction_id as id
      from reconciliation r join reconciliation o on o.distributor_id = r.distributor_id and o.group_key = r.group_key and o.id <> r.id
      join bank_part p on p.reconciliation_id = r.id join bank_part q on q.reconciliation_id = o.id
      where r.distributor_id = ${distributorId} and r.transaction_id = ${transactionId} and r.reverted_at is null and o.reverted_at is null
        and p.kind = 'account' and q.kind = 'account' and p.account = q.account and p.account like '58%' and p.amount + q.amount = 0`),
    );
    return row?.id;
  },
};
