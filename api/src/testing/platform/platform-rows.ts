// The rows of `buildPlatform`, table by table. A row's number tells its week, its distributor and its place in the batch.
import {
  BACKLOG_WEEKS,
  CINEMAS,
  EACH_WEEK,
  newcomer,
  PEOPLE_OF_ONE,
  type PlatformSize,
  superAdmin,
} from "./platform-size.ts";

const { all: CINEMA_COUNT, ofOne: OWN_CINEMAS } = CINEMAS;
const { invoices: INVOICES } = EACH_WEEK;
/** Who has decided, of distributor `d`. */
const PERSON = `((d - 1) * ${PEOPLE_OF_ONE} + 1)`;

/** Numbers of rows in the order in which they came: `k`, and of each its week `w` from 0, distributor `d` from 1, place `i` from 0. */
const inBatches = ({ distributors, weeks }: PlatformSize, batch: number): string =>
  `(select k, (k - 1) / ${distributors * batch} as w, (k - 1) / ${batch} % ${distributors} + 1 as d, ((k - 1) % ${batch})::integer as i
    from generate_series(1, ${distributors * weeks * batch}::bigint) k) r`;

/** Id of what a distributor `d` had at place `i` of week `w`. */
const idAt = ({ distributors }: PlatformSize, batch: number, w: string, i: string): string =>
  `((${w}) * ${distributors * batch}::bigint + (d - 1) * ${batch} + (${i}) + 1)`;

/** Of the invoice at place `i` of week `w`. */
const cinemaOf = (w: string, i: string): string =>
  `((d * 37 + ((${w}) * ${INVOICES} + ${i}) % ${OWN_CINEMAS}) % ${CINEMA_COUNT} + 1)`;
const amountOf = (w: string, i: string): string =>
  `(100 + ((${w}) * 7919 + (${i}) * 104729 + d * 31) % 90000 / 100.0)::numeric(14,2)`;

export function FILLINGS(size: PlatformSize): string[] {
  return [
    ...companies(size),
    ...reports(size),
    ...invoicing(size),
    ...bank(size),
    ...mails(size),
    ...log(size),
    ...tallies,
  ];
}

const companies = (size: PlatformSize): string[] => [
  `insert into distributor (id, name, validation_status, siren, city, automation_on, communication_email) overriding system value
   select d, 'Films du port ' || d, 'validated', (100000000 + d)::text, 'Paris', true, 'port' || d || '@factures.bobine.example'
   from generate_series(1, ${newcomer(size)}) d`,
  `insert into app_user (id, distributor_id, email, first_name, last_name, company, role) overriding system value
   select (d - 1) * ${PEOPLE_OF_ONE} + n, d, 'compta' || n || '@port' || d || '.example', 'Camille', 'Rousseau ' || n, 'Films du port ' || d, 'admin'
   from generate_series(1, ${newcomer(size)}) d, generate_series(1, ${PEOPLE_OF_ONE}) n`,
  `insert into app_user (id, email, first_name, last_name, system_role) overriding system value
   values (${superAdmin(size)}, 'admin@bobine.example', 'Alex', 'Admin', 'super_admin')`,
  `insert into cinema (id, name, legal_name, city, "group", address, pin_code, siren, cnc_authorization, short_name_code,
     default_accounting_code, phones, default_invoice_emails, is_validated) overriding system value
   select n, 'Cinéma ' || name || ' ' || n, 'SARL ' || name || ' ' || n, town, case when n % 3 = 0 then 'Groupe ' || n % 40 else '' end,
     n || ' rue de la Gare', lpad((1000 + n % 90000)::text, 5, '0'), (200000000 + n)::text, (10000 + n)::text, 'C' || n,
     '411C' || n, array['01 99 00 00 00'], array['compta' || n || '@cinema.example'], n % 50 <> 0
   from (select n, (array['Rex', 'Éden', 'Royal', 'Majestic', 'Palace', 'Familia', 'Lux'])[1 + n % 7] as name,
     (array['Douai', 'Rennes', 'Dole', 'Cahors', 'Aurillac', 'Roanne', 'Albi', 'Sens', 'Vire', 'Gap'])[1 + n % 10] as town
     from generate_series(1, ${CINEMA_COUNT}) n) c`,
  `insert into screen (cinema_id, name, authorization_number)
   select (k - 1) / 3 + 1, 'Salle ' || (k - 1) % 3 + 1, (k - 1) / 3 + 10001 || '-' || (k - 1) % 3 + 1 from generate_series(1, ${3 * CINEMA_COUNT}) k`,
  `insert into cinema_distributor (distributor_id, cinema_id)
   select d, (d * 37 + j) % ${CINEMA_COUNT} + 1 from generate_series(1, ${size.distributors}) d, generate_series(0, ${OWN_CINEMAS - 1}) j`,
  `insert into distributor_cinema_settings (distributor_id, cinema_id) select distributor_id, cinema_id from cinema_distributor`,
  `insert into bank_account (id, distributor_id, number, label, ledger_account, journal) overriding system value
   select d, d, 'FR76' || lpad(d::text, 23, '0'), 'Compte courant', '512000', 'BQ' from generate_series(1, ${size.distributors}) d`,
];

