import type { CivilDate } from "@bobine/contract/civil-date";
import { centsFromWire } from "@bobine/contract/money";
import sql from "sql-template-tag";
import { UNPAID } from "../../db/invoice-statuses.ts";
import type { Tx } from "../../db/scope.ts";
import type {
  LetteredTransaction,
  OpenInvoice,
  PayerAlias,
  PayerClient,
} from "../../domain/matching/lettering-types.ts";
import type { LineEvidence } from "../../domain/line-evidence.ts";
import { readLabel } from "../../domain/matching/label-with-evidence.ts";
import { nameToRemember } from "../../domain/matching/payer-words.ts";
import { payerKeyOf, sirenOf } from "./legal-payer.ts";
import { inCents } from "../../db/money.ts";
import { columnsOf, type RowOf } from "../../db/columns.ts";
import type * as schema from "../../db/schema.ts";

/** All that the engine compares bank lines with. */
export interface LetteringMaterial {
  readonly invoices: OpenInvoice[];
  readonly clients: PayerClient[];
  readonly aliases: PayerAlias[];
  readonly recent_lettered: LetteredTransaction[];
  readonly factor_names: string[];
  readonly own_names: string[];
  readonly contrary_words: string[];
  readonly defaulted_numbers: string[];
  readonly paused: boolean;
}

const INVOICE_COLUMNS = columnsOf<schema.InvoiceRow>()(
  [
    "id",
    "invoice_number",
    "invoice_date",
    "due_date",
    "cinema_id",
    "week_number",
    "week_year",
    "outstanding",
    "total_amount",
    "total_net_amount",
  ],
  "i",
);
const CINEMA_COLUMNS = columnsOf<schema.CinemaRow>()(
  [
    "id",
    "name",
    "legal_name",
    "invoicing_company_name",
    "siren",
    "siret",
    "invoicing_siren",
    "group",
    "city",
    "short_name_code",
  ],
  "c",
);

/** LET-13: a duplicate comes within days; of three months are the habits of payers. What was returned is no payment. */
const DAYS_BEFORE = 90;
const DAYS_AFTER = 10;

const textId = (id: number): string => String(id);

/** Who may pay a distributor: its clients, and what people's choices taught about them. */
export async function readPayersOf(
  tx: Tx,
  distributorId: number,
): Promise<
  Pick<LetteringMaterial, "clients" | "aliases"> & { readonly keyOf: (cinemaId: number) => string }
> {
  const cinemas = await tx.many<RowOf<typeof CINEMA_COLUMNS>>(sql`
    select ${CINEMA_COLUMNS}
    from cinema c join cinema_distributor l on l.cinema_id = c.id and l.distributor_id = ${distributorId}`);
  const payerKeys = new Map(cinemas.map((cinema) => [cinema.id, payerKeyOf(cinema)]));
  // A cinema that is no longer linked still owes what it owes: it is a payer of its own.
  const keyOf = (cinemaId: number): string => payerKeys.get(cinemaId) ?? `cinema ${cinemaId}`;
  const aliases = await tx.many<PayerAlias>(sql`
    select phrase, payer_key, confirmations from payer_alias where distributor_id = ${distributorId}`);
  return {
    clients: cinemas.map((cinema) => ({
      cinema_id: textId(cinema.id),
      payer_key: keyOf(cinema.id),
      name: cinema.name,
      legal_name: cinema.legal_name || null,
      invoicing_company_name: cinema.invoicing_company_name || null,
      group: cinema.group || null,
      short_name_code: cinema.short_name_code,
      city: cinema.city || null,
      siren: sirenOf(cinema),
    })),
    aliases,
    keyOf,
  };
}

/**
 * Reads it once for a whole import.
 * @param period of the lines to be lettered
 */
export async function readLetteringMaterial(
  tx: Tx,
  distributorId: number,
  period: { readonly from: CivilDate; readonly to: CivilDate },
): Promise<LetteringMaterial> {
  const settings = await tx.one<
    Pick<schema.DistributorRow, "auto_lettering_on" | "factor_name" | "name" | "contrary_words">
  >(sql`
    select auto_lettering_on, factor_name, name, contrary_words from distributor where id = ${distributorId}`);
  const { clients, aliases, keyOf } = await readPayersOf(tx, distributorId);
  const invoices = await tx.many<
    RowOf<typeof INVOICE_COLUMNS> & { readonly film_titles: string[] | null }
  >(sql`
    select ${INVOICE_COLUMNS},
      (select array_agg(distinct l.film_title) from invoice_line l where l.invoice_id = i.id) as film_titles
    from invoice i
    where i.distributor_id = ${distributorId} and i.type = 'invoice' and i.status in ${UNPAID}`);
  const defaulted = await tx.many<Pick<schema.InvoiceRow, "invoice_number">>(sql`
    select invoice_number from invoice where distributor_id = ${distributorId} and type = 'invoice' and status = 'default'`);
  const lettered = await tx.many<
    Pick<schema.BankTransactionRow, "amount" | "transaction_date" | "label"> & {
      readonly transaction_id: number;
      readonly cinema_ids: number[];
      readonly invoice_numbers: string[];
      readonly due_dates: CivilDate[];
      readonly evidence: LineEvidence | null;
      readonly kept_back: schema.InvoiceRow["outstanding"] | null;
    }
  >(sql`
    select t.id as transaction_id, t.amount, t.transaction_date, t.label, t.evidence,
      sum(i.outstanding) filter (where i.status = 'part_paid') as kept_back,
      array_agg(distinct i.cinema_id) as cinema_ids, array_agg(distinct i.invoice_number) as invoice_numbers,
      array_agg(i.due_date::text) as due_dates
    from bank_transaction t join allocation a on a.transaction_id = t.id join invoice i on i.id = a.invoice_id
    where t.distributor_id = ${distributorId} and t.transaction_date between ${period.from}::date - ${DAYS_BEFORE}::integer
      and ${period.to}::date + ${DAYS_AFTER}::integer
      and t.amount > 0 and not exists (select from allocation b where b.returned_transaction_id = t.id)
    group by t.id`);
  return {
    invoices: invoices.map(({ film_titles, ...invoice }) => ({
      ...inCents(invoice, "outstanding", "total_amount", "total_net_amount"),
      id: textId(invoice.id),
      cinema_id: textId(invoice.cinema_id),
      payer_key: keyOf(invoice.cinema_id),
      ...(film_titles ? { film_titles } : {}),
    })),
    clients,
    aliases,
    recent_lettered: lettered.map((row) => {
      const label = readLabel(row.label, row.evidence);
      return {
        transaction_id: textId(row.transaction_id),
        amount: centsFromWire(row.amount),
        transaction_date: row.transaction_date,
        payer_keys: [...new Set(row.cinema_ids.map(keyOf))],
        invoice_numbers: row.invoice_numbers,
        due_dates: row.due_dates,
        is_cheque: label.type === "cheque_deposit",
        paid_by: nameToRemember(label),
        ...(row.evidence?.party_iban === undefined ? {} : { payer_iban: row.evidence.party_iban }),
        ...(row.kept_back === null ? {} : { kept_back: centsFromWire(row.kept_back) }),
      };
    }),
    factor_names: settings.factor_name === "" ? [] : [settings.factor_name],
    own_names: [settings.name],
    contrary_words: settings.contrary_words,
    defaulted_numbers: defaulted.map((one) => one.invoice_number),
    paused: !settings.auto_lettering_on,
  };
}
