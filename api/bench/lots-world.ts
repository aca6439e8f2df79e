// The books of a distributor that was never asked for a lot: issued invoices of a year, and the bank lines that pay most of them.
import type { Pool } from "pg";

const ACCOUNTS = 500;

export interface BooksSize {
  readonly invoices: number;
  readonly lines: number;
}

/**
 * Fills an empty database, each time the same. Of ten lines seven pay one invoice, one pays two, two pay none; of more lines than invoices, the first for each.
 * @returns the distributor and a person of it
 */
export async function buildBooks(
  pool: Pool,
  { invoices, lines }: BooksSize,
): Promise<{ distributorId: number; userId: number }> {
  const idOf = async (text: string, values: unknown[] = []): Promise<number> => {
    const { rows } = await pool.query<{ id: number }>(text, values);
    return rows[0]?.id ?? 0;
  };
  const distributorId = await idOf(
    "insert into distributor (name, validation_status) values ('Films du banc d’essai', 'validated') returning id",
  );
  const userId = await idOf(
    "insert into app_user (distributor_id, email) values ($1, 'bench@films.example') returning id",
    [distributorId],
  );
  await pool.query(`
    insert into cinema (name, legal_name, city, short_name_code, default_accounting_code, is_validated)
      select 'Cinéma Le Beffroi ' || n, 'SARL Beffroi Cinés ' || n, 'Douai', 'BF' || lpad(n::text, 4, '0'), '411BF' || lpad(n::text, 4, '0'), true
      from generate_series(1, ${ACCOUNTS}) n;
    insert into cinema_distributor (distributor_id, cinema_id) select ${distributorId}, id from cinema;
    insert into invoice (distributor_id, cinema_id, invoice_number, invoice_date, due_date, cinema_name, week_start, week_number, week_year,
        client, client_account, total_net_amount, total_vat_amount, total_amount, vat_breakdown, origin)
      select ${distributorId}, c.id, 'F26' || lpad(n::text, 6, '0'), d.day, d.day + 30, c.name, date '2026-01-07', 2, 2026,
        jsonb_build_object('name', c.legal_name), c.default_accounting_code, m.net, m.vat, m.net + m.vat,
        jsonb_build_array(jsonb_build_object('vat_rate_bp', 550, 'net_amount', m.net::text, 'vat_amount', m.vat::text)), 'imported'
      from generate_series(1, ${invoices}) n
      join cinema c on c.short_name_code = 'BF' || lpad((n % ${ACCOUNTS} + 1)::text, 4, '0')
      cross join lateral (select date '2026-01-01' + n * 360 / ${invoices} as day) d
      cross join lateral (select x.net, round(x.net * 0.055, 2) as vat from (select (50 + n * 7919 % 90000 / 100.0)::numeric(14,2) as net) x) m
      order by n;
    analyze invoice`);
  // Invoices of one account are that many numbers apart: a line that pays two pays two of one client.
  await pool.query(`
    create temp table paid as
      select l.n as line, i.id as invoice_id, i.invoice_date, i.total_amount, i.client_account, i.cinema_name
      from generate_series(1, ${lines}) l (n) cross join lateral (select l.n * ${invoices}::bigint / ${lines} as number) f
      join invoice i on i.number_key = 'F26' || lpad(f.number::text, 6, '0') 
      where l.n % 10 < 8 and f.number > (l.n - 1) * ${invoices}::bigint / ${lines};
    insert into paid
      select p.line, i.id, i.invoice_date, i.total_amount, i.client_account, i.cinema_name from paid p join invoice one on one.id = p.invoice_id
      join invoice i on i.number_key = 'F26' || lpad((right(one.number_key, 6)::integer + ${ACCOUNTS})::text, 6, '0')
      where p.line % 10 = 0 and not exists (select from paid o where o.invoice_id = i.id);
    analyze paid;
    insert into bank_transaction (distributor_id, transaction_date, value_date, label, amount, fingerprint)
      select ${distributorId}, d.day, d.day, coalesce('VIR SEPA ' || upper(p.cinema_name), 'PRLV SEPA FOURNISSEUR ' || n),
        coalesce(p.amount, -10 - n % 5000), n::text
      from generate_series(1, ${lines}) n
      left join (select line, sum(total_amount) as amount, min(cinema_name) as cinema_name from paid group by line) p on p.line = n
      cross join lateral (select date '2026-01-03' + n * 360 / ${lines} as day) d order by n;
    insert into reconciliation (distributor_id, transaction_id, gate, invoice_ids)
      select ${distributorId}, t.id, 'number', p.ids
      from bank_transaction t join (select line::text as line, array_agg(invoice_id) as ids from paid group by 1) p on p.line = t.fingerprint order by t.id;
    create temp table lettered as
      select line, account, row_number() over (partition by account order by line) - 1 as place
      from (select line, min(client_account) as account from paid group by line) g;
    insert into allocation (distributor_id, reconciliation_id, transaction_id, invoice_id, amount, letters)
      select ${distributorId}, r.id, t.id, p.invoice_id, p.total_amount,
        chr((65 + l.place / 676)::integer) || chr((65 + l.place / 26 % 26)::integer) || chr((65 + l.place % 26)::integer)
      from paid p join lettered l using (line) join bank_transaction t on t.fingerprint = p.line::text
      join reconciliation r on r.transaction_id = t.id order by p.line;
    insert into lettering_sequence (distributor_id, client_account, last_index)
      select ${distributorId}, account, max(place) from lettered group by account;
    drop table paid, lettered`);
  await pool.query("analyze");
  return { distributorId, userId };
}