/** Wednesday of week `w`; the last one has begun before today. */
const weekOf = ({ weeks, today }: PlatformSize, w: string): string =>
  `(date '${today}' - (extract(isodow from date '${today}')::integer + 4) % 7 - 7 * (${weeks - 1} - (${w})::integer))`;

/** A report and a statement a week; two declarations for an invoice. */
const reports = (size: PlatformSize): string[] => [
  `insert into import_file (id, distributor_id, kind, file_name, file_size, sha256, created_by, created_at) overriding system value
   select k, d, (array['box_office', 'bank_statement'])[i + 1], (array['rapport', 'releve'])[i + 1] || '-' || w, 50000,
     sha256(int8send(k)), ${PERSON}, ${weekOf(size, "w")} + 7
   from ${inBatches(size, 2)}`,
  `insert into declaration (distributor_id, import_id, cinema_id, invoice_id, week_start, screen_authorization, screen_name, film_key, film_title,
     visa_number, terms_type, rate_bp, admissions_paid, admissions_free, gross_ttc, tsa, vat, base_film_ht, share_ht, share_declared, settled)
   select d, ${idAt(size, 2, "w", "0")}, ${cinemaOf("w", "i / 2")}, ${idAt(size, INVOICES, "w", "i / 2")}, ${weekOf(size, "w")},
     (10000 + ${cinemaOf("w", "i / 2")})::text || '-' || (i % 2 + 1), 'Salle ' || (i % 2 + 1), 'film ' || w / 4 || ' ' || i % 2,
     'Film ' || w / 4 || ' ' || i % 2, (150000 + w)::text, 'POURCENTAGE', 5000, 100, 3, 800, 80, 40, 680, 340, false, true
   from ${inBatches(size, 2 * INVOICES)}`,
];

