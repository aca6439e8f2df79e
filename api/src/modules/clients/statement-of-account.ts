import { addDays } from "@bobine/contract/civil-date";
import type { AccountCsvRow } from "@bobine/contract/lists/client-account";
import { cents, centsFromWire, centsToWire, type Money } from "@bobine/contract/money";
import type { Tx } from "../../db/scope.ts";
import { type AccountPeriod, clientAccountsRepository as accounts } from "./client-accounts.repository.ts";
import { movementView } from "./movement-view.ts";

/** A statement of account, oldest first; of a period it begins with the balance before it (CLI-2). */
export async function* statementRows(tx: Tx, period: AccountPeriod): AsyncGenerator<AccountCsvRow[]> {
  const { opening_balance } = await accounts.sums(tx, period);
  let isFirst = true;
  for await (const rows of accounts.all(tx, period)) {
    const [first] = rows;
    // What is written between both readings is in the second.
    const before = first
      ? centsToWire(cents(centsFromWire(first.balance) - centsFromWire(first.amount)))
      : opening_balance;
    const opening = isFirst ? openingRow(period, before) : [];
    isFirst = false;
    yield [...opening, ...rows.map(movementView)];
  }
}

const openingRow = ({ from }: AccountPeriod, balance: Money): AccountCsvRow[] =>
  from === undefined
    ? []
    : [
        {
          date: addDays(from, -1),
          label: "Solde précédent",
          detail: "",
          due_date: null,
          debit: null,
          credit: null,
          letters: "",
          balance,
        },
      ];
