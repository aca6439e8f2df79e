import type { CivilDate } from "@bobine/contract/civil-date";
import { type AgedCents, agedAmounts, type OpenAmount, sumOfAged } from "./aged-balance.ts";

export interface NamedClient {
  readonly client_account: string;
  readonly client_name: string;
  /** Of its cinemas; empty: none. */
  readonly group: string;
}

export interface AgedOfClient extends NamedClient {
  readonly amounts: AgedCents;
}

export interface AgedOfGroup {
  readonly group: string;
  readonly amounts: AgedCents;
  readonly clients: readonly AgedOfClient[];
}

/** Groups whose names differ only in case, accents or blanks have one key (CLI-4). */
export const groupKey = (name: string): string =>
  name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLocaleLowerCase("fr")
    .replace(/[\s\u200b]+/gu, " ")
    .trim();

/**
 * The aged balance of clients by group: who owes most comes first, among groups and in each. Clients whose documents come to nothing by
 * themselves are left out; those whose debts and credits cancel out are not.
 * @param names of each account; one that is missing is called by its account
 */
export function agedByGroup(
  open: readonly (OpenAmount & { readonly client_account: string })[],
  names: readonly NamedClient[],
  on: CivilDate,
): { readonly amounts: AgedCents; readonly groups: readonly AgedOfGroup[]; readonly client_count: number } {
  const known = new Map(names.map((one) => [one.client_account, one]));
  const clients = [...Map.groupBy(open, (one) => one.client_account)].map(
    ([client_account, amounts]): AgedOfClient => ({
      ...(known.get(client_account) ?? { client_account, client_name: client_account, group: "" }),
      amounts: agedAmounts(amounts, on),
    }),
  );
  const groups = [...Map.groupBy(clients, ({ group }) => groupKey(group))].map(
    ([, members]): AgedOfGroup => ({
      group: firstName(members),
      amounts: sumOfAged(members.map(({ amounts }) => amounts)),
      clients: members.toSorted(byDebt),
    }),
  );
  return {
    amounts: sumOfAged(groups.map(({ amounts }) => amounts)),
    client_count: clients.length,
    groups: groups.toSorted((a, b) => b.amounts.balance - a.amounts.balance || (a.group < b.group ? -1 : 1)),
  };
}

/** Of the ways in which a group is written, the one that most of its clients have. */
function firstName(members: readonly NamedClient[]): string {
  const counts = new Map<string, number>();
  for (const { group } of members) counts.set(group.trim(), (counts.get(group.trim()) ?? 0) + 1);
  const [first] = [...counts].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  return first?.[0] ?? "";
}

const byDebt = (a: AgedOfClient, b: AgedOfClient): number =>
  b.amounts.balance - a.amounts.balance || (a.client_account < b.client_account ? -1 : 1);
