// No request sees or writes another distributor's rows, whatever its SQL says: each table is tried, with no WHERE.
import type { Pool } from "pg";
import sql, { raw } from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aCinema, aDistributor, anInvoice, aStaffUser, aSuperAdmin } from "../testing/builders.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { type Answer, observeRows } from "../testing/declared-rows/observe-rows.ts";
import { createPool } from "./pool.ts";
import { inTransaction, type Scope, transaction, type Tx } from "./scope.ts";
import { proveRowLevelSecurity } from "./self-test.ts";

const REFUSED_BY_POLICY = "42501";
/** What only the owner of the database writes. */
const READ_ONLY = new Set(["archived_week_not_invoiced", "audit_archive", "audit_retention"]);
/** What the web process may not change at all. */
const KEPT = new Set([
  ...READ_ONLY,
  "audit_log",
  "prospect_decision",
  "export_lot",
  "posted_entry",
  "export_lot_part",
  "export_lot_file",
]);

let database: TestDatabase;
let pool: Pool;
/** Every table with a distributor_id, as the database itself tells. */
let tables: string[];
/** Two distributors with at least one row in each table. */
let ours: number;
let theirs: number;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({ url: database.url });
  const found = await pool.query<{ name: string }>(`
    select c.table_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name = 'distributor_id' order by 1`);
  tables = found.rows.map((row) => row.name);
  [ours, theirs] = await inTransaction(pool, { kind: "all" }, async (tx) => [
    await aDistributorWithEverything(tx),
    await aDistributorWithEverything(tx),
  ]);
  await inTransaction(pool, { kind: "all" }, aSuperAdmin);
  await pool.query(
    `with owner as (select unnest($1::bigint[]) as id), kept as (insert into audit_retention select id, 2 from owner),
       weeks as (insert into archived_week_not_invoiced select id, 1, '2020-01-01' from owner)
     insert into audit_archive (distributor_id, year, first_entry_id, last_entry_id, entry_count, from_instant, to_instant, storage_key, file_size, sha256)
     select id, 2020, 1, 2, 1, now(), now(), 'audit', 1, sha256('x') from owner`,
    [[ours, theirs]],
  );
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** One row at least in each table with a distributor_id. A new table needs its row here. */
async function aDistributorWithEverything(tx: Tx): Promise<number> {
  const distributor = await aDistributor(tx);
  const d = distributor.id;
  const user = await aStaffUser(tx, distributor);
  const cinema = await aCinema(tx, distributor, { screens: [`6${String(d).padStart(5, "0")}`] });
  await tx.run(
    sql`insert into distributor_cinema_settings (distributor_id, cinema_id) values (${d}, ${cinema.id})`,
  );
  await tx.run(sql`
    insert into audit_log (distributor_id, actor_id, action_type, action_details) values (${d}, ${user.id}, 'other', '{}')`);

  const file = await tx.one<{ id: number }>(sql`
    insert into import_file (distributor_id, kind, file_name, file_size, sha256) values (${d}, 'box_office', 'rapport.xml', 1, '\\x00')
    returning id`);
  await tx.run(sql`
    insert into kept_statement (id, distributor_id, file_name, file_size, sha256, created_at, expires_at)
    values (gen_random_uuid(), ${d}, 'releve.csv', 1, '\\x00', now(), now())`);
  const invoice = await anInvoice(tx, distributor, cinema);
  const credit = await tx.one<{ id: number }>(sql`
    insert into invoice (distributor_id, cinema_id, origin, type, invoice_number, invoice_date, due_date, cinema_name, total_net_amount, total_vat_amount, total_amount)
    values (${d}, ${cinema.id}, 'imported', 'credit_note', ${`A26${d}`}, '2026-11-30', '2026-12-30', ${cinema.name}, -10, -1, -11)
    returning id`);
  await tx.run(sql`insert into invoice_sequence (distributor_id, series, year) values (${d}, 'F', 2026)`);
  await tx.run(sql`
    insert into invoice_line (distributor_id, invoice_id, position, kind, film_title, description, net_amount, vat_rate_bp)
    values (${d}, ${invoice.id}, 1, 'flat_fee', 'Ligne 12', 'Forfait', 100, 1000)`);
  await tx.run(sql`
    insert into credit_application (distributor_id, credit_note_id, invoice_id, amount) values (${d}, ${credit.id}, ${invoice.id}, 1)`);
  await tx.run(sql`
    insert into invoice_provision (distributor_id, invoice_id, set_on, amount, provision_account, charge_account, release_account)
    values (${d}, ${invoice.id}, '2026-12-31', 5, '491000', '681740', '781740')`);
  await tx.run(sql`
    insert into invoice_reopening (distributor_id, invoice_id, defaulted_on, reopened_on) values (${d}, ${invoice.id}, '2026-12-10', '2026-12-31')`);
  await tx.run(sql`
    insert into invoice_file (distributor_id, invoice_id, file_name, content_type, size, sha256, storage_key)
    values (${d}, ${invoice.id}, 'facture.pdf', 'application/pdf', 1, '\\x00', ${`cle-${d}`})`);
  await tx.run(sql`
    insert into declaration (distributor_id, import_id, cinema_id, week_start, screen_authorization, film_key, film_title, terms_type,
      admissions_paid, admissions_free, gross_ttc, tsa, vat, base_film_ht, share_ht, share_declared)
    values (${d}, ${file.id}, ${cinema.id}, '2026-11-18', '600001', 'ligne 12', 'Ligne 12', 'POURCENTAGE', 1, 0, 10, 1, 1, 8, 4, false)`);

  await tx.run(sql`
    insert into bank_account (distributor_id, number, label, ledger_account, journal) values (${d}, '****5722', 'Compte', '512100', 'BQ')`);
  await tx.run(sql`
    insert into bank_balance (distributor_id, kind, balance_date, amount) values (${d}, 'closing', '2026-11-30', 20)`);
  await tx.run(sql`
    insert into statement_layout (distributor_id, header_key, header, layout, created_by, created_at, used_at)
    values (${d}, ${"a".repeat(64)}, '{Date}', '{}', ${user.id}, now(), now())`);
  const payment = await tx.one<{ id: number }>(sql`
    insert into bank_transaction (distributor_id, transaction_date, label, amount, fingerprint)
    values (${d}, '2026-12-01', 'VIR CINEMA', 20, 'empreinte') returning id`);
  await tx.run(sql`
    insert into operation_file (distributor_id, transaction_id, file_name, size, sha256, storage_key, added_by, created_at)
    values (${d}, ${payment.id}, 'bordereau.pdf', 1, '\\x00', ${`operation-files/${d}`}, ${user.id}, now())`);
  await tx.run(sql`
    insert into transaction_event (distributor_id, transaction_id, kind) values (${d}, ${payment.id}, 'imported')`);
  const action = await tx.one<{ id: number }>(sql`
    insert into user_action (distributor_id, transaction_id, status, open_status, reason_code, reason)
    values (${d}, ${payment.id}, 'PENDING', 'PENDING', 'several', 'Plusieurs factures') returning id`);
  await tx.run(sql`
    insert into planned_lettering (user_action_id, distributor_id, import_id, engine_version, entry)
    values (${action.id}, ${d}, ${file.id}, '1', '{}')`);
  await tx.run(sql`
    insert into packed_sync (distributor_id, item_id, synced_at, first_line_id, last_line_id, stats)
    values (${d}, 1, now(), ${payment.id}, ${payment.id}, '{}')`);
  const reconciliation = await tx.one<{ id: number }>(sql`
    insert into reconciliation (distributor_id, transaction_id, invoice_ids) values (${d}, ${payment.id}, array[${invoice.id}::bigint])
    returning id`);
  await tx.run(sql`
    insert into allocation (distributor_id, reconciliation_id, transaction_id, invoice_id, kind, amount)
    values (${d}, ${reconciliation.id}, ${payment.id}, ${invoice.id}, 'payment', 5)`);
  await tx.run(sql`
    insert into bank_part (distributor_id, reconciliation_id, transaction_id, position, kind, amount)
    values (${d}, ${reconciliation.id}, ${payment.id}, 1, 'unknown', 15)`);
  await tx.run(
    sql`insert into bank_account_choice (distributor_id, code, label, position) values (${d}, '613200', 'Loyers', 1)`,
  );
  await tx.run(
    sql`insert into vat_regime (distributor_id, since, vat_due) values (${d}, '2026-01-01', 'collection')`,
  );
  await tx.run(
    sql`insert into payer_account (distributor_id, phrase, kind) values (${d}, 'COTISATION', 'fees')`,
  );
  await tx.run(sql`
    insert into lettering_sequence (distributor_id, client_account, last_index) values (${d}, '411CLIENT', 1)
    on conflict do nothing`);
  await tx.run(sql`
    insert into payer_alias (distributor_id, phrase, payer_key) values (${d}, 'cinema du beffroi', 'siren:1')`);
  await tx.run(
    sql`insert into bank_connection (distributor_id, provider_user) values (${d}, gen_random_uuid())`,
  );
  await tx.run(sql`
    insert into bank_connect_context (nonce_hash, distributor_id, user_id, browser_hash, expires_at)
    values (${`nonce ${d}`}, ${d}, ${user.id}, '\\x00', now())`);
  await tx.run(sql`
    insert into checkout_session (id, distributor_id, plan_id, price, currency_code, expires_at)
    select ${`cs_${d}`}, ${d}, id, price, currency_code, now() from subscription_plan order by id limit 1`);
  await tx.run(sql`
    insert into subscription (distributor_id, plan_id, provider_id, customer_id, provider_price_id, status, created_at)
    select ${d}, id, ${`sub_${d}`}, 'cus', 'price', 'active', now() from subscription_plan order by id limit 1`);
  const mail = await tx.one<{ id: number }>(sql`
    insert into mail (distributor_id, kind, state, next_attempt_at, created_at) values (${d}, 'invoice', 'waiting', now(), now())
    returning id`);
  await tx.run(sql`
    insert into mail_invoice (mail_id, invoice_id, distributor_id, event) values (${mail.id}, ${invoice.id}, ${d}, 'issued')`);
  await tx.run(sql`
    insert into mail_recipient (mail_id, address, distributor_id) values (${mail.id}, 'compta@cinema.example', ${d})`);
  await tx.run(sql`
    insert into reminder_stop (distributor_id, invoice_id, reason, stopped_at) values (${d}, ${invoice.id}, 'dispute', now())`);
  await tx.run(sql`
    insert into reminder_text (distributor_id, level, subject, opening, closing, saved_at) values (${d}, 1, 'Rappel', 'Bonjour,', '', now())`);
  await tx.run(sql`
    insert into mail_statement (mail_id, distributor_id, client_account, to_day) values (${mail.id}, ${d}, '411CLIENT', '2026-11-30')`);
  await tx.run(sql`
    insert into invitation (distributor_id, email, role, created_at, token_hash, sent_at, expires_at)
    values (${d}, 'collegue@lumen.example', 'viewer', now(), ${`\\x${String(d).padStart(4, "0")}`}::bytea, now(), now())`);
  const comment = await tx.one<{ id: number }>(sql`
    insert into comment (distributor_id, subject_kind, invoice_id, author_id, text, created_at)
    values (${d}, 'invoice', ${invoice.id}, ${user.id}, 'Vu avec le cinéma', now()) returning id`);
  await tx.run(sql`
    insert into comment_mention (comment_id, user_id, distributor_id, written, created_at)
    values (${comment.id}, ${user.id}, ${d}, '@Camille Rousseau', now())`);
  await tx.run(sql`
    insert into mail_mention (mail_id, distributor_id, comment_id, user_id) values (${mail.id}, ${d}, ${comment.id}, ${user.id})`);
  await tx.run(sql`
    insert into saved_filter (distributor_id, user_id, list, name, query, created_at, updated_at)
    values (${d}, ${user.id}, 'invoices', 'Impayées', 'status=UNPAID', now(), now())`);
  await tx.run(sql`insert into mailing_day (distributor_id, day) values (${d}, '2026-11-30')`);
  await tx.run(sql`
    insert into screen_proposal (cinema_id, authorization_number, distributor_id, created_at) values (${cinema.id}, ${`95${d}`}, ${d}, now())`);
  const change = await tx.one<{ id: number }>(sql`
    insert into bank_details_change (distributor_id, iban, requested_by, requested_by_name, requested_at, expires_at, last_mailed_at)
    values (${d}, 'FR1420041010050500013M02606', ${user.id}, 'Camille', now(), now(), now()) returning id`);
  const notice = await tx.one<{ id: number }>(sql`
    insert into security_notice (distributor_id, kind, created_at, change_id, facts)
    values (${d}, 'change_requested', now(), ${change.id}, '{}') returning id`);
  await tx.run(sql`
    insert into security_mail (notice_id, user_id, distributor_id) values (${notice.id}, ${user.id}, ${d})`);
  await tx.run(sql`
    insert into prospect_document (distributor_id, kind, file_name, size, sha256, storage_key, created_at)
    values (${d}, 'kbis', 'kbis.pdf', 1, '\\x00', ${`prospects/${d}.pdf`}, now())`);
  await tx.run(sql`
    insert into prospect_decision (distributor_id, decision, seen_version, decided_at) values (${d}, 'validate', '', now())`);
  const unsure = await tx.one<{ id: number }>(sql`
    insert into cinema_to_confirm (distributor_id, key, named, file_name, created_at) values (${d}, 'cle', '{}', 'factures.csv', now())
    returning id`);
  await tx.run(sql`
    insert into invoice_to_confirm (distributor_id, cinema_to_confirm_id, number_key, row) values (${d}, ${unsure.id}, 'X1', '{}')`);
  await tx.run(sql`
    insert into cinema_request (distributor_id, cinema_id, subject, words, created_at) values (${d}, ${cinema.id}, 'Eden', 'SIREN', now())`);
  await tx.run(
    sql`insert into cut_link (distributor_id, cinema_id, cut_at) values (${d}, ${cinema.id}, now())`,
  );
  await tx.run(sql`
    insert into idempotency_key (distributor_id, user_id, route, key_hash, fingerprint, request_id, claimed_at, created_at)
    values (${d}, ${user.id}, 'POST /', '\\x00', '\\x00', 'r', now(), now())`);
  await tx.run(sql`insert into digest_day (distributor_id, day) values (${d}, '2026-11-30')`);
  await tx.run(sql`insert into link_alert (distributor_id, day) values (${d}, '2026-11-30')`);
  await tx.run(sql`
    insert into released_link (distributor_id, cinema_id, origin, linked_at, released_at) values (${d}, ${cinema.id}, 'list', now(), now())`);
  const lot = await tx.one<{ id: number }>(sql`
    insert into export_lot (distributor_id, year, number, period_from, period_to, created_at, created_by, created_by_name, entry_count, reversal_count, total_amount)
    values (${d}, 2026, 1, '2026-11-01', '2026-11-30', now(), ${user.id}, 'Camille', 1, 0, 1) returning id`);
  await tx.run(sql`
    insert into posted_entry (distributor_id, lot_id, journal, year, number, entry_date, piece_date, key, content_hash, lines)
    values (${d}, ${lot.id}, 'VE', 2026, 1, '2026-11-30', '2026-11-30', ${`invoice:${invoice.id}`}, '\\x00', '[]')`);
  await tx.run(sql`
    insert into export_lot_part (distributor_id, lot_id, format, part, bytes) values (${d}, ${lot.id}, 'A', 0, '\\x00')`);
  await tx.run(sql`
    insert into export_lot_file (distributor_id, lot_id, format, size, sha256) values (${d}, ${lot.id}, 'A', 1, '\\x00')`);
  await tx.run(sql`
    insert into lot_preparation (distributor_id, period_from, period_to, requested_at, touched_at, requested_by, requested_by_name, request_id, ui_build)
    values (${d}, '2026-11-01', '2026-11-30', now(), now(), ${user.id}, 'Camille', 'r', '')`);
  return d;
}