/** Those of all but the last ten weeks are paid, but one a week that never is. */
const invoicing = (size: PlatformSize): string[] => [
  `insert into invoice (id, distributor_id, cinema_id, invoice_number, invoice_date, due_date, cinema_name, week_start, week_number, week_year,
     client, supplier, client_account, total_net_amount, total_vat_amount, total_amount, vat_breakdown, allocated_amount, lettering_letters, created_at)
   overriding system value
   select k, d, c.id, 'F' || lpad((w * ${INVOICES} + i + 1)::text, 7, '0'), day + 8, day + 38, c.name, day, extract(week from day), extract(isoyear from day),
     jsonb_build_object('name', c.legal_name, 'cinema_name', c.name, 'cinema_city', c.city, 'address', c.address, 'address_line_2', '', 'post_code', c.pin_code,
       'city', c.city, 'siren', c.siren, 'vat_number', '', 'is_factor_guaranteed', false),
     jsonb_build_object('name', 'Films du port ' || d, 'legal_mention', 'SAS au capital de 40 000 €', 'rcs_city', 'Paris', 'address', '14 rue des Ormes-Bleus',
       'post_code', '75010', 'city', 'Paris', 'phone', '01 99 00 14 10', 'siren', (100000000 + d)::text, 'vat_number', '', 'iban', '',
       'vat_on_debits', false, 'factor_name', '', 'factor_iban', ''),
     c.default_accounting_code, net, vat, net + vat, jsonb_build_array(jsonb_build_object('vat_rate_bp', 550, 'net_amount', net::text, 'vat_amount', vat::text)),
     case when is_paid then net + vat else 0 end, case when is_paid then ${lettersOf("w")} end, day + 8
   from ${inBatches(size, INVOICES)} join cinema c on c.id = ${cinemaOf("w", "i")}
   cross join lateral (select ${weekOf(size, "w")} as day, w < ${size.weeks - BACKLOG_WEEKS} and i > 0 as is_paid, x.net, round(x.net * 0.055, 2) as vat
     from (select ${amountOf("w", "i")} as net) x) l
   order by k`,
  `insert into invoice_line (distributor_id, invoice_id, position, kind, film_title, visa_number, admissions_paid, gross_ttc, base_film_ht, rate_bp,
     description, net_amount, vat_rate_bp)
   select d, ${idAt(size, INVOICES, "w", "i / 2")}, i % 2 + 1, 'rental', 'Film ' || w / 4 || ' ' || i % 2, (150000 + w)::text, 100, 800, 680, 5000,
     'Location du film', ${amountOf("w", "i / 2")} / 2, 550
   from ${inBatches(size, 2 * INVOICES)}`,
  `insert into invoice_file (distributor_id, invoice_id, kind, file_name, content_type, size, sha256, storage_key)
   select d, k, 'invoice_pdf', 'F' || lpad((w * ${INVOICES} + i + 1)::text, 7, '0') || '.pdf', 'application/pdf', 40000, sha256(int8send(k)), 'invoices/' || k
   from ${inBatches(size, INVOICES)}`,
  `insert into comment (distributor_id, subject_kind, invoice_id, author_id, text, created_at)
   select d, 'invoice', ${idAt(size, INVOICES, "w", "i")}, ${PERSON}, 'Promis pour la fin du mois.', ${weekOf(size, "w")} + 20 from ${inBatches(size, 2)}`,
];

/** The letters that a client's group of that week has. */
const lettersOf = (w: string): string =>
  `('A' || chr((65 + (${w}) / 26 % 26)::integer) || chr((65 + (${w}) % 26)::integer))`;

