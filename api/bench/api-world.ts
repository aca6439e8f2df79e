// A distributor at size for the lists of the API: what its tables hold after some years, the same at each run.
import type { Pool } from "pg";

export interface ApiWorld {
  readonly distributorId: number;
  readonly userId: number;
  /** Open user actions, each with a transaction that one invoice explains. */
  readonly actions: readonly { readonly id: number; readonly invoiceId: number }[];
}

export interface ApiWorldSize {
  readonly cinemas: number;
  readonly invoices: number;
  readonly transactions: number;
  readonly auditEntries: number;
  readonly actions: number;
}

/** Who may sign in there. */
export const BENCH_EMAIL = "bench@films.example";

/** Fills an empty database with one distributor. */
export async function buildApiWorld(pool: Pool, size: ApiWorldSize): Promise<ApiWorld> {
  const id = async (text: string, values: unknown[] = []): Promise<number> =>
    (await pool.query<{ id: number }>(text, values)).rows[0]?.id ?? 0;
  const distributorId = await id(
    "insert into distributor (name, validation_status) values ('Films du banc d’essai', 'validated') returning id",
  );
  const userId = await id(
    `insert into app_user (distributor_id, email, first_name, last_name, company, role)
     values ($1, $2, 'Camille', 'Rousseau', 'Films du banc d’essai', 'accountant') returning id`,
    [distributorId, BENCH_EMAIL],
  );
  await insertCinemas(pool, distributorId, size.cinemas);
  await insertInvoices(pool, distributorId, size.invoices);
  await insertTransactions(pool, distributorId, size.transactions);
  await insertAuditEntries(pool, distributorId, userId, size.auditEntries);
  const actions = await insertActions(pool, distributorId, size.actions);
  await pool.query("vacuum analyze");
  return { distributorId, userId, actions };
}

async function insertCinemas(pool: Pool, distributorId: number, count: number): Promise<void> {
  await pool.query(
    `insert into cinema (name, legal_name, city, "group", address, pin_code, siren, cnc_authorization, short_name_code,
       default_accounting_code, phones, default_invoice_emails, is_validated)
     select 'Cinéma ' || name || ' ' || n, 'SARL ' || name || ' ' || n, town, case when n % 3 = 0 then 'Groupe ' || n % 40 else '' end,
       n || ' rue de la Gare', lpad((1000 + n % 90000)::text, 5, '0'), (100000000 + n)::text, (10000 + n)::text, 'C' || n,
       '411C' || n, array['01 99 00 00 00'], array['compta' || n || '@cinema.example'], n % 50 <> 0
     from (select n, (array['Rex', 'Éden', 'Royal', 'Majestic', 'Palace', 'Familia', 'Lux'])[1 + n % 7] as name,
       (array['Douai', 'Rennes', 'Dole', 'Cahors', 'Aurillac', 'Roanne', 'Albi', 'Sens', 'Vire', 'Gap'])[1 + n % 10] as town
       from generate_series(1, $1::integer) n) c`,
    [count],
  );
  await pool.query(
    `insert into screen (cinema_id, name, authorization_number)
     select c.id, 'Salle ' || n, c.cnc_authorization || '-' || n from cinema c, generate_series(1, 3) n`,
  );
  await pool.query("insert into cinema_distributor (distributor_id, cinema_id) select $1, id from cinema", [
    distributorId,
  ]);
  await pool.query("analyze");
}

async function insertInvoices(pool: Pool, distributorId: number, count: number): Promise<void> {
  await pool.query(
    `insert into invoice (distributor_id, cinema_id, invoice_number, invoice_date, due_date, cinema_name, week_start, week_number,
       week_year, client_account, total_net_amount, total_vat_amount, total_amount, origin)
     select $1, c.id, 'F' || lpad(n::text, 7, '0'), d, d + 30, c.name, d, extract(week from d), extract(isoyear from d),
       c.default_accounting_code, 1000 + n % 900, (1000 + n % 900) / 10.0, (1000 + n % 900) * 1.1, 'imported'
     from (select n, date '2024-01-03' + (n * 1000 / $2::integer) as d from generate_series(1, $2::integer) n) i
     cross join (select min(id) as first, count(*) as cinemas from cinema) every join cinema c on c.id = first + i.n % cinemas`,
    [distributorId, count],
  );
  await pool.query(
    `insert into invoice_file (distributor_id, invoice_id, kind, file_name, content_type, size, sha256, storage_key)
     select i.distributor_id, i.id, 'invoice_pdf', i.invoice_number || '.pdf', 'application/pdf', 40000, decode(repeat('00', 32), 'hex'),
       'invoices/' || i.id
     from invoice i`,
  );
}

async function insertTransactions(pool: Pool, distributorId: number, count: number): Promise<void> {
  await pool.query(
    `insert into bank_transaction (distributor_id, transaction_date, label, amount, fingerprint)
     select $1, date '2024-01-03' + (n * 1000 / $2::integer), 'VIR SEPA RECU /DE SARL CINEMA ' || n || ' /MOTIF F' || lpad(n::text, 7, '0'),
       100 + n % 5000, 'line-' || n
     from generate_series(1, $2::integer) n`,
    [distributorId, count],
  );
}

/** Entries of `userId`, one action in ten of the system. */
async function insertAuditEntries(
  pool: Pool,
  distributorId: number,
  userId: number,
  count: number,
): Promise<void> {
  await pool.query(
    `insert into audit_log (distributor_id, actor_id, action_type, action_details, request_id, created_at)
     select $1, case when n % 10 = 0 then null else $2::bigint end,
       (array['created_invoice', 'sent_email', 'manual_reconciliation', 'processed_banking', 'other'])[1 + n % 5],
       jsonb_build_object('invoice_number', 'F' || lpad(n::text, 7, '0'), 'amount', '1100.00'), 'request-' || n,
       timestamptz '2024-01-03' + n * interval '1 minute'
     from generate_series(1, $3::integer) n`,
    [distributorId, userId, count],
  );
}

async function insertActions(
  pool: Pool,
  distributorId: number,
  count: number,
): Promise<{ id: number; invoiceId: number }[]> {
  const { rows } = await pool.query<{ id: number; invoiceId: number }>(
    `with chosen as (
       select id as invoice_id, total_amount, row_number() over (order by id) as n from invoice where distributor_id = $1 order by id limit $2),
     line as (
       insert into bank_transaction (distributor_id, transaction_date, label, amount, fingerprint)
       select $1, date '2026-11-02', 'VIR SEPA A LETTRER ' || n, total_amount, 'question-' || n from chosen order by n
       returning id, fingerprint)
     insert into user_action (distributor_id, status, open_status, reason_code, reason, transaction_id, invoice_id)
     select $1, 'AWAITING_INVOICE_SELECTION', 'AWAITING_INVOICE_SELECTION', 'bench', 'À lettrer', line.id, chosen.invoice_id
     from line join chosen on line.fingerprint = 'question-' || chosen.n
     returning id, invoice_id as "invoiceId"`,
    [distributorId, count],
  );
  return rows;
}
