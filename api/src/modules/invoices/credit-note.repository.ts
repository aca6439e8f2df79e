import type { Money } from "@bobine/contract/money";
import sql from "sql-template-tag";
import { prepared } from "../../db/prepared.ts";
import type { Tx } from "../../db/scope.ts";
import {
  type BilledLine,
  type CreditableFilm,
  creditableFilms,
  creditableParts,
} from "../../domain/invoicing/credit-by-hand.ts";
import { creditedOfImported } from "../../domain/invoicing/credited-of-imported.ts";
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

/** An invoice or one of its credit notes: its totals, with its VAT per rate. */
interface DocumentRow {
  readonly is_own: boolean;
  readonly total_net_amount: Money;
  readonly total_vat_amount: Money;
  readonly total_amount: Money;
  readonly vat_breakdown: readonly WireVat[];
}
interface WireVat {
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
    const { id, origin } = invoice;
    const documents = await tx.many<DocumentRow>(
      prepared(sql`
      select id = ${id} as is_own, total_net_amount, total_vat_amount, total_amount, vat_breakdown
      from invoice where id = ${id} or corrects_id = ${id} order by id`),
    );
    const vatOf = (isOwn: boolean): VatOfRate[] =>
      documents.filter((row) => row.is_own === isOwn).flatMap(breakdownOf);
    if (origin === "imported") {
      const own = vatOf(true);
      const vat = own.length > 0 ? own : untaxedOf(invoice);
      const billed = creditableOfImported(invoice.invoice_number, invoice.total_amount, vat);
      const notes = documents
        .filter((row) => !row.is_own)
        .map((row) => ({ ...inCents(row, ...TOTALS), vat_breakdown: breakdownOf(row) }));
      return { billed, vat, ...creditedOfImported(billed, vat, notes) };
    }
    const lines = await tx.many<RowOf<typeof LINE_COLUMNS> & { readonly is_own: boolean }>(
      prepared(sql`
      select ${LINE_COLUMNS}, l.invoice_id = ${id} as is_own
      from invoice_line l
      where l.invoice_id = any(array(select ${id}::bigint union all select n.id from invoice n where n.corrects_id = ${id}))
      order by l.invoice_id, l.position`),
    );
    const linesOf = (isOwn: boolean): BilledLine[] =>
      lines
        .filter((row) => row.is_own === isOwn)
        .map(({ is_own: _own, ...row }) => inCents(row, "net_amount"));
    return {
      billed: linesOf(true),
      credited: linesOf(false),
      vat: vatOf(true),
      creditedVat: vatOf(false),
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

const breakdownOf = ({ vat_breakdown }: Pick<DocumentRow, "vat_breakdown">): VatOfRate[] =>
  vat_breakdown.map((rate) => inCents(rate, "net_amount", "vat_amount"));
