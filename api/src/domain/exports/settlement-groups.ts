/**
 * What settles an invoice, or takes that back: a transaction, what was paid before it came here, a credit note (EXP-8), or what waited on the
 * client's account as a part of a transaction. `opening` is also what came from another account, whose line is of this invoice alone; `moved` is what a credit note gave an
 * invoice of another account, whose line is of the credit note alone.
 */
export interface SettlementLink {
  readonly kind: "payment" | "return" | "opening" | "credit" | "part" | "moved";
  /** The transaction, the credit note, or the part; of an opening payment and of what moved the document itself. */
  readonly link: number;
  readonly invoice_id: number;
}

export interface SettlementGroup<Invoice, Link> {
  readonly client_account: string;
  readonly invoices: Invoice[];
  readonly links: Link[];
}

/**
 * The sets of invoices and credit notes of one client account that payments and credit notes connect (EXP-3); an
 * invoice that nothing settles is alone. A transaction connects only what it pays in one account: it has a payment line in
 * each. Linear in the size of the data.
 * @param links those of other invoices are left out; a credit note that is not among the invoices, or of another account, connects nothing and
 *   stays with what it is put on
 * @returns in the order of their first invoices; inside, the order given
 */
export function settlementGroups<
  Invoice extends { readonly id: number; readonly client_account: string },
  Link extends SettlementLink,
>(invoices: readonly Invoice[], links: readonly Link[]): SettlementGroup<Invoice, Link>[] {
  const nodes = new Map(invoices.map((invoice, node) => [invoice.id, node]));
  const sets = new DisjointSets(invoices.length);
  /** By payment line, the first invoice that it pays. */
  const payments = new Map<string, number>();
  const inside: { readonly node: number; readonly link: Link }[] = [];
  for (const link of links) {
    const node = nodes.get(link.invoice_id);
    const account = node === undefined ? undefined : invoices[node]?.client_account;
    if (node === undefined || account === undefined) continue;
    let other: number | undefined;
    if (link.kind === "payment" || link.kind === "return" || link.kind === "part") {
      const line = `${link.kind === "part" ? "part " : ""}${link.link} ${account}`;
      other = payments.get(line) ?? node;
      payments.set(line, other);
    } else if (link.kind === "opening" || link.kind === "moved") {
      other = node;
    } else {
      other = nodes.get(link.link);
      if (other === undefined || invoices[other]?.client_account !== account) other = node;
    }
    sets.join(node, other);
    inside.push({ node, link });
  }
  const groups = new Map<number, SettlementGroup<Invoice, Link>>();
  invoices.forEach((invoice, node) => {
    const root = sets.root(node);
    const group = groups.get(root);
    if (group) group.invoices.push(invoice);
    else groups.set(root, { client_account: invoice.client_account, invoices: [invoice], links: [] });
  });
  for (const { node, link } of inside) groups.get(sets.root(node))?.links.push(link);
  return [...groups.values()];
}

/** Union-find. */
class DisjointSets {
  readonly #parents: number[];

  constructor(size: number) {
    this.#parents = Array.from({ length: size }, (_, node) => node);
  }

  root(node: number): number {
    let root = node;
    while (this.#parents[root] !== root) {
      // Path halving keeps the chains short.
      const parent = this.#parents[root] as number;
      this.#parents[root] = this.#parents[parent] as number;
      root = this.#parents[root] as number;
    }
    return root;
  }

  join(a: number, b: number): void {
    const [rootA, rootB] = [this.root(a), this.root(b)];
    if (rootA !== rootB) this.#parents[Math.max(rootA, rootB)] = Math.min(rootA, rootB);
  }
}
