import { type CivilDate, civilDate } from "@bobine/contract/civil-date";
import { centsFromWire, type Money } from "@bobine/contract/money";
import type { TieRemark } from "@bobine/contract/ties";
import sql from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import { bookWindows } from "../../domain/exports/book-windows.ts";
import type { BankFacts } from "../../domain/exports/bank-ties.ts";
import { BankSums, type SumsOfBanks } from "../../domain/exports/bank-sums.ts";
import { ledgerEntries } from "../../domain/exports/ledger-entries.ts";
import { NO_LETTERS } from "../../domain/exports/lettering.ts";
import type { KnownAccount } from "../banking/bank-accounts.repository.ts";
import { daysOf } from "./compare-books.ts";
import { exportsRepository } from "./exports.repository.ts";
import { WINDOW_ROWS } from "./window-rows.ts";

/** Lines that a remark names. */
export const MOST_NAMED = 20;

type NamedLine = Extract<TieRemark, { kind: "foreign" }>["lines"][number];
type Lines = Extract<TieRemark, { kind: "foreign" | "double" }>;
/** What belongs to no account belongs to the first one; 0 while none is known. */
type AccountId = number;

export const tiesRepository = {
  /** Years that have lines or an opening balance. */
  async years(tx: Tx, distributorId: number): Promise<number[]> {
    const { first, last } = await tx.one<{ first: number | null; last: number | null }>(sql`
      select extract(year from min(day))::integer as first, extract(year from max(day))::integer as last from (
        select min(transaction_date) as day from bank_transaction where distributor_id = ${distributorId}
        union all select max(transaction_date) from bank_transaction where distributor_id = ${distributorId}
        union all select min(opening_date) from bank_account where distributor_id = ${distributorId}) days`);
    if (first === null || last === null) return [];
    return Array.from({ length: last - first + 1 }, (_, place) => first + place);
  },

  /** The sums of days until the end of a year, in euros. */
  async days(
    tx: Tx,
    distributorId: number,
    year: number,
    first: AccountId,
  ): Promise<Map<AccountId, BankFacts["days"]>> {
    const rows = await tx.many<{ account: AccountId; date: CivilDate; amount: Money; count: number }>(sql`
      select coalesce(bank_account_id, ${first}) as account, transaction_date as date, sum(amount)::numeric(14, 2) as amount, count(*)::integer as count
      from bank_transaction
      where distributor_id = ${distributorId} and currency_code = 'EUR' and transaction_date <= ${lastDay(year)}
      group by 1, 2 order by 2`);
    return Map.groupBy(
      rows.map(({ amount, ...row }) => ({ ...row, amount: centsFromWire(amount) })),
      (row) => row.account,
    );
  },

  async stated(
    tx: Tx,
    distributorId: number,
    year: number,
    first: AccountId,
  ): Promise<Map<AccountId, BankFacts["stated"]>> {
    // What is told of one day by many files is told once.
    const rows = await tx.many<{
      account: AccountId;
      kind: "opening" | "closing";
      date: CivilDate;
      amount: Money;
    }>(sql`
      select distinct coalesce(bank_account_id, ${first}) as account, kind, balance_date as date, amount from bank_balance
      where distributor_id = ${distributorId} and balance_date <= ${lastDay(year)} order by 3, 2, 4`);
    return Map.groupBy(
      rows.map(({ amount, ...row }) => ({ ...row, amount: centsFromWire(amount) })),
      (row) => row.account,
    );
  },

  /** What the accounts of the banks move in the books on the days of the bank, by account in the books and month of a year. */
  async ledger(
    tx: Tx,
    distributorId: number,
    year: number,
    accounts: readonly KnownAccount[],
  ): Promise<SumsOfBanks> {
    const whole = { from: civilDate(`${year}-01-01`), to: lastDay(year) };
    const days = await daysOf(tx, distributorId);
    const banks = new BankSums(accounts);
    for (const window of bookWindows(days, WINDOW_ROWS, whole)) {
      const data = await exportsRepository.exportData(tx, distributorId, window);
      for (const entry of ledgerEntries(data, NO_LETTERS, window)) banks.add(entry);
    }
    return banks.sums;
  },

  /** Lines in another currency, and lines alike that came from two sources, by account. */
  async lines(
    tx: Tx,
    distributorId: number,
    year: number,
    first: AccountId,
  ): Promise<Map<AccountId, Lines[]>> {
    const rows = await tx.many<NamedLine & { kind: Lines["kind"]; account: AccountId; count: number }>(sql`
      with line as (
        select id as transaction_id, transaction_date, label, amount, currency_code, account,
          count(*) over alike as alike, count(distinct_source) over alike as sources
        from (
          select *, coalesce(bank_account_id, ${first}) as account, case when import_id is distinct from
            min(import_id) over (partition by coalesce(bank_account_id, ${first}), transaction_date, amount, currency_code, lower(label)) then 1
            end as distinct_source
          from bank_transaction
          where distributor_id = ${distributorId} and transaction_date between ${`${year}-01-01`} and ${lastDay(year)}) t
        window alike as (partition by account, transaction_date, amount, currency_code, lower(label))
      ), told as (
        select 'foreign' as kind, line.* from line where currency_code <> 'EUR'
        union all select 'double', line.* from line where alike > 1 and sources > 0
      )
      select kind, account, count, transaction_id, transaction_date, label, amount, currency_code
      from (select *, count(*) over (partition by kind, account)::integer as count,
        row_number() over (partition by kind, account order by transaction_date, lower(label), transaction_id) as place from told) t
      where place <= ${MOST_NAMED} order by kind, account, place`);
    const remarks = new Map<AccountId, Lines[]>();
    for (const ofOne of Map.groupBy(rows, (row) => `${row.kind} ${row.account}`).values()) {
      const [first] = ofOne;
      if (!first) continue;
      const { kind, account, count } = first;
      const lines = ofOne.map(({ kind: _kind, account: _account, count: _count, ...line }) => line);
      remarks.set(account, [...(remarks.get(account) ?? []), { kind, count, lines }]);
    }
    return remarks;
  },
};

const lastDay = (year: number): CivilDate => `${year}-12-31` as CivilDate;
