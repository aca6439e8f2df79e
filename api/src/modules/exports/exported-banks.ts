import { type CivilDate, civilDate } from "@bobine/contract/civil-date";
import type { Cents } from "@bobine/contract/money";
import sql from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import { BankSums, lateMovements, type SumsOfBanks } from "../../domain/exports/bank-sums.ts";
import type { LateMovement } from "../../domain/exports/bank-ties.ts";
import { ALL_DAYS } from "../../domain/exports/export-data.ts";
import type { KnownAccount } from "../banking/bank-accounts.repository.ts";
import { lotsRepository } from "./lots.repository.ts";
import { readProvisional } from "./read-provisional.ts";
import { tiesRepository } from "./ties.repository.ts";

interface ExportedBanks {
  readonly ledger: SumsOfBanks;
  /** By account in the books, in the order of the bank's days: what is entered later, from before the end of the year to within it or after. */
  readonly late: ReadonlyMap<string, readonly LateMovement[]>;
}

type LateRow = LateMovement & { readonly account: string };

/** What the accounts of the banks move in a year as the exports give it (EXP-15): each entry on the day on which lots hold it, or will. */
export async function readExportedBanks(
  tx: Tx,
  request: {
    readonly distributorId: number;
    readonly year: number;
    readonly today: CivilDate;
    readonly accounts: readonly KnownAccount[];
  },
): Promise<ExportedBanks> {
  const { distributorId, year, today, accounts } = request;
  const made = await lotsRepository.days(tx, distributorId);
  if (made === null)
    return { ledger: await tiesRepository.ledger(tx, distributorId, year, accounts), late: new Map() };
  const whole = { from: civilDate(`${year}-01-01`), to: civilDate(`${year}-12-31`) };
  const banks = new BankSums(accounts);
  const posted = sql`
    posted_entry p cross join lateral jsonb_to_recordset(p.lines) as l (account text, label text, debit bigint, credit bigint)
    where p.distributor_id = ${distributorId} and l.account = any(${[...banks.accounts]}) and p.entry_date >= ${whole.from}`;
  const moved = await tx.many<{ account: string; month: string; amount: Cents }>(sql`
    select l.account, to_char(p.entry_date, 'YYYY-MM') as month, sum(l.debit - l.credit)::bigint as amount
    from ${posted} and p.entry_date <= ${whole.to} group by 1, 2`);
  for (const { account, month, amount } of moved) banks.addMoved(account, month, amount);
  const late = await tx.many<LateRow>(sql`
    select l.account, p.piece_date as date, p.entry_date as entered_on, (array_agg(l.label order by p.id))[1] as label,
      sum(l.debit - l.credit)::bigint as amount
    from ${posted} and p.piece_date < p.entry_date and p.piece_date <= ${whole.to}
    group by l.account, p.key, p.piece_date, p.entry_date having sum(l.debit - l.credit) <> 0`);
  const period = { from: whole.from, to: ALL_DAYS.to };
  const { entries } = await readProvisional(tx, { distributorId, made, today, period, letters: "none" });
  for (const entry of entries) if (entry.date <= whole.to) banks.add(entry);
  late.push(...lateMovements(entries, banks.accounts).filter(({ date }) => date <= whole.to));
  return {
    ledger: banks.sums,
    late: Map.groupBy(
      late.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0)),
      ({ account }) => account,
    ),
  };
}
