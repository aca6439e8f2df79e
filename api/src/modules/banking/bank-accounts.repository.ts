import { centsFromWire, centsToWire } from "@bobine/contract/money";
import sql from "sql-template-tag";
import { columnsOf, type RowOf } from "../../db/columns.ts";
import type { BankAccountRow } from "../../db/schema.ts";
import type { Tx } from "../../db/scope.ts";
import type { AccountFields, BankAccount, OpeningBalance } from "../../domain/bank-account.ts";
import { firstAccountOf } from "./lines-of-account.ts";

const COLUMNS = columnsOf<BankAccountRow>()(
  [
    "id",
    "number",
    "label",
    "ledger_account",
    "journal",
    "bank",
    "colour",
    "currency",
    "opened_on",
    "opening_date",
    "opening_balance",
  ],
  "a",
);

export interface KnownAccount extends BankAccount, AccountFields {
  /** A lot holds entries of it: its journal and its account in the books stay. */
  readonly is_posted: boolean;
}

export const bankAccountsRepository = {
  /** The first one first: what names no account is of it, in euros as long as any is (BANK-15, BANK-38). */
  async list(tx: Tx, distributorId: number): Promise<KnownAccount[]> {
    const rows = await tx.many<RowOf<typeof COLUMNS> & Pick<KnownAccount, "is_posted" | "colour">>(sql`
      select ${COLUMNS},
        exists (select from posted_entry p where p.distributor_id = a.distributor_id and p.journal = a.journal)
          or exists (select from posted_entry p where p.distributor_id = a.distributor_id and p.key = 'bank_account:' || a.id) as is_posted
      from bank_account a where a.distributor_id = ${distributorId} order by a.currency <> 'EUR', a.id`);
    return rows.map(({ opening_date, opening_balance, ...row }) => ({
      ...row,
      opening:
        opening_date === null || opening_balance === null
          ? null
          : { date: opening_date, amount: centsFromWire(opening_balance) },
    }));
  },

  async insert(
    tx: Tx,
    distributorId: number,
    account: Omit<BankAccount & AccountFields, "id">,
  ): Promise<number> {
    const { number, label, ledger_account, journal, bank, colour, currency, opened_on, opening } = account;
    const { id } = await tx.one<{ id: number }>(sql`
      insert into bank_account (distributor_id, number, label, ledger_account, journal, bank, colour, currency, opened_on, opening_date,
        opening_balance)
      values (${distributorId}, ${number}, ${label}, ${ledger_account}, ${journal}, ${bank}, ${colour}, ${currency}, ${opened_on},
        ${opening?.date ?? null}, ${amountOf(opening)}) returning id`);
    return id;
  },

  async update(tx: Tx, account: Omit<KnownAccount, "is_posted">): Promise<void> {
    const { id, number, label, ledger_account, journal, bank, colour, opened_on, opening } = account;
    await tx.run(sql`
      update bank_account set number = ${number}, label = ${label}, ledger_account = ${ledger_account}, journal = ${journal},
        bank = ${bank}, colour = ${colour}, opened_on = ${opened_on}, opening_date = ${opening?.date ?? null}, opening_balance = ${amountOf(opening)}
      where id = ${id}`);
  },

  /**
   * Accounts that imports made which are taken back, and that hold nothing: no line, no balance, nothing that was said of columns; no
   * connection reads them. An import and what it makes have the time of their transaction.
   * @returns by its id the bank that the statement named
   */
  async emptyOfTakenBack(tx: Tx, distributorId: number): Promise<Map<number, string>> {
    // What is of no account is of the first one.
    const ofAccount = sql`= a.id or (h.bank_account_id is null and a.id = ${firstAccountOf(sql`a.distributor_id`)})`;
    const rows = await tx.many<{ id: number; bank: string }>(sql`
      select a.id, left(coalesce(f.stats ->> 'bank', ''), 60) as bank from bank_account a
      join import_file f on f.distributor_id = a.distributor_id and f.kind = 'bank_statement' and f.created_at = a.created_at
        and f.taken_back_at is not null
      where a.distributor_id = ${distributorId}
        and not exists (select from bank_transaction h where h.distributor_id = a.distributor_id and (h.bank_account_id ${ofAccount}))
        and not exists (select from bank_balance h where h.distributor_id = a.distributor_id and (h.bank_account_id ${ofAccount}))
        and not exists (select from statement_layout h where h.distributor_id = a.distributor_id and (h.bank_account_id ${ofAccount}))
        and not exists (select from bank_connection c where c.distributor_id = a.distributor_id and a.number = any(c.synced_ibans))`);
    return new Map(rows.map(({ id, bank }) => [id, bank]));
  },

  async remove(tx: Tx, id: number): Promise<void> {
    await tx.run(sql`delete from bank_account where id = ${id}`);
  },

  /** Of an account that has nothing in euros, nor would have as the first one. */
  async setCurrency(tx: Tx, id: number, currency: string): Promise<void> {
    await tx.run(sql`
      update bank_account a set currency = ${currency} where id = ${id} and opening_balance is null
        and not exists (select from bank_transaction t where t.distributor_id = a.distributor_id and t.currency_code = 'EUR'
          and (t.bank_account_id = a.id or (t.bank_account_id is null and not exists (
            select from bank_account b where b.distributor_id = a.distributor_id and b.id <> a.id and b.currency = 'EUR'))))`);
  },

  /** Whether anything in euros is of no account. */
  async hasUnnamedEuros(tx: Tx, distributorId: number): Promise<boolean> {
    const { found } = await tx.one<{ found: boolean }>(sql`
      select exists (select from bank_transaction where distributor_id = ${distributorId} and bank_account_id is null and currency_code = 'EUR')
        or exists (select from bank_balance where distributor_id = ${distributorId} and bank_account_id is null) as found`);
    return found;
  },

  /** Whether a lot holds bank lines that are of no account. */
  async hasPostedUnnamed(tx: Tx, distributorId: number): Promise<boolean> {
    const { found } = await tx.one<{ found: boolean }>(sql`
      select exists (select from bank_transaction t join posted_entry p on p.distributor_id = t.distributor_id and p.key = 'transaction:' || t.id
        where t.distributor_id = ${distributorId} and t.bank_account_id is null) as found`);
    return found;
  },

  /**
   * What is of no account becomes this one's, before another one is the first: lines in its currency, all of them once a lot holds any, and what
   * goes with them as long as none is left.
   */
  async adoptUnnamed(tx: Tx, distributorId: number, { id, currency }: KnownAccount): Promise<void> {
    const isPosted = await this.hasPostedUnnamed(tx, distributorId);
    await tx.run(sql`
      update bank_transaction set bank_account_id = ${id}
      where distributor_id = ${distributorId} and bank_account_id is null and (${isPosted} or currency_code = ${currency})`);
    const { left } = await tx.one<{ left: boolean }>(sql`
      select exists (select from bank_transaction where distributor_id = ${distributorId} and bank_account_id is null) as left`);
    if (left) return;
    await tx.run(sql`
      update bank_balance b set bank_account_id = ${id}
      where b.distributor_id = ${distributorId} and b.bank_account_id is null and not exists (
        select from bank_balance o where o.distributor_id = b.distributor_id and o.bank_account_id = ${id}
          and o.import_id is not distinct from b.import_id and o.kind = b.kind and o.balance_date = b.balance_date)`);
    await tx.run(sql`
      update statement_layout s set bank_account_id = ${id}
      where s.distributor_id = ${distributorId} and s.bank_account_id is null and not exists (
        select from statement_layout o where o.distributor_id = s.distributor_id and o.bank_account_id = ${id} and o.header_key = s.header_key)`);
  },

  /** Accounts without the name of a bank get it from their statement. */
  async nameBank(tx: Tx, distributorId: number, ids: readonly number[], bank: string): Promise<void> {
    await tx.run(sql`
      update bank_account set bank = left(${bank}, 60)
      where distributor_id = ${distributorId} and id = any(${ids}::bigint[]) and bank = ''`);
  },

  /** How saved lines without an account of their own name theirs, the most frequent name first. */
  async namesWithoutAccount(tx: Tx, distributorId: number): Promise<string[]> {
    const rows = await tx.many<{ name: string }>(sql`
      select bank_account as name from bank_transaction
      where distributor_id = ${distributorId} and bank_account_id is null and bank_account <> ''
      group by 1 order by count(*) desc, 1 limit 100`);
    return rows.map(({ name }) => name);
  },

  /** Lines that name an account become its own. What a lot holds stays where it is. */
  async adopt(tx: Tx, distributorId: number, accountId: number, names: readonly string[]): Promise<void> {
    if (names.length === 0) return;
    await tx.run(sql`
      update bank_transaction t set bank_account_id = ${accountId}
      where t.distributor_id = ${distributorId} and t.bank_account_id is null and t.bank_account = any(${names}::text[])
        and not exists (select from posted_entry p where p.distributor_id = t.distributor_id and p.key = 'transaction:' || t.id)`);
  },

  /**
   * The accounts that have lines of this very file, some of an earlier import. What a lot has kept on one in another currency is as if of the first
   * one, on which it would be now (BANK-15).
   */
  async accountsOfFile(tx: Tx, distributorId: number, sha256: Buffer, firstId: number): Promise<number[]> {
    const rows = await tx.many<{ id: number }>(sql`
      select distinct coalesce(a.id, ${firstId}) as id
      from import_file f join bank_transaction t on t.import_id = f.id and t.distributor_id = f.distributor_id
      left join bank_account a on a.id = t.bank_account_id and a.currency in ('EUR', t.currency_code)
      where f.distributor_id = ${distributorId} and f.kind = 'bank_statement' and f.sha256 = ${sha256} limit 20`);
    return rows.map(({ id }) => id);
  },

  /** Of the distributor itself. */
  ibans: (tx: Tx, distributorId: number): Promise<{ iban: string; secondary_iban: string }> =>
    tx.one(sql`select iban, secondary_iban from distributor where id = ${distributorId}`),
};

const amountOf = (opening: OpeningBalance | null): string | null =>
  opening === null ? null : centsToWire(opening.amount);