const as = <T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> => inTransaction(pool, scope, work);
const distributorScope = (distributorId: number): Scope => ({ kind: "distributor", distributorId });
const failureOf = (work: Promise<unknown>): Promise<{ code?: string; message?: string }> =>
  work.then(
    () => ({}),
    (error: { code?: string; message: string }) => error,
  );
/** SQL about a table whose name the database itself gave. */
const about = (table: string, text: (name: string) => string) => raw(text(`"${table}"`));
const ownersIn = async (tx: Tx, table: string): Promise<unknown[]> =>
  (
    await tx.many<{ distributor_id: unknown }>(
      about(table, (name) => `select distinct distributor_id from ${name} order by 1`),
    )
  ).map((row) => row.distributor_id);

/** What `look` says of each table: one comparison that names every table that is wrong. */
async function ofEachTable<T>(look: (table: string) => Promise<T>): Promise<Record<string, T>> {
  const found: Record<string, T> = {};
  for (const table of tables) found[table] = await look(table);
  return found;
}
const inEachTable = <T>(value: T): Record<string, T> =>
  Object.fromEntries(tables.map((table) => [table, value]));

class Undo extends Error {}
/** Runs `work` and undoes it; its result. */
async function tried<T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> {
  let result: { value: T } | undefined;
  await as(scope, async (tx) => {
    result = { value: await work(tx) };
    throw new Undo();
  }).catch((error: unknown) => {
    if (!(error instanceof Undo)) throw error;
  });
  return result!.value;
}

