import type { CivilDate } from "@bobine/contract/civil-date";
import { type GroupLink, lettersOfGroups } from "./carried-letters.ts";
import { doubtfulMoves } from "./default-life.ts";
import { entryDateOf, type ExportData, type ExportInvoice } from "./export-data.ts";
import { sumCents } from "@bobine/contract/money";
import { must } from "../must.ts";

/** Invoices, credit notes and payment lines of one client account that settle one another (EXP-3). */
export interface LetteringGroup {
  client_account: string;
  /** In payment order. */
  invoices: ExportInvoice[];
  /** The transactions that pay them on this account. */
  transaction_ids: number[];
  /** Parts of transactions that waited on this account, and those that gave something of it back. */
  part_ids: number[];
  /** Letters of the group, upper case; null when it must take the next ones. */
  letters: string | null;
  /** A link of it carries letters that are another group's, or none. */
  has_stale_links: boolean;
  /** Σ debit = Σ credit, and nothing of it is a doubtful debt. */
  is_balanced: boolean;
  first_date: CivilDate;
  /** Date of the latest entry. */
  last_date: CivilDate;
}

export type Settlement = Pick<
  ExportData,
  | "invoices"
  | "transactions"
  | "allocations"
  | "credit_applications"
  | "refunds"
  | "moved_parts"
  | "settlements"
>;
type DatedLink = GroupLink & { readonly date: CivilDate };

/**
 * The groups, oldest settlement first inside an account. An invoice that nothing settles is in none. A transaction that
 * pays two accounts has a payment line, hence a group, in each. Linear in the size of the data.
 */
export function letteringGroups(data: Settlement): LetteringGroup[] {
  const allocated = new Map<number, number>();
  /** By part, what it is on its line, and by allocation what it takes of it. */
  const waited = new Map<number, number>();
  const taken = new Map<string, number>();
  for (const allocation of data.allocations) {
    const { id, invoice_id, amount } = allocation;
    allocated.set(invoice_id, (allocated.get(invoice_id) ?? 0) + amount);
    if (allocation.kind !== "part") continue;
    waited.set(allocation.part_id, allocation.source.amount);
    taken.set(String(id), amount);
  }
  // A credit note of another account is entered on the one of its invoice, which it settles there, and leaves its own.
  const accounts = new Map(data.invoices.map((invoice) => [invoice.id, invoice.client_account]));
  for (const { credit_note_id, invoice_id, amount } of data.credit_applications) {
    if (accounts.get(credit_note_id) === accounts.get(invoice_id)) continue;
    allocated.set(invoice_id, (allocated.get(invoice_id) ?? 0) + amount);
    allocated.set(credit_note_id, (allocated.get(credit_note_id) ?? 0) - amount);
  }
  const movedOf = Map.groupBy(data.moved_parts, ({ part_id }) => part_id);
  const refundsOf = Map.groupBy(data.refunds, ({ credit_note_id, source_part_id }) =>
    sourceKey(credit_note_id === null ? "part" : "note", credit_note_id ?? source_part_id ?? 0),
  );
  const settlementsOf = Map.groupBy(data.settlements, ({ document_id }) => document_id);
  const groups: LetteringGroup[] = [];
  for (const { client_account, invoices, links, ...lettered } of lettersOfGroups(
    data.invoices,
    datedLinks(data),
  )) {
    const settlements = links.map((link) => link.date).sort();
    const first_date = settlements[0];
    if (first_date === undefined) continue;
    const balance = invoices.reduce(
      (sum, { id, total_amount }) => sum + total_amount - (allocated.get(id) ?? 0),
      0,
    );
    const idsOf = (kind: DatedLink["kind"]) => [
      ...new Set(links.flatMap((link) => (link.kind === kind ? link.link : []))),
    ];
    const part_ids = idsOf("part");
    const refunds = [
      ...part_ids.flatMap((id) => refundsOf.get(sourceKey("part", id)) ?? []),
      ...invoices.flatMap(({ id }) => refundsOf.get(sourceKey("note", id)) ?? []),
    ];
    const refunded = sumCents(refunds.map(({ amount }) => amount));
    const moved = part_ids.flatMap((id) => movedOf.get(id) ?? []);
    // What an invoice in default owes has left 411, where an open credit note of its group may be as much (EXP-18).
    const doubtful = invoices.flatMap((invoice) =>
      invoice.defaults.length === 0 ? [] : doubtfulMoves(invoice, settlementsOf.get(invoice.id) ?? []),
    );
    const entries = [
      ...settlements,
      ...invoices.map(entryDateOf),
      ...[...refunds, ...moved, ...doubtful].map(({ date }) => date),
    ].sort();
    // The line of a part is there whole: what nothing has used of it yet is open.
    const unused =
      part_ids.reduce((sum, id) => sum + must(waited.get(id), "part of a group"), 0) -
      links.reduce(
        (sum, link) => sum + (link.kind === "part" ? must(taken.get(link.key), "allocation of a part") : 0),
        0,
      ) -
      sumCents(moved.map(({ amount }) => amount));
    groups.push({
      client_account,
      invoices: invoices.sort(byDateAndNumber),
      transaction_ids: idsOf("payment"),
      part_ids: [...part_ids, ...refunds.map(({ id }) => id)],
      letters: lettered.letters,
      has_stale_links: lettered.stale_links.length > 0,
      is_balanced: balance + refunded === unused && sumCents(doubtful.map(({ amount }) => amount)) === 0,
      first_date,
      last_date: entries.at(-1) ?? first_date,
    });
  }
  return groups.sort(bySettlement);
}

