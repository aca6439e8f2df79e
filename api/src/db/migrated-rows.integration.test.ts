// What migrations make of the rows that were there before them. The schema of before is made of that of now: all migrations take half a minute.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Pool } from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { MIGRATIONS } from "./migrate.ts";
import { createPool } from "./pool.ts";

let database: TestDatabase;
let pool: Pool;
beforeEach(async () => {
  database = await createTestDatabase();
  pool = createPool({ url: database.url });
});
afterEach(async () => {
  await pool.end();
  await database.drop();
});

const migration = (name: string): string => readFileSync(join(MIGRATIONS, name), "utf8");
/** Runs statements for all distributors, and answers the rows of the last one. */
async function asAll(...statements: string[]): Promise<unknown[]> {
  const results = (await pool.query(
    ["begin", "select set_config('app.all_distributors', 'on', true)", ...statements, "commit"].join(";\n"),
  )) as unknown as { rows: unknown[] }[];
  return results.at(-2)?.rows ?? [];
}

test("DIST-3: a SIRET that was kept as a SIREN is split, also one that waits to be checked; a SIREN stays", async () => {
  const rows = await asAll(
    `alter table distributor drop constraint distributor_siren_check, drop constraint distributor_siret_check,
      drop constraint distributor_proposed_siret_check, drop column siret, drop column proposed_siret`,
    `insert into distributor (name, siren, validation_status, proposed_siren, proposed_at) values
      ('Whole', '73282932000074', 'validated', '55210055400013', now()), ('Nine', '000100016', 'validated', '', null),
      ('None', '', 'prospect', '', null)`,
    migration("119-sirets.sql"),
    "select name, siren, siret, proposed_siren, proposed_siret from distributor order by name",
  );
  expect(rows).toEqual([
    { name: "Nine", siren: "000100016", siret: "", proposed_siren: "", proposed_siret: "" },
    { name: "None", siren: "", siret: "", proposed_siren: "", proposed_siret: "" },
    {
      name: "Whole",
      siren: "732829320",
      siret: "73282932000074",
      proposed_siren: "552100554",
      proposed_siret: "55210055400013",
    },
  ]);
});

test("DIST-1: who issues by itself is active, and nobody else moves", async () => {
  const rows = await asAll(
    `insert into distributor (name, siren, validation_status, automation_on, onboarding_status) values
      ('Issues', '000100016', 'validated', true, 'company_info_added'), ('Issued', '732829320', 'validated', false, 'company_info_added'),
      ('New', '552100554', 'validated', true, 'company_info_added'), ('Lapsed', '000100024', 'validated', true, 'paused')`,
    "insert into cinema (name) values ('Rex')",
    "insert into cinema_distributor (distributor_id, cinema_id) select d.id, c.id from distributor d, cinema c",
    `insert into invoice (distributor_id, cinema_id, origin, invoice_number, invoice_date, due_date, cinema_name, client, client_account,
      total_net_amount, total_vat_amount, total_amount)
    select d.id, c.id, 'issued', 'F26000001', '2026-11-01', '2026-12-01', c.name, '{}', '411REX', 100, 10, 110
    from distributor d, cinema c where d.name <> 'New'`,
    migration("120-onboarding-follows-invoices.sql"),
    "select name, onboarding_status from distributor order by name",
  );
  expect(rows).toEqual([
    { name: "Issued", onboarding_status: "company_info_added" },
    { name: "Issues", onboarding_status: "active" },
    { name: "Lapsed", onboarding_status: "paused" },
    { name: "New", onboarding_status: "company_info_added" },
  ]);
});

test("LET-51: of credits that nobody was asked about before reasons were kept, the currency alone says why", async () => {
  const rows = await asAll(
    "drop index bank_transaction_ignored",
    "alter table bank_transaction drop column ignored_reason",
    "insert into distributor (name) values ('One')",
    `insert into bank_transaction (distributor_id, transaction_date, label, amount, currency_code, is_noise, fingerprint)
      select d.id, date '2026-11-02', l.label, 10, l.currency, l.noise, repeat(l.mark, 64)
      from distributor d, (values ('INTERETS', 'EUR', true, 'a'), ('WIRE', 'USD', true, 'b'), ('VIR', 'EUR', false, 'c'))
        as l (label, currency, noise, mark)`,
    migration("121-ignored-credits.sql"),
    "select label, ignored_reason from bank_transaction order by label",
  );
  expect(rows).toEqual([
    { label: "INTERETS", ignored_reason: "earlier" },
    { label: "VIR", ignored_reason: null },
    { label: "WIRE", ignored_reason: "other_currency" },
  ]);
});