describe("in the scope of a distributor", () => {
  test("every table is tried with rows of two distributors", async () => {
    expect(tables.length).toBeGreaterThanOrEqual(18);
    const owners = await as({ kind: "all" }, (tx) => ofEachTable((table) => ownersIn(tx, table)));
    for (const table of tables)
      expect([table, owners[table]]).toEqual([table, expect.arrayContaining([ours, theirs])]);
  });

  test("a SELECT without WHERE finds its own rows only", async () => {
    for (const id of [ours, theirs]) {
      const owners = await as(distributorScope(id), (tx) => ofEachTable((table) => ownersIn(tx, table)));
      expect(owners).toEqual(inEachTable([id]));
    }
  });

  test("another's row cannot be inserted", async () => {
    const insertTheirs = (table: string, scope: Scope) =>
      as({ kind: "all" }, async (tx) => {
        const { columns } = await tx.one<{ columns: string }>(sql`
          select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
          where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'`);
        const { row } = await tx.one<{ row: string }>(
          raw(`select to_jsonb(t)::text as row from "${table}" t where distributor_id = ${theirs} limit 1`),
        );
        return { columns, row };
      }).then(({ columns, row }) =>
        failureOf(
          tried(scope, (tx) =>
            tx.client.query(
              `insert into "${table}" (${columns}) overriding system value
               select ${columns} from jsonb_populate_record(null::"${table}", $1)`,
              [row],
            ),
          ),
        ),
      );
    const codes = await ofEachTable(
      async (table) => (await insertTheirs(table, distributorScope(ours))).code,
    );
    expect(codes).toEqual(inEachTable(REFUSED_BY_POLICY));
    // The same row in its own scope gets past the policy: it is there already.
    const own = await ofEachTable(
      async (table) => (await insertTheirs(table, distributorScope(theirs))).code,
    );
    for (const table of tables)
      if (!READ_ONLY.has(table)) expect([table, own[table]]).not.toEqual([table, REFUSED_BY_POLICY]);
    expect((await insertTheirs("invoice", { kind: "nobody" })).code).toBe(REFUSED_BY_POLICY);
  });

  test("an UPDATE or a DELETE without WHERE touches its own rows only", async () => {
    const touched = (text: (name: string) => string) =>
      ofEachTable((table) =>
        tried(distributorScope(ours), (tx) =>
          tx.many<{ distributor_id: number }>(about(table, text)).then(
            (rows) => [...new Set(rows.map((row) => row.distributor_id))],
            // What may not be changed at all, as the audit log, or is in use elsewhere.
            (error: { code: string }) => error.code,
          ),
        ),
      );
    const updated = await touched(
      (name) => `update ${name} set distributor_id = distributor_id returning distributor_id`,
    );
    const deleted = await touched((name) => `delete from ${name} returning distributor_id`);
    for (const table of tables) {
      const isKept = KEPT.has(table);
      expect([table, updated[table]]).toEqual([table, isKept ? REFUSED_BY_POLICY : [ours]]);
      if (Array.isArray(deleted[table])) expect([table, deleted[table]]).toEqual([table, [ours]]);
      else expect([table, deleted[table]]).toEqual([table, expect.stringMatching(/^(23503|42501|BO001)$/)]);
    }
  });

  test("its own row cannot be given to another", async () => {
    const codes = await ofEachTable(async (table) => {
      const error = await failureOf(
        tried(distributorScope(ours), (tx) =>
          tx.run(about(table, (name) => `update ${name} set distributor_id = ${theirs}`)),
        ),
      );
      return error.code;
    });
    // By the policy, or before it by a trigger of the table.
    for (const table of tables)
      expect([table, codes[table]]).toEqual([table, expect.stringMatching(/^(42501|BO001)$/)]);
  });

  test("it sees itself and the cinemas and screens that it works with, and cannot change those", async () => {
    const seen = await as(distributorScope(ours), async (tx) => ({
      distributors: await tx.many(sql`select id from distributor`),
      cinemas: await tx.many(
        sql`select l.distributor_id from cinema c left join cinema_distributor l on l.cinema_id = c.id`,
      ),
      screens: await tx.many(
        sql`select l.distributor_id from screen s left join cinema_distributor l using (cinema_id)`,
      ),
    }));
    expect(seen).toEqual({
      distributors: [{ id: ours }],
      cinemas: [{ distributor_id: ours }],
      screens: [{ distributor_id: ours }],
    });
    for (const change of [
      "update cinema set name = 'Volé'",
      "update screen set name = 'Volée'",
      "insert into cinema (name) values ('Volé')",
      "insert into distributor (name) values ('Volé')",
    ]) {
      const error = await failureOf(as(distributorScope(ours), (tx) => tx.run(raw(change))));
      expect([change, error.code]).toEqual([change, REFUSED_BY_POLICY]);
    }
    expect(
      await as(distributorScope(ours), (tx) =>
        tx.run(raw(`update distributor set name = 'Volé' where id = ${theirs}`)),
      ),
    ).toBe(0);
  });
});

