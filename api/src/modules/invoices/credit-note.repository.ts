import { cents, centsFromWire, sumCents, type Money } from "@bobine/contract/money";
import sql from "sql-template-tag";
import { prepared } from "../../db/prepared.ts";
import type { Tx } from "../../db/scope.ts";
import {
  type BilledLine,
  type CreditableFilm,
  creditableFilms,
  creditableParts,
} from "../../domain/invoicing/credit-by-hand.ts";
import { creditableOfImported, vatBreakdownOf } from "../../domain/invoicing/imported-invoice.ts";
import type { VatOfRate } from "../../domain/invoicing/invoice-totals.ts";
import type { BilledClient, ClientSnapshot } from "./parties.ts";
import { columnsOf, type RowOf } from "../../db/columns.ts";
import { type InCents, inCents } from "../../db/money.ts";
import type { InvoiceLineRow, InvoiceRow } from "../../db/schema.ts";

const INVOICE_COLUMNS = columnsOf<InvoiceRow>()([
  "id",
  "type",
  "origin",
  "invoice_number",
  "invoice_date",
  "cinema_id",
  "cinema_name",
  "client",
  "client_account",
  "week_start",
  "total_net_amount",
  "total_vat_amount",
  "total_amount",
]);
const TOTALS = ["total_net_amount", "total_vat_amount", "total_amount"] as const;
/** An invoice as crediting it must know it. */
export type CreditedInvoice = InCents<InvoiceHead, (typeof TOTALS)[number]>;
type InvoiceHead = RowOf<typeof INVOICE_COLUMNS> & { readonly client: Partial<ClientSnapshot> };

const LINE_COLUMNS = columnsOf<InvoiceLineRow>()(
  ["id", "film_title", "visa_number", "version", "net_amount", "vat_rate_bp"],
  "l",
);

interface VatRow {
  readonly document_id: number;
  /** TTC, of the document. */
  readonly total_amount: Money;
  readonly is_own: boolean;
  /** Of a document of outside the product, which has no lines. */
  readonly is_imported: boolean;
  readonly vat_rate_bp: number;
  readonly net_amount: Money;
  readonly vat_amount: Money;
}

/** What an invoice bills and what its credit notes took off: cents. */
export interface BilledAndCredited {
  readonly billed: BilledLine[];
  readonly credited: BilledLine[];
  readonly vat: VatOfRate[];
  readonly creditedVat: VatOfRate[];
}

export const creditNoteRepository = {
  async invoice(tx: Tx, id: number): Promise<CreditedInvoice | undefined> {
    const row = await tx.maybe<InvoiceHead>(
      prepared(sql`select ${INVOICE_COLUMNS} from invoice where id = ${id}`),
    );
    return row && inCents(row, ...TOTALS);
  },

  /** Whom invoices billed, by their ids. */
  async billedClients(tx: Tx, ids: readonly number[]): Promise<Map<number, BilledClient>> {
    if (ids.length === 0) return new Map();
    const rows = await tx.many<BilledClient & { readonly id: number }>(sql`
      select id, cinema_id, cinema_name, client, client_account from invoice where id = any(${[...new Set(ids)]}::bigint[])`);
    return new Map(rows.map((row) => [row.id, row]));
  },

  async billedAndCredited(tx: Tx, invoice: CreditedInvoice): Promise<BilledAndCredited> {
    const { id, origin, invoice_number, total_amount } = invoice;
    const lines = await tx.many<RowOf<typeof LINE_COLUMNS> & { readonly is_own: boolean }>(
      prepared(sql`
      select ${LINE_COLUMNS}, l.invoice_id = ${id} as is_own
      from invoice_line l
      where l.invoice_id = any(array(select ${id}::bigint union all select n.id from invoice n where n.corrects_id = ${id}))
      order by l.invoice_id, l.position`),
    );
    const vat = await tx.many<VatRow>(
      prepared(sql`
      select i.id as document_id, i.total_amount, i.id = ${id} as is_own, i.origin = 'imported' as is_imported, v.vat_rate_bp, v.net_amount, v.vat_amount
      from invoice i, jsonb_to_recordset(i.vat_breakdown) as v (vat_rate_bp integer, net_amount numeric(14, 2), vat_amount numeric(14, 2))
      where i.id = ${id} or i.corrects_id = ${id}`),
    );
    const linesOf = (isOwn: boolean): BilledLine[] =>
      lines
        .filter((row) => row.is_own === isOwn)
        .map(({ is_own: _own, ...row }) => inCents(row, "net_amount"));
    const vatOf = (isOwn: boolean): VatOfRate[] => vat.filter((row) => row.is_own === isOwn).map(breakdownOf);
    const off = { credited: linesOf(false), creditedVat: vatOf(false) };
    if (origin === "issued") return { billed: linesOf(true), vat: vatOf(true), ...off };
    const notes = Map.groupBy(
      vat.filter((row) => !row.is_own && row.is_imported),
      (row) => row.document_id,
    );
    const byImported = [...notes.values()].flatMap((rows) =>
      creditableOfImported(
        invoice_number,
        centsFromWire(rows[0]?.total_amount ?? "0.00"),
        rows.map(breakdownOf),
      ),
    );
    const own = vatOf(true);
    const importedVat = own.length > 0 ? own : untaxedOf(invoice);
    const billed = creditableOfImported(invoice_number, total_amount, importedVat);
    const totals = new Map(
      vat.filter((row) => !row.is_own).map((row) => [row.document_id, row.total_amount]),
    );
    const isUsedUp = total_amount + sumCents([...totals.values()].map(centsFromWire)) <= 0;
    return {
      billed,
      vat: importedVat,
      ...off,
      // Credit notes of before had the cents that parts miss of a total in their VAT: their lines do not say that nothing is left.
      credited: isUsedUp
        ? billed.map((line) => ({ ...line, net_amount: cents(0 - line.net_amount) }))
        : [...off.credited, ...byImported],
    };
  },
};

/** What can still be credited. An imported invoice whose total is taken back has nothing left, whatever became of its cents (BILL-17). */
export const creditableOf = (
  { origin }: CreditedInvoice,
  { billed, credited, vat, creditedVat }: BilledAndCredited,
): CreditableFilm[] =>
  origin === "issued"
    ? creditableParts(billed, credited, vat, creditedVat)
    : creditableFilms(billed, credited);

/** Invoices without VAT came in without a rate before. */
const untaxedOf = ({ total_net_amount, total_vat_amount }: CreditedInvoice): VatOfRate[] =>
  total_vat_amount === 0
    ? vatBreakdownOf(total_net_amount, total_vat_amount).map((rate) =>
        inCents(rate, "net_amount", "vat_amount"),
      )
    : [];

const breakdownOf = ({ vat_rate_bp, net_amount, vat_amount }: VatRow): VatOfRate =>
  inCents({ vat_rate_bp, net_amount, vat_amount }, "net_amount", "vat_amount");
