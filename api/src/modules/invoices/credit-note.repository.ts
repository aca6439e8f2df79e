import type { CivilDate } from "@bobine/contract/civil-date";
import { type Cents, cents } from "@bobine/contract/money";
import sql from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import type { BilledLine } from "../../domain/invoicing/credit-by-hand.ts";
import { creditableOfImported } from "../../domain/invoicing/imported-invoice.ts";
import type { VatOfRate } from "../../domain/invoicing/invoice-totals.ts";
import type { ClientSnapshot } from "./parties.ts";

/** An invoice as crediting it must know it. */
export interface CreditedInvoice {
  readonly id: number;
  readonly type: "invoice" | "credit_note";
  readonly origin: "issued" | "imported";
  readonly invoice_number: string;
  readonly invoice_date: CivilDate;
  readonly cinema_id: number;
  readonly cinema_name: string;
  readonly client: Partial<ClientSnapshot>;
  readonly client_account: string;
  readonly week_start: CivilDate | null;
  /** Cents, TTC. */
  readonly total: Cents;
}

interface LineRow extends Omit<BilledLine, "net_amount"> {
  readonly is_own: boolean;
  readonly net: Cents;
}

interface VatRow {
  readonly is_own: boolean;
  readonly vat_rate_bp: number;
  readonly net: number;
  readonly vat: number;
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
    return await tx.maybe<CreditedInvoice>(sql`
      select id, type, origin, invoice_number, invoice_date, cinema_id, cinema_name, client, client_account, week_start,
        (total_amount * 100)::bigint as total
      from invoice where id = ${id}`);
  },

  async billedAndCredited(
    tx: Tx,
    { id, origin, invoice_number, total }: CreditedInvoice,
  ): Promise<BilledAndCredited> {
    const lines = await tx.many<LineRow>(sql`
      select l.id, l.film_title, l.visa_number, l.version, (l.net_amount * 100)::bigint as net, l.vat_rate_bp, l.invoice_id = ${id} as is_own
      from invoice_line l
      where l.invoice_id = ${id} or l.invoice_id in (select n.id from invoice n where n.corrects_id = ${id})
      order by l.invoice_id, l.position`);
    const vat = await tx.many<VatRow>(sql`
      select i.id = ${id} as is_own, v.vat_rate_bp, (v.net_amount * 100)::bigint as net, (v.vat_amount * 100)::bigint as vat
      from invoice i, jsonb_to_recordset(i.vat_breakdown) as v (vat_rate_bp integer, net_amount numeric, vat_amount numeric)
      where i.id = ${id} or i.corrects_id = ${id}`);
    const linesOf = (isOwn: boolean): BilledLine[] =>
      lines
        .filter((row) => row.is_own === isOwn)
        .map(({ is_own: _own, net, ...row }) => ({ ...row, net_amount: net }));
    const vatOf = (isOwn: boolean): VatOfRate[] =>
      vat
        .filter((row) => row.is_own === isOwn)
        .map((row) => ({
          vat_rate_bp: row.vat_rate_bp,
          net_amount: cents(row.net),
          vat_amount: cents(row.vat),
        }));
    const off = { credited: linesOf(false), creditedVat: vatOf(false) };
    if (origin === "issued") return { billed: linesOf(true), vat: vatOf(true), ...off };
    const imported = creditableOfImported(invoice_number, total, vatOf(true));
    return { billed: imported.lines, vat: imported.vat, ...off };
  },
};