describe("without a scope", () => {
  test("the scope of nobody finds no row", async () => {
    const owners = await as({ kind: "nobody" }, (tx) => ofEachTable((table) => ownersIn(tx, table)));
    expect(owners).toEqual(inEachTable([]));
    for (const table of ["distributor", "cinema", "screen"])
      expect(await as({ kind: "nobody" }, (tx) => tx.many(raw(`select id from ${table}`)))).toEqual([]);
  });

  test("the role alone, with nothing said, finds no row", async () => {
    const client = await pool.connect();
    try {
      await client.query("begin; set local role bobine_app");
      for (const table of [...tables, "distributor", "cinema", "screen"])
        expect([table, (await client.query(`select from "${table}"`)).rowCount]).toEqual([table, 0]);
    } finally {
      await client.query("rollback");
      client.release();
    }
  });

  test("a super admin's row, of no distributor, is nobody's to see", async () => {
    const emails = await as(distributorScope(ours), (tx) =>
      tx.many(sql`select from app_user where distributor_id is null`),
    );
    expect(emails).toEqual([]);
  });
});

describe("a transaction", () => {
  test("leaves neither its role nor its scope to the next one of the same session", async () => {
    const single = createPool({ url: database.url, max: 1 });
    const present = async () =>
      (
        await single.query<{ role: string; scope: string; all: string }>(
          `select current_user as role, coalesce(current_setting('app.distributor_id', true), '') as scope,
             coalesce(current_setting('app.all_distributors', true), '') as all`,
        )
      ).rows[0]!;
    const before = await present();
    expect(before.role).not.toBe("bobine_app");
    await inTransaction(single, distributorScope(ours), async (tx) => {
      expect(await tx.one(sql`select current_user as role, app_distributor_id() as scope`)).toEqual({
        role: "bobine_app",
        scope: ours,
      });
    });
    expect(await present()).toEqual({ role: before.role, scope: "", all: "" });
    await inTransaction(single, { kind: "all" }, async () => undefined);
    expect(await present()).toEqual({ role: before.role, scope: "", all: "" });
    await expect(
      inTransaction(single, distributorScope(theirs), async (tx) => tx.run(sql`select 1 / 0`)),
    ).rejects.toMatchObject({ code: "22012" });
    expect(await present()).toEqual({ role: before.role, scope: "", all: "" });
    await single.end();
  });

  test("a query that fails says who asked it", async () => {
    const asksWrongly = async (tx: Tx) => await tx.run(sql`select 1 / 0`);
    await expect(as({ kind: "nobody" }, asksWrongly)).rejects.toMatchObject({
      stack: expect.stringContaining("asksWrongly"),
    });
  });

  test.each([true, false])(
    "what goes on beside a failure asks nothing of the next one of its session (for reading: %s)",
    async (onlyReads) => {
      const single = createPool({ url: database.url, max: 1, forReading: onlyReads });
      const failed = Promise.withResolvers<void>();
      const asked = Promise.withResolvers<unknown>();
      const work = async (tx: Tx) => {
        const beside = failed.promise.then(() => tx.one(sql`select app_distributor_id()`));
        asked.resolve(beside);
        return await Promise.all([beside, Promise.reject(new Error("a row was expected"))]);
      };
      await expect(
        transaction({ pool: single, readers: single }, distributorScope(ours), work, { onlyReads }),
      ).rejects.toThrow("a row was expected");
      await inTransaction(single, distributorScope(theirs), async () => {
        failed.resolve();
        await expect(asked.promise).rejects.toThrow("after the end");
      });
      await single.end();
    },
  );

  test("who compares rows with what the code says of them hears what it asks, and where", async () => {
    const heard: Answer[] = [];
    const end = observeRows((answer) => heard.push(answer));
    await as({ kind: "nobody" }, (tx) => tx.one(sql`select 1 as one`)).finally(end);
    expect(heard).toContainEqual(
      expect.objectContaining({ place: expect.stringContaining("scope.integration"), rows: [{ one: 1 }] }),
    );
  });

  test.each([Number.NaN, -1, 1.5, 1e21])("the scope of distributor %s is refused", async (id) => {
    await expect(as(distributorScope(id), async () => undefined)).rejects.toThrow("not a distributor id");
    expect(await as(distributorScope(ours), async () => "still served")).toBe("still served");
  });

  test.each(["40001", "40P01"])("is tried three times when PostgreSQL says %s, and no more", async (code) => {
    let attempts = 0;
    const failing = (times: number) =>
      as({ kind: "nobody" }, async () => {
        attempts += 1;
        if (attempts <= times) throw Object.assign(new Error("conflict"), { code });
        return attempts;
      });
    expect(await failing(2)).toBe(3);
    attempts = 0;
    await expect(failing(3)).rejects.toMatchObject({ code });
    expect(attempts).toBe(3);
  });
});