/** A bank line pays the invoice of ten weeks before at its place: one in five lines does; four a week ask a person, whose last ten weeks are open. */
const bank = (size: PlatformSize): string[] => {
  const { weeks } = size;
  const paidWeek = `w - ${BACKLOG_WEEKS}`;
  const amount = `(${amountOf(paidWeek, "i")} + round(${amountOf(paidWeek, "i")} * 0.055, 2))`;
  // Of the backlog four lines a week, which resemble invoices of ten weeks before that nobody has paid.
  const isPayment = `(i between 1 and ${INVOICES - 1} and w >= ${BACKLOG_WEEKS})`;
  const isOpen = `(i between ${INVOICES} and ${INVOICES + 3} and w >= ${weeks - BACKLOG_WEEKS})`;
  const each = size.transactions ?? EACH_WEEK.transactions;
  const lines = inBatches(size, each);
  const payments = `${lines} where ${isPayment}`;
  return [
    `insert into bank_transaction (id, distributor_id, import_id, bank_account, bank_account_id, transaction_date, value_date, label, amount, fingerprint,
       is_noise, ignored_reason, allocated_amount, created_at) overriding system value
     select k, d, ${idAt(size, 2, "w", "1")}, 'FR76' || lpad(d::text, 23, '0'), d, ${weekOf(size, "w")} + i % 7, ${weekOf(size, "w")} + i % 7,
       case when ${isPayment} then 'VIR SEPA RECU /DE SARL CINEMA ' || ${cinemaOf(paidWeek, "i")} || ' /MOTIF F' || lpad(((${paidWeek}) * ${INVOICES} + i + 1)::text, 7, '0')
         when ${isOpen} then 'VIR SEPA RECU /DE SARL CINEMA ' || ${cinemaOf("w", "i")} else 'PRLV SEPA FOURNISSEUR ' || i || ' CONTRAT ' || md5(k::text) end,
       case when ${isPayment} then ${amount} when ${isOpen} then ${amountOf("w", "i")} else -10 - k % 5000 end, md5(k::text),
       not (${isPayment} or ${isOpen}), case when not (${isPayment} or ${isOpen}) then 'other_purpose' end, case when ${isPayment} then ${amount} else 0 end,
       ${weekOf(size, "w")} + 7
     from ${lines}`,
    `insert into transaction_event (distributor_id, transaction_id, kind, created_at)
     select d, k, 'imported', ${weekOf(size, "w")} + 7 from ${lines}`,
    `insert into reconciliation (id, distributor_id, transaction_id, decided_by, gate, invoice_ids, created_at) overriding system value
     select k, d, k, case when i < 5 then ${PERSON} end, case when i >= 5 then 'G1' end, array[${idAt(size, INVOICES, paidWeek, "i")}], ${weekOf(size, "w")} + 8 from ${payments}`,
    `insert into allocation (distributor_id, reconciliation_id, transaction_id, invoice_id, amount, letters, settled_on, created_at)
     select d, k, k, ${idAt(size, INVOICES, paidWeek, "i")}, ${amount}, ${lettersOf(paidWeek)}, null, ${weekOf(size, "w")} + 8 from ${payments}`,
    `insert into user_action (distributor_id, status, open_status, reason_code, reason, transaction_id, candidates, resolved_by, resolved_at, created_at)
     select d, case when ${isOpen} then 'AWAITING_INVOICE_SELECTION' else 'DONE' end, 'AWAITING_INVOICE_SELECTION', 'to_confirm', 'À confirmer', k,
       jsonb_build_array(jsonb_build_object('invoice_ids', jsonb_build_array(${idAt(size, INVOICES, "w", "0")}), 'kind', 'exact_single',
         'reasons', jsonb_build_array('Même montant'), 'difference', '0.00', 'alternatives', 0)),
       case when not ${isOpen} then ${PERSON} end, case when not ${isOpen} then ${weekOf(size, "w")}::timestamptz + interval '8 days' end, ${weekOf(size, "w")} + 7
     from ${lines} where ${isOpen} or ${isPayment} and i < 5`,
    ...lots(size),
  ];
};

/** A lot each four weeks but the last days, with the sales and the payments of its period. */
const lots = (size: PlatformSize): string[] => {
  const whole = { ...size, weeks: Math.floor((size.weeks - 2) / 4) };
  const each = 2 * INVOICES * 4;
  const day = `(${weekOf(size, "w * 4")} + 8 + (i % 28))`;
  return [
    `insert into export_lot (id, distributor_id, year, number, period_from, period_to, created_at, created_by, created_by_name, entry_count, reversal_count,
       total_amount) overriding system value
     select k, d, extract(year from ${weekOf(size, "w * 4 + 3")} + 8), w + 1, ${weekOf(size, "w * 4")} + 8, ${weekOf(size, "w * 4 + 3")} + 8, ${weekOf(size, "w * 4 + 3")} + 12, ${PERSON},
       'Camille Rousseau', ${each}, 0, 10000
     from ${inBatches(whole, 1)}`,
    `insert into posted_entry (distributor_id, lot_id, journal, year, number, entry_date, piece_date, key, content_hash, lines)
     select d, w * ${size.distributors} + d, case when i % 2 = 0 then 'VE' else 'BQ' end, extract(year from ${day}), w * ${each} + i + 1, ${day}, ${day},
       case when i % 2 = 0 then 'invoice:' else 'bank:' end || k, sha256(int8send(k)),
       jsonb_build_array(${entryLine("411100", "411C' || i || '", "10550, 'credit', 0")}, ${entryLine("706000", "", "0, 'credit', 10550")})
     from ${inBatches(whole, each)}`,
  ];
};

