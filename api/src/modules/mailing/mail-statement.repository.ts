import type { CivilDate } from "@bobine/contract/civil-date";
import sql from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import type { InvoicedTo } from "../banking/payer-of-document.ts";
import { entries, pendingReturns } from "../clients/account-entries.ts";
import { documentOfMoney } from "../clients/money-of-others.ts";
import { INVOICED_TO } from "./mailing.repository.ts";

/** Of which account and period a mail is. */
export interface MailedStatement {
  readonly account: string;
  readonly from: CivilDate | undefined;
  readonly to: CivilDate;
}

export const mailedStatements = {
  async one(tx: Tx, mailId: number): Promise<MailedStatement | undefined> {
    const row = await tx.maybe<{ client_account: string; from_day: CivilDate | null; to_day: CivilDate }>(sql`
      select client_account, from_day, to_day from mail_statement where mail_id = ${mailId}`);
    return row && { account: row.client_account, from: row.from_day ?? undefined, to: row.to_day };
  },

  /**
   * Whom the documents and the money that a statement tells are of, open or moved in its period, each company of a cinema once. Money that is
   * on no document is of a company as `documentOfMoney` says.
   */
  async shownOf(
    tx: Tx,
    distributorId: number,
    { account, from, to }: MailedStatement,
  ): Promise<InvoicedTo[]> {
    const returns = await pendingReturns(tx, distributorId);
    return await tx.many<InvoicedTo>(sql`
      with moved as (
        select e.about_id, e.date from (${entries(distributorId, returns)}) e
        where e.client_account = ${account} and e.date <= ${to} and (${from ?? null}::date is null or e.date >= ${from ?? null}::date)
      ), money as (
        select m.date, false as is_advance from moved m where m.about_id is null
        union
        select t.transaction_date, p.kind = 'advance' from bank_part p join bank_transaction t on t.id = p.transaction_id and t.distributor_id = ${distributorId}
        where p.distributor_id = ${distributorId} and p.client_account = ${account} and p.kind in ('credit', 'advance')
          and p.amount > p.used_amount and t.transaction_date <= ${to}
      ), shown as (
        select m.about_id as id from moved m where m.about_id is not null
        union
        select i.id from invoice i where i.distributor_id = ${distributorId} and i.client_account = ${account} and i.outstanding <> 0
        union
        select i.id from money m cross join lateral (${documentOfMoney(distributorId, sql`${account}`, sql`m.date`, sql`m.is_advance`)}) i
      )
      select distinct on (i.cinema_id, i.client->>'siren', i.client->>'name') i.id, i.cinema_id, i.cinema_name, ${INVOICED_TO}
      from shown join invoice i on i.id = shown.id
      where i.distributor_id = ${distributorId} and i.client_account = ${account}
      order by i.cinema_id, i.client->>'siren', i.client->>'name', i.id`);
  },

  /** Whether one of the account has not come to its end. */
  async isUnderWay(tx: Tx, distributorId: number, account: string): Promise<boolean> {
    const row = await tx.maybe(sql`
      select from mail_statement s join mail m on m.id = s.mail_id
      where s.distributor_id = ${distributorId} and s.client_account = ${account} and m.state in ('waiting', 'claimed', 'handing_over') limit 1`);
    return row !== undefined;
  },

  async insert(
    tx: Tx,
    distributorId: number,
    { account, from, to }: MailedStatement,
    mail: { readonly recipients: readonly string[]; readonly userId: number; readonly at: Date },
  ): Promise<number> {
    const { id } = await tx.one<{ id: number }>(sql`
      insert into mail (distributor_id, kind, state, next_attempt_at, requested_by, created_at)
      values (${distributorId}, 'statement', 'waiting', ${mail.at}, ${mail.userId}, ${mail.at}) returning id`);
    await tx.run(sql`
      insert into mail_statement (mail_id, distributor_id, client_account, from_day, to_day)
      values (${id}, ${distributorId}, ${account}, ${from ?? null}, ${to})`);
    await tx.run(sql`
      insert into mail_recipient (mail_id, address, distributor_id)
      select ${id}, r, ${distributorId} from unnest(${mail.recipients}::text[]) r`);
    return id;
  },
};

/** What an action calls it; empty for a mail that is no statement. */
export const statementTitle = (statement: MailedStatement | undefined): string =>
  statement === undefined ? "" : `Relevé de compte ${statement.account}`;
