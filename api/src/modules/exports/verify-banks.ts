import { type CivilDate, civilDate } from "@bobine/contract/civil-date";
import { type Cents, cents, centsToWire } from "@bobine/contract/money";
import sql from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import { bankBooks } from "../../domain/exports/bank-books.ts";
import { bankAccountsRepository, type KnownAccount } from "../banking/bank-accounts.repository.ts";
import type { Violation } from "../banking/verify-ledger.ts";
import { tiesRepository as repository } from "./ties.repository.ts";

/**
 * Looks for bank accounts whose account in the books is moved by other sums than their lines and their opening balance (EXP-15): of what
 * lots hold line by line, and of what exports give now by account and month.
 */
export async function verifyBanks(tx: Tx): Promise<Violation[]> {
  const distributors = await tx.many<{ id: number }>(sql`
    select id from distributor d where exists (select from bank_transaction t where t.distributor_id = d.id)
      or exists (select from bank_account a where a.distributor_id = d.id) order by id`);
  const violations = await postedOtherwise(tx);
  for (const { id } of distributors) {
    const accounts = await bankAccountsRepository.list(tx, id);
    for (const year of await repository.years(tx, id))
      violations.push(...(await ofYear(tx, id, year, accounts)));
  }
  return violations;
}

const postedOtherwise = (tx: Tx): Promise<Violation[]> =>
  tx.many<Violation>(sql`
    select 'bank_posted' as rule, p.distributor_id, p.id::text as subject,
      format('entry %s of %s %s moves the bank by %s cents, its line is of %s', p.number, p.journal, p.year, b.moved, t.amount) as message
    from posted_entry p
    join bank_transaction t on t.distributor_id = p.distributor_id and p.key = 'transaction:' || t.id
    cross join lateral (select coalesce(sum(l.debit - l.credit), 0) as moved
      from jsonb_to_recordset(p.lines) as l (account text, debit bigint, credit bigint) where l.account like '512%') b
    where p.reverses_id is null and b.moved <> t.amount * 100
    order by p.distributor_id, p.id`);

async function ofYear(
  tx: Tx,
  distributorId: number,
  year: number,
  accounts: readonly KnownAccount[],
): Promise<Violation[]> {
  const first = accounts[0]?.id ?? 0;
  const days = await repository.days(tx, distributorId, year, first);
  const ledger = await repository.ledger(tx, distributorId, year, accounts);
  const standard = bankBooks([])({ bank_account_id: null }).account;
  const known = accounts.length > 0 ? accounts : [{ id: first, ledger_account: standard, opening: null }];
  return known.flatMap(({ id, ledger_account, opening }) => {
    const wanted = new Map<string, Cents>();
    const add = (date: CivilDate, amount: Cents): void => {
      const month = date.slice(0, 7);
      if (date >= civilDate(`${year}-01-01`)) wanted.set(month, cents((wanted.get(month) ?? 0) + amount));
    };
    for (const { date, amount } of days.get(id) ?? []) add(date, amount);
    if (opening && opening.date <= `${year}-12-31`) add(opening.date, opening.amount);
    const moved = ledger.get(ledger_account) ?? new Map<string, Cents>();
    return [...new Set([...wanted.keys(), ...moved.keys()])].toSorted().flatMap((month): Violation[] => {
      const [bank, books] = [wanted.get(month) ?? cents(0), moved.get(month) ?? cents(0)];
      if (bank === books) return [];
      return [
        {
          rule: "bank_tie",
          distributor_id: distributorId,
          subject: `${ledger_account} ${month}`,
          message: `the bank moves ${centsToWire(bank)}, its account in the books ${centsToWire(books)}`,
        },
      ];
    });
  });
}
