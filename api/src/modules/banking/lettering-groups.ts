import { letteringIndex } from "../../domain/exports/lettering-code.ts";

/** What settles an invoice: a transaction, or a credit note. */
export interface GroupLink {
  readonly kind: "payment" | "credit";
  /** Its row. */
  readonly key: string;
  /** The transaction, or the credit note. */
  readonly link: number;
  readonly invoice_id: number;
  /** The letters that it was given when it was made. */
  readonly letters: string | null;
}

export interface LetteredGroup<Invoice> {
  readonly client_account: string;
  readonly invoices: readonly Invoice[];
  readonly links: readonly GroupLink[];
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
  const accounts = new Map(invoices.map((invoice) => [invoice.id, invoice.client_account]));
  const joined = new DisjointSets();
  for (const { id } of invoices) joined.add(`invoice ${id}`);
  // A credit note of another account is not in the group.
  const inside = links.filter(
    ({ kind, link, invoice_id }) => kind === "payment" || accounts.get(link) === accounts.get(invoice_id),
  );
  for (const { kind, link, invoice_id } of inside) {
    const settling = kind === "payment" ? `payment ${link} ${accounts.get(invoice_id)}` : `invoice ${link}`;
    joined.join(`invoice ${invoice_id}`, settling);
  }
  const groups = new Map<string, { client_account: string; invoices: Invoice[]; links: GroupLink[] }>();
  for (const invoice of invoices) {
    const root = joined.root(`invoice ${invoice.id}`);
    const group = groups.get(root);
    if (group) group.invoices.push(invoice);
    else groups.set(root, { client_account: invoice.client_account, invoices: [invoice], links: [] });
  }
  for (const link of inside) groups.get(joined.root(`invoice ${link.invoice_id}`))?.links.push(link);

  const taken = new Set<string>();
  const age = (group: { links: GroupLink[] }): number =>
    group.links.reduce(
      (oldest, link) => (link.kind === "payment" ? Math.min(oldest, Number(link.key)) : oldest),
      Number.MAX_SAFE_INTEGER,
    );
  return [...groups.values()]
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

class DisjointSets {
  readonly #parents = new Map<string, string>();

  add(member: string): void {
    if (!this.#parents.has(member)) this.#parents.set(member, member);
  }

  root(member: string): string {
    let root = member;
    for (
      let parent = this.#parents.get(root);
      parent !== undefined && parent !== root;
      parent = this.#parents.get(root)
    )
      root = parent;
    this.#parents.set(member, root);
    return root;
  }

  join(a: string, b: string): void {
    this.add(a);
    this.add(b);
    this.#parents.set(this.root(a), this.root(b));
  }
}
