import type { Invoice, InvoiceFile, InvoiceOrdering, InvoiceStatus } from "@bobine/contract/invoices";
import { cinemaWeekOf, weekDisplay } from "@bobine/contract/cinema-week";
import type { CivilDate } from "@bobine/contract/civil-date";
import sql from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import { type InvoiceFilter, invoiceCondition, invoiceOrder } from "./invoice-search.ts";

type InvoiceRow = Omit<Invoice, "week_display"> & { readonly week_start: CivilDate | null };

/** A stored document with the place of its bytes. */
export interface StoredFile extends InvoiceFile {
  readonly storage_key: string;
  readonly sha256: Buffer;
}

const UTC = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;
const COLUMNS = sql([
  `i.id, i.type, i.invoice_number, i.invoice_date, i.due_date, i.cinema_id, i.cinema_name, i.week_number, i.week_start,
    i.total_net_amount, i.total_vat_amount, i.total_amount, i.outstanding, i.status,
    (select coalesce(json_agg(json_build_object('id', f.id, 'file_name', f.file_name, 'kind', f.kind, 'content_type', f.content_type,
        'size', f.size, 'created_at', to_char(f.created_at at time zone 'UTC', ${UTC})) order by f.id), '[]')
      from invoice_file f where f.invoice_id = i.id) as files`,
]);

const invoiceOf = ({ week_start, ...row }: InvoiceRow): Invoice => ({
  ...row,
  week_display: week_start === null ? "" : weekDisplay(cinemaWeekOf(week_start)),
});

export interface InvoiceList extends InvoiceFilter {
  readonly distributorId: number;
  readonly ordering?: InvoiceOrdering | undefined;
  readonly status?: InvoiceStatus[] | undefined;
}

/** Rows fetched from the cursor at a time: some 250 KB. */
const CURSOR_ROWS = 500;

export const invoicesRepository = {
  async page(
    tx: Tx,
    list: InvoiceList,
    page: number,
    size: number,
  ): Promise<{ count: number; rows: Invoice[] }> {
    const condition = invoiceCondition(list.distributorId, list);
    const { count } = await tx.one<{ count: number }>(
      sql`select count(*) as count from invoice i where ${condition}`,
    );
    const rows = await tx.many<InvoiceRow>(sql`
      select ${COLUMNS} from invoice i where ${condition}
      order by ${invoiceOrder(list.ordering)} limit ${size} offset ${(page - 1) * size}`);
    return { count, rows: rows.map(invoiceOf) };
  },

  /** All rows of a list, some at a time, from one snapshot. */
  async *all(tx: Tx, list: InvoiceList): AsyncGenerator<Invoice[]> {
    await tx.run(sql`
      declare invoice_list no scroll cursor for
      select ${COLUMNS} from invoice i where ${invoiceCondition(list.distributorId, list)} order by ${invoiceOrder(list.ordering)}`);
    const next = sql([`fetch ${CURSOR_ROWS} from invoice_list`]);
    for (;;) {
      const rows = await tx.many<InvoiceRow>(next);
      if (rows.length > 0) yield rows.map(invoiceOf);
      if (rows.length < CURSOR_ROWS) return;
    }
  },

  async one(tx: Tx, id: number): Promise<Invoice | undefined> {
    const row = await tx.maybe<InvoiceRow>(sql`select ${COLUMNS} from invoice i where i.id = ${id}`);
    return row && invoiceOf(row);
  },

  async file(tx: Tx, id: number): Promise<StoredFile | undefined> {
    return await tx.maybe<StoredFile>(sql`
      select id, file_name, kind, content_type, size, created_at, storage_key, sha256 from invoice_file where id = ${id}`);
  },
};
