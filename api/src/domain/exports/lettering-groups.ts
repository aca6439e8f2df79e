import type { CivilDate } from "@bobine/contract/civil-date";
import type { ExportAllocation, ExportData, ExportInvoice } from "./export-data.ts";

/** Invoices, credit notes and payment lines of one client account that settle one another (DOMAIN §7.2). */
export interface LetteringGroup {
  client_account: string;
  /** In payment order. */
  invoices: ExportInvoice[];
  /** The transactions that pay them on this account. */
  transaction_ids: number[];
  /** Σ debit = Σ credit. */
  is_balanced: boolean;
  first_date: CivilDate;
  /** Date of the latest entry. */
  last_date: CivilDate;
}

type Settlement = Pick<ExportData, "invoices" | "transactions" | "allocations" | "credit_applications">;

/**
 * The groups, oldest settlement first inside an account. An invoice that nothing settles is in none. A transaction that
 * pays two accounts has a payment line, hence a group, in each. An opening payment counts in the balance but has no line
 * of ours: it was entered where the invoice comes from. Linear in the size of the data.
 */
export function letteringGroups(data: Settlement): LetteringGroup[] {
  const graph = new SettlementGraph(data.invoices);
  const transactionDates = new Map(data.transactions.map((t) => [t.id, t.transaction_date]));
  for (const allocation of data.allocations) graph.addAllocation(allocation, transactionDates);
  for (const { credit_note_id, invoice_id } of data.credit_applications)
    graph.addCredit(credit_note_id, invoice_id);
  return graph.groups();
}

/** Union-find over invoices and payment lines. */
class SettlementGraph {
  readonly #invoices: readonly ExportInvoice[];
  readonly #nodeOfInvoice: Map<number, number>;
  readonly #nodeOfPayment = new Map<string, number>();
  readonly #transactionOfNode = new Map<number, number>();
  readonly #parents: number[];
  /** By node: what its lines leave to balance, and the dates of its settlements. */
  readonly #balances: number[];
  readonly #settledOn: (CivilDate[] | undefined)[];

  constructor(invoices: readonly ExportInvoice[]) {
    this.#invoices = invoices;
    this.#nodeOfInvoice = new Map(invoices.map((invoice, node) => [invoice.id, node]));
    this.#parents = invoices.map((_, node) => node);
    this.#balances = invoices.map((invoice) => invoice.total_amount);
    this.#settledOn = invoices.map(() => undefined);
  }

  addAllocation(allocation: ExportAllocation, transactionDates: ReadonlyMap<number, CivilDate>): void {
    const node = this.#nodeOfInvoice.get(allocation.invoice_id);
    const invoice = node === undefined ? undefined : this.#invoices[node];
    if (node === undefined || invoice === undefined) return;
    this.#balances[node] = (this.#balances[node] ?? 0) - allocation.amount;
    if (allocation.kind === "rounding_gap") this.#settle(node, allocation.accepted_on);
    if (allocation.kind !== "payment") return;
    const date = transactionDates.get(allocation.transaction_id);
    if (date === undefined) return;
    this.#settle(node, date);
    this.#join(node, this.#paymentNode(allocation.transaction_id, invoice.client_account));
  }

  addCredit(credit_note_id: number, invoice_id: number): void {
    const credit = this.#nodeOfInvoice.get(credit_note_id);
    const node = this.#nodeOfInvoice.get(invoice_id);
    if (credit === undefined || node === undefined) return;
    const [creditNote, invoice] = [this.#invoices[credit], this.#invoices[node]];
    if (creditNote === undefined || creditNote.client_account !== invoice?.client_account) return;
    this.#settle(node, creditNote.invoice_date);
    this.#join(node, credit);
  }

  groups(): LetteringGroup[] {
    const membersOfRoot = new Map<number, number[]>();
    for (let node = 0; node < this.#parents.length; node += 1) {
      const root = this.#root(node);
      const members = membersOfRoot.get(root);
      if (members === undefined) membersOfRoot.set(root, [node]);
      else members.push(node);
    }
    const groups: LetteringGroup[] = [];
    for (const members of membersOfRoot.values()) {
      const group = this.#group(members);
      if (group !== undefined) groups.push(group);
    }
    return groups.sort(bySettlement);
  }

  #group(members: readonly number[]): LetteringGroup | undefined {
    const invoices: ExportInvoice[] = [];
    const transaction_ids: number[] = [];
    const settlements: CivilDate[] = [];
    let balance = 0;
    for (const node of members) {
      const invoice = this.#invoices[node];
      if (invoice === undefined) transaction_ids.push(this.#transactionOfNode.get(node) ?? 0);
      else invoices.push(invoice);
      settlements.push(...(this.#settledOn[node] ?? []));
      balance += this.#balances[node] ?? 0;
    }
    const [first] = invoices.sort(byDateAndNumber);
    if (first === undefined || settlements.length === 0) return undefined;
    settlements.sort();
    const entries = [...settlements, ...invoices.map((invoice) => invoice.invoice_date)].sort();
    return {
      client_account: first.client_account,
      invoices,
      transaction_ids,
      is_balanced: balance === 0,
      first_date: settlements[0] as CivilDate,
      last_date: entries.at(-1) as CivilDate,
    };
  }

  #settle(node: number, date: CivilDate): void {
    const dates = this.#settledOn[node];
    if (dates === undefined) this.#settledOn[node] = [date];
    else dates.push(date);
  }

  #paymentNode(transaction_id: number, client_account: string): number {
    const key = `${transaction_id} ${client_account}`;
    const known = this.#nodeOfPayment.get(key);
    if (known !== undefined) return known;
    const node = this.#parents.length;
    this.#parents.push(node);
    this.#balances.push(0);
    this.#settledOn.push(undefined);
    this.#nodeOfPayment.set(key, node);
    this.#transactionOfNode.set(node, transaction_id);
    return node;
  }

  #join(a: number, b: number): void {
    const [rootA, rootB] = [this.#root(a), this.#root(b)];
    if (rootA !== rootB) this.#parents[Math.max(rootA, rootB)] = Math.min(rootA, rootB);
  }

  #root(node: number): number {
    let root = node;
    while (this.#parents[root] !== root) {
      // Path halving keeps the chains short.
      const parent = this.#parents[root] as number;
      this.#parents[root] = this.#parents[parent] as number;
      root = this.#parents[root] as number;
    }
    return root;
  }
}

export const byDateAndNumber = (a: ExportInvoice, b: ExportInvoice): number =>
  compare(a.invoice_date, b.invoice_date) || compare(a.invoice_number, b.invoice_number) || a.id - b.id;

const bySettlement = (a: LetteringGroup, b: LetteringGroup): number =>
  compare(a.client_account, b.client_account) ||
  compare(a.first_date, b.first_date) ||
  byDateAndNumber(a.invoices[0] as ExportInvoice, b.invoices[0] as ExportInvoice);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