const entryLine = (account: string, client: string, sums: string): string =>
  `jsonb_build_object('account', '${account}', 'account_label', '', 'client_account', '${client}', 'client_name', '', 'piece', 'F' || k, 'label', 'F' || k,
     'debit', ${sums}, 'due_date', null, 'letters', null)`;

/** A mail for each invoice, and a reminder for the one that nobody pays. */
const mails = (size: PlatformSize): string[] => {
  const batch = INVOICES + 1;
  const isReminder = `i = ${INVOICES}`;
  return [
    `insert into mail (id, distributor_id, kind, reminder_level, state, subject, attempts, created_at, sent_at) overriding system value
     select k, d, case when ${isReminder} then 'reminder' else 'invoice' end, case when ${isReminder} then 1 end, 'sent',
       'Films du port ' || d || ' : votre facture de la semaine', 1, ${weekOf(size, "w")} + 8, ${weekOf(size, "w")} + 8
     from ${inBatches(size, batch)}`,
    `insert into mail_invoice (mail_id, invoice_id, distributor_id, event)
     select k, ${idAt(size, INVOICES, "w", `i % ${INVOICES}`)}, d, case when ${isReminder} then 'reminder_1' else 'issued' end from ${inBatches(size, batch)}`,
    `insert into mail_recipient (mail_id, address, distributor_id, state)
     select k, 'compta' || ${cinemaOf("w", `i % ${INVOICES}`)} || '@cinema.example', d, 'accepted' from ${inBatches(size, batch)}`,
  ];
};

const log = (size: PlatformSize): string[] => [
  `insert into audit_log (id, distributor_id, actor_id, action_type, action_details, request_id, ui_build, created_at) overriding system value
   select k, d, case when i % 10 > 0 then ${PERSON} end, (array['created_invoice', 'sent_email', 'manual_reconciliation', 'processed_banking', 'other'])[1 + i % 5],
     jsonb_build_object('invoice_id', ${idAt(size, INVOICES, "w", `i % ${INVOICES}`)}, 'invoice_number', 'F' || lpad((w * ${INVOICES} + i % ${INVOICES} + 1)::text, 7, '0'),
       'cinema_name', 'Cinéma Le Beffroi ' || i, 'amount', '1100.00', 'recipients', jsonb_build_array('compta' || i || '@cinema.example')),
     md5(k::text), '0123456789ab', ${weekOf(size, "w")}::timestamptz + i * interval '20 minutes'
   from ${inBatches(size, size.auditEntries ?? EACH_WEEK.auditEntries)}`,
];

/** What triggers would have counted (`db/tally.ts`). */
const tallies = [
  "insert into list_tally (list, distributor_id, kind, change) select 'invoice', distributor_id, status, count(*) from invoice group by 2, 3",
  "insert into list_tally (list, distributor_id, kind, change) select 'audit_log', distributor_id, action_type, count(*) from audit_log group by 2, 3",
  "insert into list_tally (list, distributor_id, kind, change) select 'cinema_distributor', distributor_id, '', count(*) from cinema_distributor group by 2",
  "insert into list_tally (list, distributor_id, kind, change) select 'cinema', null, status, count(*) from cinema where sandbox_distributor_id is null group by status",
  `insert into list_tally (list, distributor_id, kind, change)
   select 'user_action', distributor_id, user_action_tally_kind(status, reason_code, suggestion_kind, suggestion_is_exact), count(*) from user_action group by 2, 3`,
];
