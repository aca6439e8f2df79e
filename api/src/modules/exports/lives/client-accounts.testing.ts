// The accounts of clients as their screen and the aged balance tell them, held against the own ledger on several days (CLI-1, CLI-3).
import type { CivilDate } from "@bobine/contract/civil-date";
import { centsFromWire } from "@bobine/contract/money";
import type { TestApp } from "../../../testing/test-app.ts";
import { clientAccountsRepository as accounts } from "../../clients/client-accounts.repository.ts";
import type { OwnLedger } from "./own-ledger.testing.ts";

const OWED = new Set(["411000", "416000"]);

/** @returns what is wrong, in words */
export async function clientAccountsOf(
  app: TestApp,
  distributorId: number,
  ledger: OwnLedger,
): Promise<string[]> {
  const lines = ledger.lines().filter((line) => line.client !== "" && OWED.has(line.account));
  const clients = [...new Set(lines.map((line) => line.client))];
  const dates = [...new Set(lines.map((line) => line.date))].toSorted();
  // Of days one third and two thirds through, the last one, and one on which all is past.
  const days = new Set([
    dates[Math.floor(dates.length / 3)],
    dates[Math.floor((2 * dates.length) / 3)],
    dates.at(-1),
    "2099-12-31",
  ]);
  const wrong: string[] = [];
  for (const day of days) {
    if (day === undefined) continue;
    const on = day as CivilDate;
    const open = await app.inDatabase((tx) => accounts.openOn(tx, { distributorId, on }), distributorId);
    for (const account of clients) {
      const owed = lines
        .filter((line) => line.client === account && line.date <= day)
        .reduce((sum, line) => sum + line.amount, 0);
      const { closing_balance } = await app.inDatabase(
        (tx) => accounts.sums(tx, { distributorId, account, to: on }),
        distributorId,
      );
      const told = centsFromWire(closing_balance);
      const aged = open
        .filter((one) => one.client_account === account)
        .reduce((sum, one) => sum + one.amount, 0);
      if (told !== owed) wrong.push(`${account} owes ${owed} on ${day}, its account says ${told}`);
      if (aged !== owed) wrong.push(`${account} owes ${owed} on ${day}, the aged balance says ${aged}`);
    }
  }
  return wrong;
}
