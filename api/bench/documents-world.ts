// Issued invoices that wait for their documents, as a Monday's run leaves them.
import { type Cents, centsToWire } from "@bobine/contract/money";
import type { Pool } from "pg";
import type { InvoiceDocument } from "../src/domain/e-invoicing/invoice-document.ts";
import { aDocument } from "../src/domain/e-invoicing/sample-invoice.testing.ts";

/** Words that a page does not find again on every other one. */
const TITLES = [
  "Les Heures bleues",
  "Rivage nord",
  "L’Été des fanfares",
  "Une gare en hiver",
  "Le Chant des péniches",
];
const TOWNS = ["Douai", "Rennes", "Dole", "Cahors", "Aurillac", "Roanne", "Albi", "Sens", "Vire", "Gap"];

/** The invoice number `n`, with the lines of two films and a guarantee. */
export function benchInvoice(n: number): InvoiceDocument {
  const base = aDocument();
  const town = TOWNS[n % TOWNS.length] ?? "";
  return {
    ...base,
    invoice_number: `F26${String(n).padStart(6, "0")}`,
    client: {
      ...base.client,
      name: `SARL Cinéma ${n} ${town}`,
      address: `${1 + (n % 90)} rue de la Gare`,
      city: town,
    },
    cinema: { name: `Cinéma ${n}`, city: town, client_account: `411C${n}` },
    lines: base.lines.map((line, index) => ({
      ...line,
      film_title: TITLES[(n + index) % TITLES.length] ?? "",
      admissions_paid: line.admissions_paid + (n % 400),
    })),
  };
}

/** Inserts `count` issued invoices after those of the world, without documents. */
export async function insertIssued(
  pool: Pool,
  distributorId: number,
  first: number,
  count: number,
): Promise<void> {
  const invoices = Array.from({ length: count }, (_, index) => {
    const document = benchInvoice(first + index);
    return {
      ...document,
      cinema_name: document.cinema.name,
      client: {
        ...document.client,
        cinema_name: document.cinema.name,
        cinema_city: document.cinema.city,
        is_factor_guaranteed: false,
      },
      supplier: { ...document.supplier, vat_on_debits: false, factor_name: "", factor_iban: "" },
      client_account: document.cinema.client_account,
      vat_breakdown: document.vat_breakdown.map((rate) => ({
        vat_rate_bp: rate.vat_rate_bp,
        net_amount: centsToWire(rate.net_amount),
        vat_amount: centsToWire(rate.vat_amount),
      })),
      ...inEuros(document, ["total_net_amount", "total_vat_amount", "total_amount"]),
      lines: document.lines.map((line, position) => ({
        ...line,
        position,
        ...inEuros(line, ["gross_ttc", "base_film_ht", "net_amount"]),
      })),
    };
  });
  await pool.query(
    `with given as (select * from json_to_recordset($2::json) as i (invoice_number text, invoice_date date, due_date date, week_start date,
         cinema_name text, client jsonb, supplier jsonb, client_account text, vat_breakdown jsonb, total_net_amount numeric,
         total_vat_amount numeric, total_amount numeric, lines jsonb)),
     made as (
       insert into invoice (distributor_id, cinema_id, invoice_number, invoice_date, due_date, week_start, week_number, week_year, cinema_name,
         client, supplier, client_account, vat_breakdown, total_net_amount, total_vat_amount, total_amount)
       select $1, (select min(id) from cinema), 'M' || invoice_number, invoice_date, due_date, week_start, 47, 2026, cinema_name, client,
         supplier, client_account, vat_breakdown, total_net_amount, total_vat_amount, total_amount from given
       returning id, invoice_number)
     insert into invoice_line (distributor_id, invoice_id, position, kind, film_title, visa_number, version, run_week, screens, screenings,
       admissions_paid, admissions_free, gross_ttc, base_film_ht, rate_bp, description, net_amount, vat_rate_bp)
     select $1, made.id, l.position, l.kind, l.film_title, l.visa_number, l.version, l.run_week, l.screens, l.screenings, l.admissions_paid,
       l.admissions_free, l.gross_ttc, l.base_film_ht, l.rate_bp, l.description, l.net_amount, l.vat_rate_bp
     from made join given on made.invoice_number = 'M' || given.invoice_number,
       jsonb_to_recordset(given.lines) as l (position integer, kind text, film_title text, visa_number text, version text, run_week integer,
         screens text[], screenings integer, admissions_paid integer, admissions_free integer, gross_ttc numeric, base_film_ht numeric,
         rate_bp integer, description text, net_amount numeric, vat_rate_bp integer)`,
    [distributorId, JSON.stringify(invoices)],
  );
}

const inEuros = <Key extends string>(amounts: Readonly<Record<Key, Cents>>, keys: readonly Key[]) =>
  Object.fromEntries(keys.map((key) => [key, centsToWire(amounts[key])]));