test("SEC-22: whoever was there before roles decided goes on doing everything, and who comes without a role reads", async () => {
  const rows = await asAll(
    `alter table app_user drop constraint app_user_role_check,
      add constraint app_user_role_check check (role in ('admin', 'staff', 'accountant', 'viewer'))`,
    "insert into distributor (name) values ('One')",
    `insert into app_user (distributor_id, email, role)
      select d.id, r.role || '@one.example', r.role from distributor d,
        (values ('admin'), ('staff'), ('accountant'), ('viewer')) as r (role)`,
    "insert into app_user (email, system_role, role) values ('root@bobine.example', 'super_admin', 'staff')",
    migration("124-roles.sql"),
    "insert into app_user (distributor_id, email) select id, 'new@one.example' from distributor",
    "select email, role from app_user order by email",
  );
  expect(rows).toEqual([
    { email: "accountant@one.example", role: "admin" },
    { email: "admin@one.example", role: "admin" },
    { email: "new@one.example", role: "viewer" },
    { email: "root@bobine.example", role: "viewer" },
    { email: "staff@one.example", role: "admin" },
    { email: "viewer@one.example", role: "admin" },
  ]);
});

test("SEC-24: of the sessions of before, those that began with the code of a factor have proven it", async () => {
  const rows = await asAll(
    "drop trigger second_factor_changed on second_factor",
    "alter table user_session drop column second_factor_at",
    "insert into app_user (email, system_role) values ('with@bobine.example', 'super_admin'), ('without@bobine.example', 'super_admin')",
    `insert into second_factor (user_id, sealed_secret, started_at, enabled_at)
      select id, '', '2026-11-02', '2026-11-02' from app_user where email = 'with@bobine.example'`,
    `insert into user_session (user_id, refresh_hash, created_at, expires_at)
      select u.id, decode(md5(u.email || d.day), 'hex'), d.day::timestamptz, '2026-12-01'
      from app_user u, (values ('2026-11-01'), ('2026-11-03')) as d (day)`,
    migration("132-second-factor-of-sessions.sql"),
    `select u.email, s.created_at::date::text as day, s.second_factor_at = s.created_at as is_proven
      from user_session s join app_user u on u.id = s.user_id order by 1, 2`,
  );
  expect(rows).toEqual([
    { email: "with@bobine.example", day: "2026-11-01", is_proven: null },
    { email: "with@bobine.example", day: "2026-11-03", is_proven: true },
    { email: "without@bobine.example", day: "2026-11-01", is_proven: null },
    { email: "without@bobine.example", day: "2026-11-03", is_proven: null },
  ]);
});

test("MAIL-13: a reminder whose leaving nobody has checked yet waits for the answer to its action, which says what each answer does", async () => {
  const rows = await asAll(
    "insert into distributor (name, siren, validation_status) values ('One', '732829320', 'validated')",
    "insert into cinema (name) values ('Rex')",
    "insert into cinema_distributor (distributor_id, cinema_id) select d.id, c.id from distributor d, cinema c",
    `insert into invoice (distributor_id, cinema_id, origin, invoice_number, invoice_date, due_date, cinema_name, client, client_account,
        total_net_amount, total_vat_amount, total_amount, vat_breakdown)
      select d.id, c.id, 'issued', 'F1', '2026-09-01', '2026-10-01', 'Rex', '{}', '411', 100, 10, 110,
        '[{"vat_rate_bp": 1000, "net_amount": "100.00", "vat_amount": "10.00"}]'
      from distributor d, cinema c`,
    `insert into mail (distributor_id, kind, reminder_level, state, created_at, sent_at)
      select d.id, 'reminder', level, 'unconfirmed', '2026-11-01', sent_at::timestamptz
      from distributor d, (values (1, '2026-11-01'), (2, '2026-11-20'), (3, '2026-11-25')) as m (level, sent_at)`,
    `insert into mail_invoice (mail_id, invoice_id, distributor_id, event)
      select m.id, i.id, i.distributor_id, 'reminder_' || m.reminder_level from mail m, invoice i`,
    `insert into user_action (distributor_id, status, open_status, reason_code, reason, explanation, invoice_id, description, created_at)
      select distributor_id, a.status, 'PENDING', 'unconfirmed_email', 'Envoi à vérifier', '["Vérifiez."]', id, 'F1', at::timestamptz
      from invoice, (values ('DONE', '2026-11-01'), ('PENDING', '2026-11-20'), ('PENDING', '2026-11-26')) as a (status, at)`,
    migration("164-reminders-in-doubt.sql"),
    `select m.reminder_level as level, a.status, a.created_at::date::text as day, a.explanation->>1 as answers
      from mail m left join user_action a on a.id = m.user_action_id order by 1`,
  );
  expect(rows).toEqual([
    { level: 1, status: null, day: null, answers: null },
    // Asked about when it left, and after a second try.
    ...[
      { level: 2, day: "2026-11-20" },
      { level: 3, day: "2026-11-26" },
    ].map((asked) => ({
      ...asked,
      status: "PENDING",
      answers: expect.stringMatching(/^«\u00a0Résoudre\u00a0»\u00a0: elle est arrivée/),
    })),
  ]);
});

