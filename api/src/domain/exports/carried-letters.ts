import { letteringIndex } from "./lettering-code.ts";
import { settlementGroups, type SettlementGroup, type SettlementLink } from "./settlement-groups.ts";

export interface GroupLink extends SettlementLink {
  /** Its row. */
  readonly key: string;
  /** The letters that it was given when it was made. */
  readonly letters: string | null;
}

export interface LetteredGroup<Invoice> extends SettlementGroup<Invoice, GroupLink> {
  readonly letters: string | null;
  /** It must take the account's next ones. */
  readonly is_lacking: boolean;
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
 * oldest of those that their payments carry. So letters stay while a group grows, and an undone payment leaves each group
 * with what it had. Two groups that an undone payment has parted cannot share letters: the one of the older payment keeps
 * them (DOMAIN §7.2).
 * @param invoices all the members; @param links all their payments and credit notes
 * @param letterCredits whether a group that only credit notes settle gets letters
 */
export function lettersOfGroups<Invoice extends { readonly id: number; readonly client_account: string }>(
  invoices: readonly Invoice[],
  links: readonly GroupLink[],
  letterCredits: boolean,
): LetteredGroup<Invoice>[] {
  const taken = new Set<string>();
  const age = (group: SettlementGroup<Invoice, GroupLink>): number =>
    group.links.reduce(
      (oldest, link) => (link.kind === "payment" ? Math.min(oldest, Number(link.key)) : oldest),
      Number.MAX_SAFE_INTEGER,
    );
  return settlementGroups(invoices, links)
    .sort((a, b) => age(a) - age(b))
    .map((group): LetteredGroup<Invoice> => {
      const carried = group.links
        .map((link) => link.letters)
        .filter((letters) => letters !== null && !taken.has(`${letters} ${group.client_account}`));
      const letters = firstLetters(carried);
      if (letters !== undefined) {
        taken.add(`${letters} ${group.client_account}`);
        return { ...group, letters, is_lacking: false };
      }
      const isPaid = group.links.some((link) => link.kind === "payment");
      const isLacking = isPaid || (letterCredits && group.links.length > 0);
      return { ...group, letters: null, is_lacking: isLacking };
    });
}
