import type { CivilDate } from "@bobine/contract/civil-date";
import type { Money } from "@bobine/contract/money";
import sql from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import type { InvoiceDocument } from "../../domain/e-invoicing/invoice-document.ts";
import type { ClientSnapshot, SupplierSnapshot } from "./parties.ts";
import { columnsOf, type RowOf } from "../../db/columns.ts";
import { inCents } from "../../db/money.ts";
import type * as schema from "../../db/schema.ts";

const COLUMNS = columnsOf<schema.InvoiceRow>()(
  [
    "id",
    "type",
    "invoice_number",
    "invoice_date",
    "due_date",
    "week_start",
    "client_account",
    "total_net_amount",
    "total_vat_amount",
    "total_amount",
  ],
  "i",
);
type DocumentRow = RowOf<typeof COLUMNS> & {
  readonly client: ClientSnapshot;
  readonly supplier: SupplierSnapshot;
  readonly vat_breakdown: { vat_rate_bp: number; net_amount: Money; vat_amount: Money }[];
  readonly corrects: { invoice_number: string; invoice_date: CivilDate } | null;
};

const LINE_COLUMNS = columnsOf<schema.InvoiceLineRow>()([
  "invoice_id",
  "kind",
  "film_title",
  "visa_number",
  "version",
  "run_week",
  "screens",
  "screenings",
  "admissions_paid",
  "admissions_free",
  "gross_ttc",
  "base_film_ht",
  "rate_bp",
  "description",
  "net_amount",
  "vat_rate_bp",
]);
type LineRow = RowOf<typeof LINE_COLUMNS>;

/** An own document of an issued invoice, ready to be recorded. */
export interface MadeDocument {
  readonly invoice_id: number;
  readonly file_name: string;
  readonly kind: "invoice_pdf" | "credit_note";
  readonly size: number;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly storage_key: string;
}

const IS_OWN = sql`f.kind in ('invoice_pdf', 'credit_note')`;

export const invoiceDocumentRepository = {
  /** Issued invoices that have no document of their own, oldest first, beyond the id `after`. */
  async withoutDocument(
    tx: Tx,
    distributorId: number,
    { after, limit }: { readonly after: number; readonly limit: number },
  ): Promise<number[]> {
    const rows = await tx.many<{ id: number }>(sql`
      select i.id from invoice i
      where i.distributor_id = ${distributorId} and i.origin = 'issued' and i.id > ${after}
        and not exists (select from invoice_file f where f.invoice_id = i.id and ${IS_OWN})
      order by i.id limit ${limit}`);
    return rows.map((row) => row.id);
  },

  /** True for an invoice of ours whose document is not there yet. */
  async lacksDocument(tx: Tx, id: number): Promise<boolean> {
    const row = await tx.maybe(sql`
      select from invoice i where i.id = ${id} and i.origin = 'issued'
        and not exists (select from invoice_file f where f.invoice_id = i.id and ${IS_OWN})`);
    return row !== undefined;
  },

  /** All that is printed on issued invoices, as it was the day of their issue, in the order of their ids. */
  async documents(tx: Tx, ids: readonly number[]): Promise<{ id: number; document: InvoiceDocument }[]> {
    const rows = await tx.many<DocumentRow>(sql`
      select ${COLUMNS}, i.client, i.supplier, i.vat_breakdown,
        (select json_build_object('invoice_number', c.invoice_number, 'invoice_date', c.invoice_date)
          from invoice c where c.id = i.corrects_id) as corrects
      from invoice i where i.id = any(${ids}::bigint[]) and i.origin = 'issued' order by i.id`);
    const lines = await tx.many<LineRow>(sql`
      select ${LINE_COLUMNS} from invoice_line where invoice_id = any(${ids}::bigint[]) order by invoice_id, position`);
    const linesOf = Map.groupBy(lines, (line) => line.invoice_id);
    return rows.map((row) => ({ id: row.id, document: documentOf(row, linesOf.get(row.id) ?? []) }));
  },

  /** Records documents; another run that made the same one first keeps its row. */
  async record(tx: Tx, distributorId: number, made: readonly MadeDocument[]): Promise<void> {
    await tx.run(sql`
      insert into invoice_file (distributor_id, invoice_id, file_name, kind, content_type, size, sha256, storage_key)
      select ${distributorId}, invoice_id, file_name, kind, 'application/pdf', size, decode(sha256, 'hex'), storage_key
      from json_to_recordset(${JSON.stringify(made)}) as f (invoice_id bigint, file_name text, kind text, size bigint, sha256 text,
        storage_key text)
      on conflict (invoice_id) where kind in ('invoice_pdf', 'credit_note') do nothing`);
  },
};

function documentOf(row: DocumentRow, lines: readonly LineRow[]): InvoiceDocument {
  const { id: _, client, supplier, client_account, ...head } = row;
  return {
    ...inCents(head, "total_net_amount", "total_vat_amount", "total_amount"),
    supplier,
    client,
    cinema: { name: client.cinema_name, city: client.cinema_city, client_account },
    lines: lines.map(({ invoice_id: __, ...line }) => ({
      ...inCents(line, "gross_ttc", "base_film_ht", "net_amount"),
    })),
    vat_breakdown: row.vat_breakdown.map((rate) => inCents(rate, "net_amount", "vat_amount")),
    vat_on_debits: supplier.vat_on_debits,
    factor:
      client.is_factor_guaranteed && supplier.factor_name !== "" && supplier.factor_iban !== ""
        ? { name: supplier.factor_name, iban: supplier.factor_iban }
        : null,
  };
}