test("EXP-14: an account in dollars that was the first keeps what a lot holds of lines without an account, and else what is in dollars", async () => {
  const rows = await asAll(
    `insert into distributor (name, siren, validation_status) values ('Posted', '732829320', 'validated'), ('Not', '552100554', 'validated'),
      ('Euros', '000100016', 'validated'), ('Alone', '000100024', 'validated')`,
    "insert into app_user (email, system_role, role) values ('root@bobine.example', 'super_admin', 'admin')",
    `insert into bank_account (distributor_id, number, label, ledger_account, journal, currency)
      select d.id, account.label, account.label, '512' || place || '00', 'BQ' || place, account.label
      from distributor d, lateral (values (1, case d.name when 'Euros' then 'EUR' else 'USD' end), (2, case d.name when 'Euros' then 'USD' else 'EUR' end)) as account (place, label)
      where place = 1 or d.name <> 'Alone' order by d.name, place`,
    `insert into bank_transaction (distributor_id, transaction_date, label, amount, fingerprint, source, currency_code)
      select d.id, date '2026-01-02', 'NAMELESS ' || c, 10, repeat(left(lower(c), 1), 64), 'file', c from distributor d, (values ('EUR'), ('USD')) as currency (c)`,
    "insert into bank_balance (distributor_id, kind, balance_date, amount) select id, 'closing', date '2026-01-31', 10 from distributor",
    `insert into export_lot (distributor_id, year, number, period_from, period_to, created_at, created_by, created_by_name, entry_count, reversal_count, total_amount)
      select d.id, 2026, 1, '2026-01-01', '2026-01-31', now(), u.id, 'L', 1, 0, 10 from distributor d, app_user u where d.name <> 'Not'`,
    `insert into posted_entry (distributor_id, lot_id, journal, year, number, entry_date, piece_date, key, content_hash, lines)
      select l.distributor_id, l.id, 'BQ1', 2026, 1, '2026-01-02', '2026-01-02', 'transaction:' || t.id, sha256('a'), '[]'
      from export_lot l join bank_transaction t on t.distributor_id = l.distributor_id and t.currency_code = 'EUR'`,
    migration("172-first-account-of-lots.sql"),
    `select d.name, t.currency_code as line, a.currency as account,
        (select c.currency from bank_balance b join bank_account c on c.id = b.bank_account_id where b.distributor_id = d.id) as balance
      from distributor d join bank_transaction t on t.distributor_id = d.id left join bank_account a on a.id = t.bank_account_id order by 1, 2`,
  );
  expect(rows).toEqual([
    { name: "Alone", line: "EUR", account: null, balance: null },
    { name: "Alone", line: "USD", account: null, balance: null },
    { name: "Euros", line: "EUR", account: null, balance: null },
    { name: "Euros", line: "USD", account: null, balance: null },
    { name: "Not", line: "EUR", account: null, balance: null },
    { name: "Not", line: "USD", account: "USD", balance: null },
    { name: "Posted", line: "EUR", account: "USD", balance: "USD" },
    { name: "Posted", line: "USD", account: "USD", balance: "USD" },
  ]);
});
