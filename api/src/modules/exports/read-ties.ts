import { centsToWire, type Cents, type Money } from "@bobine/contract/money";
import type { CivilDate } from "@bobine/contract/civil-date";
import type { TiedAccount, TieRemark as WireRemark, Ties } from "@bobine/contract/ties";
import type { Tx } from "../../db/scope.ts";
import { type LateMovement, type TiedMonth, type TieRemark, tieOf } from "../../domain/exports/bank-ties.ts";
import { bankBooks } from "../../domain/exports/bank-books.ts";
import { accountOnWire } from "../banking/bank-accounts.routes.ts";
import { bankAccountsRepository, type KnownAccount } from "../banking/bank-accounts.repository.ts";
import { readExportedBanks } from "./exported-banks.ts";
import { MOST_NAMED, tiesRepository as repository } from "./ties.repository.ts";

/** Whether each bank account is tied (EXP-15): its lines, what the bank says, and its account in the books, by month of a year. */
export async function readTies(
  tx: Tx,
  request: { readonly distributorId: number; readonly year: number; readonly today: CivilDate },
): Promise<Ties> {
  const { distributorId, year, today } = request;
  const accounts = await bankAccountsRepository.list(tx, distributorId);
  const years = await repository.years(tx, distributorId);
  const first = accounts[0]?.id ?? 0;
  const days = await repository.days(tx, distributorId, year, first);
  const stated = await repository.stated(tx, distributorId, year, first);
  const { ledger, late } = await readExportedBanks(tx, { distributorId, year, today, accounts });
  const lines = await repository.lines(tx, distributorId, year, first);
  const tied = (account: KnownAccount | null): TiedAccount => {
    const id = account?.id ?? first;
    const book = bankBooks(account ? [account] : [])({ bank_account_id: null }).account;
    const {
      months,
      remarks,
      late: missing,
    } = tieOf(
      {
        opening: account?.opening ?? null,
        days: days.get(id) ?? [],
        stated: stated.get(id) ?? [],
        ledger: ledger.get(book) ?? new Map(),
        late: late.get(book) ?? [],
      },
      year,
      today,
    );
    return {
      account: account && accountOnWire(account),
      months: months.map(monthOnWire),
      remarks: [...remarks.map(remarkOnWire), ...(lines.get(id) ?? [])],
      late: { count: missing.length, lines: missing.slice(0, MOST_NAMED).map(lateOnWire) },
    };
  };
  const isUnknown = accounts.length === 0 && (days.size > 0 || stated.size > 0);
  return {
    year,
    years: [...new Set([...years, Number(today.slice(0, 4)), year])].toSorted((a, b) => b - a),
    accounts: isUnknown ? [tied(null)] : accounts.map(tied),
  };
}

const wire = (amount: Cents | null): Money | null => (amount === null ? null : centsToWire(amount));

const monthOnWire = ({ opening, closing, movements, stated, ledger, ...month }: TiedMonth) => ({
  ...month,
  opening_balance: wire(opening),
  movements: centsToWire(movements),
  closing_balance: wire(closing),
  stated: stated && { date: stated.date, balance: centsToWire(stated.amount), gap: wire(stated.gap) },
  ledger_balance: wire(ledger),
});

const lateOnWire = ({
  date,
  entered_on,
  label,
  amount,
}: LateMovement): TiedAccount["late"]["lines"][number] => ({
  transaction_date: date,
  entered_on,
  label,
  amount: centsToWire(amount),
});

function remarkOnWire(remark: TieRemark): WireRemark {
  switch (remark.kind) {
    case "no_opening":
      return {
        kind: remark.kind,
        proposed: remark.proposed && {
          date: remark.proposed.date,
          balance: centsToWire(remark.proposed.amount),
        },
      };
    case "contradiction":
      return { kind: remark.kind, date: remark.date, balances: remark.amounts.map(centsToWire) };
    case "no_statement":
      return remark;
    case "before_opening":
    case "gap":
      return { ...remark, amount: centsToWire(remark.amount) };
  }
}
