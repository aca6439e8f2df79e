import { letteringIndex } from "./lettering-code.ts";
import { settlementGroups, type SettlementGroup, type SettlementLink } from "./settlement-groups.ts";

export interface GroupLink extends SettlementLink {
  /** Its row, by its number, which grows. */
  readonly key: string;
  /** The letters that it was given when it was made. */
  readonly letters: string | null;
}

export interface LetteredGroup<Invoice, Link> extends SettlementGroup<Invoice, Link> {
  /** Null when nothing settles it, or while it is lacking. */
  readonly letters: string | null;
  /** It must take the account's next ones. */
  readonly is_lacking: boolean;
  /** Links that must be given the letters of the group. */
  readonly stale_links: readonly Link[];
}

/** The oldest of some letters; undefined without any. */
export function firstLetters(letters: Iterable<string | null>): string | undefined {
  let [first, lowest]: [string | undefined, number] = [undefined, Number.POSITIVE_INFINITY];
  for (const one of letters) {
    const index = one === null ? undefined : letteringIndex(one);
    if (one === null || index === undefined || index >= lowest) continue;
    [first, lowest] = [one, index];
  }
  return first;
}

/**
 * The groups that payments and credit notes make of the invoices of one or more client accounts, with their letters: the
 * oldest of those that their links carry. So letters stay while a group grows, and an undone payment leaves each group
 * with what it had.
 *
 * Letters are carried inside one group only, those that it shows and those that it would show once a link is undone. Two
 * groups that an undone payment has parted cannot share them: the one of the older payment keeps them, and the links of the
 * other are stale. Links that were made since then must not bring them back later.
 * @param invoices all the members; @param links all their payments and credit notes
 */
export function lettersOfGroups<
  Invoice extends { readonly id: number; readonly client_account: string },
  Link extends GroupLink,
>(invoices: readonly Invoice[], links: readonly Link[]): LetteredGroup<Invoice, Link>[] {
  const groups = settlementGroups(invoices, links)
    .map((group) => ({ group, age: ageOf(group) }))
    .sort((a, b) => a.age - b.age)
    .map(({ group }) => group);
  const owners = new Map<string, SettlementGroup<Invoice, Link>>();
  const shown = groups.map((group) => {
    const letters = firstLetters(
      group.links.map((link) => link.letters).filter((one) => !owners.has(`${one} ${group.client_account}`)),
    );
    if (letters !== undefined) owners.set(`${letters} ${group.client_account}`, group);
    return letters ?? null;
  });
  for (const group of groups)
    for (const { letters } of group.links) {
      const key = `${letters} ${group.client_account}`;
      if (letters !== null && !owners.has(key)) owners.set(key, group);
    }
  return groups.map((group, place): LetteredGroup<Invoice, Link> => {
    const letters = shown[place] ?? null;
    const isLacking = letters === null && group.links.length > 0;
    const stale = group.links.filter(
      (link) => link.letters === null || owners.get(`${link.letters} ${group.client_account}`) !== group,
    );
    return { ...group, letters, is_lacking: isLacking, stale_links: stale };
  });
}

/** By its oldest payment; a group that only credit notes settle comes last. */
const ageOf = (group: SettlementGroup<unknown, GroupLink>): number =>
  group.links.reduce(
    (oldest, { kind, key }) =>
      kind === "credit" || kind === "moved" ? oldest : Math.min(oldest, Number(key)),
    Number.MAX_SAFE_INTEGER,
  );