describe("the self-test of the start", () => {
  /** Runs it on a database changed by `change`, which is undone. */
  const selfTestAfter = async (change: string): Promise<void> => {
    const client = await pool.connect();
    try {
      await client.query(`begin; ${change}`);
      await proveRowLevelSecurity(client as unknown as Pool);
    } finally {
      await client.query("rollback");
      client.release();
    }
  };

  test("passes on the migrated schema", async () => {
    await expect(proveRowLevelSecurity(pool)).resolves.toBeUndefined();
  });

  test.each([
    ["bypassrls", "the role bobine_app bypasses it"],
    ["superuser", "the role bobine_app bypasses it"],
    ["rename to bobine_other", "the role bobine_app does not exist"],
  ])("refuses a role that was altered: %s", async (change, message) => {
    await expect(selfTestAfter(`alter role bobine_app ${change}`)).rejects.toThrow(message);
  });

  test.each([
    ["create table bare (distributor_id bigint)", "bare"],
    ["alter table invoice no force row level security", "invoice"],
    ["alter table cinema disable row level security", "cinema"],
    [
      "drop policy tenant on allocation; alter table screen no force row level security",
      "allocation, screen",
    ],
  ])("refuses tables without protection: %s", async (change, names) => {
    await expect(selfTestAfter(change)).rejects.toThrow(`row-level security is missing on: ${names}`);
  });

  test.each([
    ["create view v as select * from invoice; grant select on v to bobine_app", "v"],
    ["create materialized view m as select * from invoice; grant select on m to bobine_app", "m"],
    ["create function f() returns bigint language sql security definer as 'select 1::bigint'", "f"],
  ])("refuses what reads with its owner's rights: %s", async (change, name) => {
    await expect(selfTestAfter(change)).rejects.toThrow(`row-level security is passed by: ${name}`);
  });

  test("takes a view that reads with the rights of who asks, and what requests may not use", async () => {
    const change = `
      create view v with (security_invoker = true) as select * from invoice; grant select on v to bobine_app;
      create function f() returns bigint language sql security definer as 'select 1::bigint';
      revoke execute on function f() from public`;
    await expect(selfTestAfter(change)).resolves.toBeUndefined();
  });
});
