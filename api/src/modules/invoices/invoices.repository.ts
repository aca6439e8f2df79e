import type {
  Invoice,
  InvoiceFile,
  InvoiceOrdering,
  InvoiceStatus,
  InvoiceTotals,
} from "@bobine/contract/invoices";
import { cents, centsFromWire, type Money } from "@bobine/contract/money";
import sql, { type Sql } from "sql-template-tag";
import { pageLimit, prepared, preparedList } from "../../db/prepared.ts";
import { together, type Tx } from "../../db/scope.ts";
import { tally } from "../../db/tally.ts";
import {
  type InvoiceFilter,
  invoiceCondition,
  invoiceOrder,
  invoicePlace,
  isOneWord,
  needsCounting,
} from "./invoice-search.ts";
import { columnsOf, type RowOf } from "../../db/columns.ts";
import { isUnfiltered } from "../../http/is-unfiltered.ts";
import { invoiceLabel } from "../../domain/invoicing/invoice-label.ts";
import { weekText } from "../../domain/invoicing/week-text.ts";
import type * as schema from "../../db/schema.ts";

const FILE_COLUMNS = columnsOf<schema.InvoiceFileRow>()([
  "id",
  "file_name",
  "kind",
  "content_type",
  "size",
  "created_at",
]);
const PLACE_COLUMNS = columnsOf<schema.InvoiceFileRow>()(["storage_key", "sha256"]);
/** A stored document with the place of its bytes. */
export type StoredFile = InvoiceFile & RowOf<typeof PLACE_COLUMNS>;

const COLUMNS = columnsOf<schema.InvoiceRow>()(
  [
    "id",
    "type",
    "invoice_number",
    "invoice_date",
    "due_date",
    "cinema_id",
    "cinema_name",
    "week_number",
    "week_start",
    "total_net_amount",
    "total_vat_amount",
    "total_amount",
    "outstanding",
    "status",
  ],
  "i",
);
const ALONE_COLUMNS = columnsOf<schema.InvoiceRow>()(["origin", "notes"], "i");
type ListedRow = RowOf<typeof COLUMNS> & Partial<RowOf<typeof ALONE_COLUMNS>>;

type LabelledRow = Omit<Invoice, "files" | "comment_count">;

/** Rows as the wire has them, without their documents. What labels depend on is read once for all of them. */
async function labelled(tx: Tx, rows: readonly ListedRow[]): Promise<LabelledRow[]> {
  const idsOf = (type: ListedRow["type"]) => rows.flatMap((row) => (row.type === type ? row.id : []));
  const credited = await tx.many<{ corrects_id: number; total: Money }>(
    prepared(sql`
      select corrects_id, -sum(total_amount) as total from invoice
      where corrects_id = any(${idsOf("invoice")}::bigint[]) and type = 'credit_note' group by corrects_id`),
  );
  const notes = idsOf("credit_note");
  const refunded =
    notes.length === 0
      ? []
      : await tx.many<{ credit_note_id: number }>(
          prepared(sql`select credit_note_id from bank_part where credit_note_id = any(${notes}::bigint[])`),
        );
  const totals = new Map(credited.map((one) => [one.corrects_id, centsFromWire(one.total)]));
  const given = new Set(refunded.map((one) => one.credit_note_id));
  return rows.map(({ week_start, ...row }) => ({
    ...row,
    week_display: weekText(week_start),
    ...invoiceLabel(row, {
      credited_total: totals.get(row.id) ?? cents(0),
      is_refunded: given.has(row.id),
    }),
  }));
}

/** With their documents and how much is said of them (COM-3), read once for all of them: a subquery per row costs more than the rows. */
async function withFiles(tx: Tx, rows: readonly ListedRow[]): Promise<Invoice[]> {
  const ids = rows.map((row) => row.id);
  const [found, said, named] = await together(
    tx,
    () =>
      tx.many<RowOf<typeof FILE_COLUMNS> & { readonly invoice_id: number }>(
        prepared(sql`
          select invoice_id, ${FILE_COLUMNS} from invoice_file
          where invoice_id = any(${ids}::bigint[]) order by invoice_id, id`),
      ),
    () =>
      tx.many<{ invoice_id: number; count: number }>(
        prepared(sql`
          select invoice_id, count(*)::integer as count from comment
          where invoice_id = any(${ids}::bigint[]) and deleted_at is null group by invoice_id`),
      ),
    () => labelled(tx, rows),
  );
  const files = new Map<number, InvoiceFile[]>();
  for (const { invoice_id, ...file } of found) {
    const of = files.get(invoice_id);
    if (of) of.push(file);
    else files.set(invoice_id, [file]);
  }
  const counts = new Map(said.map(({ invoice_id, count }) => [invoice_id, count]));
  return named.map((row) => ({
    ...row,
    files: files.get(row.id) ?? [],
    comment_count: counts.get(row.id) ?? 0,
  }));
}

/** A search has to look; by status alone, the number is known. */
async function countOf(tx: Tx, list: InvoiceList, condition: Sql): Promise<number> {
  if (!needsCounting(list)) return tally(tx, "invoice", list.distributorId, list.status);
  const { count } = await tx.one<{ count: number }>(
    sql`select count(*) as count from invoice i where ${condition}`,
  );
  return count;
}

