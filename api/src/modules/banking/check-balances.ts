import type { CivilDate } from "@bobine/contract/civil-date";
import type { Tx } from "../../db/scope.ts";
import { balanceBreaks, type DatedAmount, type SaidBalance } from "../../domain/parsing/balance-breaks.ts";
import { endOfDayOf, type StatementBalance } from "../../domain/parsing/statement-balances.ts";
import type { StatementLine } from "../../domain/parsing/statement-line.ts";
import type { KnownAccount } from "./bank-accounts.repository.ts";
import { bankBalancesRepository } from "./bank-balances.repository.ts";

/** What a file brings of an account that is here; `account` is undefined of the only one, while it has no name. */
interface Brought {
  readonly account: KnownAccount | undefined;
  readonly known: readonly SaidBalance[];
  readonly told: readonly StatementBalance[];
  readonly fresh: readonly StatementLine[];
}

/**
 * Where the balances of a file and those that are here part (BANK-36). The caller holds `lockStatements`.
 * @param accountOf the account of what a file names so: null when it is not known yet, which has no balances
 */
export async function checkBalances(
  tx: Tx,
  distributorId: number,
  accountOf: (name: string) => KnownAccount | undefined | null,
  file: { readonly balances: readonly StatementBalance[]; readonly fresh: readonly StatementLine[] },
): Promise<string[]> {
  const firstId = accountOf("")?.id ?? 0;
  const stated = await bankBalancesRepository.stated(tx, distributorId, firstId);
  const told = Map.groupBy(file.balances, ({ bank_account }) => accountOf(bank_account));
  // Amounts of other currencies are on no balance.
  const euros = file.fresh.filter((line) => line.currency_code === "EUR");
  const fresh = Map.groupBy(euros, ({ bank_account }) => accountOf(bank_account));
  const brought: Brought[] = [];
  for (const account of new Set([...told.keys(), ...fresh.keys()])) {
    if (account === null) continue;
    const known = [...(stated.get(account?.id ?? 0) ?? []), ...openingOf(account)];
    if (known.length === 0) continue;
    brought.push({ account, known, told: told.get(account) ?? [], fresh: fresh.get(account) ?? [] });
  }
  const sentences: string[] = [];
  for (const one of brought) {
    const days = daysBetweenBalances(one);
    const lines: DatedAmount[] = days
      ? await bankBalancesRepository.movements(tx, distributorId, one.account?.id ?? 0, firstId, days)
      : [];
    sentences.push(...balanceBreaks({ ...one, label: one.account?.label ?? "", lines }));
  }
  return sentences;
}

const openingOf = (account: KnownAccount | undefined): SaidBalance[] =>
  account?.opening ? [{ kind: "opening", ...account.opening }] : [];

/** From the last balance before the file to the first one behind it. */
function daysBetweenBalances({
  known,
  told,
  fresh,
}: Brought): { from: CivilDate; to: CivilDate } | undefined {
  let [from, to]: CivilDate[] = [];
  for (const day of [...told.map(endOfDayOf), ...fresh.map((line) => line.transaction_date)]) {
    if (from === undefined || day < from) from = day;
    if (to === undefined || day > to) to = day;
  }
  if (from === undefined || to === undefined) return undefined;
  const [first, last] = [from, to];
  const days = known.map(endOfDayOf).toSorted();
  return {
    from: days.findLast((day) => day < first) ?? first,
    to: days.find((day) => day >= last) ?? last,
  };
}
