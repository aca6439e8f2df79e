import { type FilmTitles, filmTitlesOf } from "./film-titles.ts";
import { dayNumber } from "./day-number.ts";
import { type Debt, debtIn, type JointDebt, jointDebtIn } from "./debts.ts";
import type { OpenInvoice, PayerAlias, PayerClient } from "./lettering-types.ts";
import { buildPayerIndex, type PayerIndex } from "./payer-index.ts";
import { buildNearIndex, type NearIndex } from "./near-index.ts";
import { addRank, type RankIndex, ranksOf } from "./rank-index.ts";
import { buildRunIndex, type RunIndex } from "./run-index.ts";
import { buildReferenceIndex, type ReferenceIndex } from "./reference-index.ts";
import { must } from "../must.ts";

/** The open invoices of one distributor, indexed once for many transactions (LET-8). */
export interface OpenSet {
  /** Changes with any invoice, any outstanding amount. */
  readonly version: string;
  /** In allocation order: invoice date, then number. The position is the invoice's rank. */
  readonly invoices: readonly OpenInvoice[];
  /** Cents by rank; 0 once allocated. */
  readonly outstanding: Float64Array;
  /** What each was of at first, in cents by rank. */
  readonly totals: Float64Array;
  /** The same before tax; not a number where that is not known or no less, and where something was paid. */
  readonly nets: Float64Array;
  /** Due date by rank, as `dayNumber`. */
  readonly dueDays: Int32Array;
  /** Payer by rank, as a number of its own. */
  readonly payerNumbers: Int32Array;
  readonly rankOfId: ReadonlyMap<string, number>;
  readonly byAmount: RankIndex<number>;
  /** Payer → ranks by due date. */
  readonly byPayer: ReadonlyMap<string, readonly number[]>;
  /** What payers owe of whom nothing was lettered, once it was asked. */
  readonly debts: Map<string, Debt>;
  /** The same of payers of whom something was lettered in this copy; undefined until it is asked again. */
  readonly loweredDebts: Map<string, Debt | undefined>;
  /** What several payers owe together in this copy, by their keys, until something of anybody is lettered. */
  readonly jointDebts: Map<string, JointDebt>;
  readonly references: ReferenceIndex;
  readonly payers: PayerIndex;
  /** Made when a line that names nobody first asks for it. */
  readonly runs: () => RunIndex;
  /** The same. */
  readonly near: () => NearIndex;
  /** Made when a question first asks for it. */
  readonly films: () => FilmTitles;
}

/**
 * Indexes the open invoices. Their order does not matter. Invoices with nothing to receive are left out.
 * @param clients every cinema of the distributor, also those without an open invoice: a name is telling only among all names
 */
export function buildOpenSet(
  invoices: readonly OpenInvoice[],
  clients: readonly PayerClient[],
  aliases: readonly PayerAlias[],
): OpenSet {
  const sorted = invoices.filter((invoice) => invoice.outstanding > 0).sort(inAllocationOrder);
  const byAmount: RankIndex<number> = new Map();
  const byPayer = new Map<string, number[]>();
  const rankOfId = new Map<string, number>();
  sorted.forEach((invoice, rank) => {
    rankOfId.set(invoice.id, rank);
    addRank(byAmount, invoice.outstanding, rank);
    const list = byPayer.get(invoice.payer_key);
    if (list) list.push(rank);
    else byPayer.set(invoice.payer_key, [rank]);
  });
  const due = (rank: number): string => must(sorted[rank], "invoice").due_date;
  for (const list of byPayer.values())
    list.sort((a, b) => (due(a) < due(b) ? -1 : due(a) > due(b) ? 1 : a - b));
  let runs: RunIndex | undefined;
  let near: NearIndex | undefined;
  let films: FilmTitles | undefined;
  const payers = [...byPayer.keys()];
  const numberOf = new Map(payers.map((key, number) => [key, number]));
  const openSet: OpenSet = {
    version: fingerprint(sorted),
    invoices: sorted,
    outstanding: Float64Array.from(sorted, (invoice) => invoice.outstanding),
    totals: Float64Array.from(sorted, (invoice) => invoice.total_amount),
    nets: Float64Array.from(sorted, ({ total_net_amount: net, total_amount: total, outstanding }) =>
      net === undefined || net === total || outstanding !== total ? Number.NaN : net,
    ),
    dueDays: Int32Array.from(sorted, (invoice) => dayNumber(invoice.due_date)),
    payerNumbers: Int32Array.from(sorted, ({ payer_key }) => must(numberOf.get(payer_key), "payer")),
    rankOfId,
    byAmount,
    byPayer,
    debts: new Map(),
    loweredDebts: new Map(),
    jointDebts: new Map(),
    references: buildReferenceIndex(sorted),
    payers: buildPayerIndex(clients, aliases),
    runs: () => {
      runs ??= buildRunIndex(openSet);
      return runs;
    },
    near: () => {
      near ??= buildNearIndex(openSet);
      return near;
    },
    films: () => {
      films ??= filmTitlesOf(sorted);
      return films;
    },
  };
  return openSet;
}