/** A search looks at each invoice of the distributor: once, for its number and for the page. What it compares is in the index of the list. */
async function searchedPage(
  tx: Tx,
  list: InvoiceList,
  page: number,
  size: number,
): Promise<{ count: number; rows: Invoice[] }> {
  const condition = invoiceCondition(list.distributorId, list);
  const { place, order } = invoicePlace(list.ordering);
  const query = sql`
    with hit as materialized (select i.id, ${place} as place from invoice i where ${condition}),
      page as (select i.id from hit i order by ${order} ${pageLimit(size)} offset ${(page - 1) * size})
    select ${COLUMNS}, (select count(*) from hit) as count from invoice i join page using (id) order by ${invoiceOrder(list.ordering)}`;
  const found = await tx.many<ListedRow & { readonly count: number }>(
    isOneWord(list) ? preparedList(query) : query,
  );
  // A page beyond the last has no row that could tell.
  const count = found[0]?.count ?? (page > 1 ? await countOf(tx, list, condition) : 0);
  const rows = found.map(({ count: _count, ...row }) => row);
  return { count, rows: await withFiles(tx, rows) };
}

export interface InvoiceList extends InvoiceFilter {
  readonly distributorId: number;
  readonly ordering?: InvoiceOrdering | undefined;
  readonly status?: InvoiceStatus[] | undefined;
}

/** Of the list in its own order, those that most people see. */
const FIRST_PAGES = 3;
/** Rows fetched from the cursor at a time: some 250 KB. */
const CURSOR_ROWS = 500;

async function* batches(tx: Tx, list: InvoiceList): AsyncGenerator<ListedRow[]> {
  await tx.run(sql`
    declare invoice_list no scroll cursor for
    select ${COLUMNS} from invoice i where ${invoiceCondition(list.distributorId, list)} order by ${invoiceOrder(list.ordering)}`);
  const next = sql([`fetch ${CURSOR_ROWS} from invoice_list`]);
  for (;;) {
    const rows = await tx.many<ListedRow>(next);
    if (rows.length > 0) yield rows;
    if (rows.length < CURSOR_ROWS) return;
  }
}

export const invoicesRepository = {
  /** One page, and how many there are in all. */
  async page(
    tx: Tx,
    list: InvoiceList,
    page: number,
    size: number,
  ): Promise<{ count: number; rows: Invoice[] }> {
    if (list.search?.trim()) return await searchedPage(tx, list, page, size);
    const condition = invoiceCondition(list.distributorId, list);
    const order = invoiceOrder(list.ordering);
    const cut = sql`order by ${order} ${pageLimit(size)} offset ${(page - 1) * size}`;
    // Further on only the rows of the page are read whole, not those before it; to look each up once more costs a first page most of its time.
    const query =
      list.ordering === undefined && page <= FIRST_PAGES
        ? sql`select ${COLUMNS} from invoice i where ${condition} ${cut}`
        : sql`
          with page as (select i.id from invoice i where ${condition} ${cut})
          select ${COLUMNS} from invoice i join page using (id) order by ${order}`;
    const [count, rows] = await together(
      tx,
      () => countOf(tx, list, condition),
      () => tx.many<ListedRow>(preparedList(query)),
    );
    return { count, rows: await withFiles(tx, rows) };
  },

  /** All rows of a list, some at a time, from one snapshot. */
  async *all(tx: Tx, list: InvoiceList): AsyncGenerator<Invoice[]> {
    for await (const rows of batches(tx, list)) yield await withFiles(tx, rows);
  },

  /** The same without their documents. */
  async *plain(tx: Tx, list: InvoiceList): AsyncGenerator<LabelledRow[]> {
    for await (const rows of batches(tx, list)) yield await labelled(tx, rows);
  },

  /** Sums over all that a filter finds; numeric, so to the cent. */
  async totals(tx: Tx, distributorId: number, filter: InvoiceFilter): Promise<InvoiceTotals> {
    const query = sql`
      select count(*) as count, coalesce(sum(i.total_net_amount), 0.00) as total_net_amount,
        coalesce(sum(i.total_vat_amount), 0.00) as total_vat_amount, coalesce(sum(i.total_amount), 0.00) as total_amount,
        coalesce(sum(i.outstanding), 0.00) as outstanding
      from invoice i where ${invoiceCondition(distributorId, filter)}`;
    return await tx.one<InvoiceTotals>(isUnfiltered(filter) ? prepared(query) : query);
  },

  async one(tx: Tx, id: number): Promise<Invoice | undefined> {
    const row = await tx.maybe<ListedRow>(
      prepared(sql`select ${COLUMNS}, ${ALONE_COLUMNS} from invoice i where i.id = ${id}`),
    );
    return row && (await withFiles(tx, [row]))[0];
  },

  async file(tx: Tx, id: number): Promise<StoredFile | undefined> {
    return await tx.maybe<StoredFile>(sql`
      select ${FILE_COLUMNS}, ${PLACE_COLUMNS} from invoice_file where id = ${id}`);
  },
};