const sourceKey = (place: "note" | "part", id: number): string => `${place} ${id}`;

/** What settles, with the day of its entry. */
function datedLinks(data: Settlement): DatedLink[] {
  const transactions = new Map(data.transactions.map((one) => [one.id, one.transaction_date]));
  const invoices = new Map(data.invoices.map((invoice) => [invoice.id, entryDateOf(invoice)]));
  const documents = new Map(data.invoices.map((invoice) => [invoice.id, invoice]));
  const accountOf = (id: number): string | undefined => documents.get(id)?.client_account;
  const links: DatedLink[] = [];
  for (const allocation of data.allocations) {
    const { id, invoice_id, letters } = allocation;
    const common = { key: String(id), invoice_id, letters };
    if (allocation.kind === "part") {
      const { source, part_id, settled_on: date } = allocation;
      const waitedHere = source.kind === "credit" && source.client_account === accountOf(invoice_id);
      links.push({
        ...common,
        ...(waitedHere ? { kind: "part", link: part_id } : { kind: "opening", link: invoice_id }),
        date,
      });
    } else if (allocation.kind === "opening") {
      const date = invoices.get(invoice_id);
      if (date !== undefined) links.push({ ...common, kind: "opening", link: invoice_id, date });
    } else {
      const { transaction_id: link } = allocation;
      const date = transactions.get(link);
      if (date !== undefined) links.push({ ...common, kind: "payment", link, date });
    }
  }
  for (const { id, credit_note_id, invoice_id, letters, applied_on: date } of data.credit_applications) {
    const key = String(id);
    if (date === undefined) continue;
    links.push({ kind: "credit", key, link: credit_note_id, invoice_id, letters, date });
    const note = documents.get(credit_note_id);
    // What a credit note shows is all that says its letters there: the link carries those of the invoice.
    if (note && note.client_account !== accountOf(invoice_id))
      links.push({
        kind: "moved",
        key,
        link: note.id,
        invoice_id: note.id,
        letters: note.lettering_letters,
        date,
      });
  }
  return links;
}

export const byDateAndNumber = (a: ExportInvoice, b: ExportInvoice): number =>
  compare(a.invoice_date, b.invoice_date) || compare(a.invoice_number, b.invoice_number) || a.id - b.id;

const bySettlement = (a: LetteringGroup, b: LetteringGroup): number =>
  compare(a.client_account, b.client_account) ||
  compare(a.first_date, b.first_date) ||
  byDateAndNumber(a.invoices[0] as ExportInvoice, b.invoices[0] as ExportInvoice);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