/** A working copy for one plan: the indexes are shared, what is allocated meanwhile is not. */
export const workingCopy = (openSet: OpenSet): OpenSet => ({
  ...openSet,
  outstanding: openSet.outstanding.slice(),
  loweredDebts: new Map(openSet.loweredDebts),
  jointDebts: new Map(),
});

/** Takes out of a working copy what was lettered. */
export function takeOut(openSet: OpenSet, ranks: readonly number[]): void {
  for (const rank of ranks) {
    openSet.outstanding[rank] = 0;
    openSet.loweredDebts.set(invoiceOf(openSet, rank).payer_key, undefined);
  }
  openSet.jointDebts.clear();
}

export const invoiceOf = (openSet: Pick<OpenSet, "invoices">, rank: number): OpenInvoice =>
  must(openSet.invoices[rank], "invoice of a rank");

export const outstandingOf = (openSet: OpenSet, rank: number): number =>
  must(openSet.outstanding[rank], "outstanding amount");

/** Open invoices with exactly this outstanding amount, at most `limit`. */
export function invoicesOfAmount(openSet: OpenSet, amount: number, limit: number): number[] {
  const found: number[] = [];
  for (const rank of ranksOf(openSet.byAmount, amount)) {
    if (outstandingOf(openSet, rank) !== amount) continue;
    found.push(rank);
    if (found.length === limit) break;
  }
  return found;
}

/** What the payer owes at this point of the batch. */
export function debtOf(openSet: OpenSet, payerKey: string): Debt {
  const debts = openSet.loweredDebts.has(payerKey) ? openSet.loweredDebts : openSet.debts;
  const known = debts.get(payerKey);
  if (known) return known;
  const owed = (openSet.byPayer.get(payerKey) ?? []).filter((rank) => outstandingOf(openSet, rank) > 0);
  const debt = debtIn(openSet, owed);
  debts.set(payerKey, debt);
  return debt;
}

/** The payer's open invoices, oldest due date first. */
export const invoicesOfPayer = (openSet: OpenSet, payerKey: string): readonly number[] =>
  debtOf(openSet, payerKey).owed;

/** What these payers owe together. */
export function jointDebtOf(openSet: OpenSet, payerKeys: readonly string[]): JointDebt {
  const keys = payerKeys.join();
  const known = openSet.jointDebts.get(keys);
  if (known) return known;
  const owed = payerKeys.flatMap((key) => invoicesOfPayer(openSet, key)).sort(byDueDate(openSet));
  const debt = jointDebtIn(openSet, owed);
  openSet.jointDebts.set(keys, debt);
  return debt;
}

export const byDueDate = (openSet: OpenSet): ((a: number, b: number) => number) => {
  const due = (rank: number): number => must(openSet.dueDays[rank], "due day");
  return (a, b) => due(a) - due(b) || a - b;
};

export function sumOutstanding(openSet: OpenSet, ranks: readonly number[]): number {
  let sum = 0;
  for (const rank of ranks) sum += outstandingOf(openSet, rank);
  return sum;
}

/** BILL-15: invoice date, then number. The rest only keeps the order total. */
function inAllocationOrder(a: OpenInvoice, b: OpenInvoice): number {
  return (
    compare(a.invoice_date, b.invoice_date) ||
    compare(a.invoice_number, b.invoice_number) ||
    a.outstanding - b.outstanding ||
    compare(a.payer_key, b.payer_key) ||
    compare(a.id, b.id)
  );
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** FNV-1a over numbers and amounts: tells two states apart in a log, guards nothing. */
function fingerprint(invoices: readonly OpenInvoice[]): string {
  let hash = 0x811c9dc5;
  for (const invoice of invoices) {
    const text = `${invoice.invoice_number}=${invoice.outstanding};`;
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return `${invoices.length}-${(hash >>> 0).toString(16).padStart(8, "0")}`;
}
