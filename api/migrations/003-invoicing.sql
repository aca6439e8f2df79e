-- From the weekly report to the invoice: imports, declarations, invoices, their lines and files.

create table import_file (
  id bigint generated always as identity primary key,
  distributor_id bigint not null references distributor,
  kind text not null check (kind in ('box_office', 'bank_statement', 'invoices')),
  file_name text not null,
  file_size bigint not null,
  sha256 bytea not null,
  stats jsonb not null default '{}',
  created_by bigint references app_user,
  created_at timestamptz not null default now()
);
create index import_file_list on import_file (distributor_id, kind, created_at desc);

-- Number series without gaps: the row is locked in the transaction that inserts the invoice (CGI ann. II art. 242 nonies A).
create table invoice_sequence (
  distributor_id bigint not null references distributor,
  series text not null check (series in ('F', 'A')),
  year integer not null,
  last_number integer not null default 0,
  last_date date,
  primary key (distributor_id, series, year)
);

create table invoice (
  id bigint generated always as identity primary key,
  distributor_id bigint not null references distributor,
  cinema_id bigint not null references cinema,
  type text not null default 'invoice' check (type in ('invoice', 'credit_note')),
  origin text not null default 'issued' check (origin in ('issued', 'imported')),
  invoice_number text not null check (length(invoice_number) between 1 and 35),
  number_key text not null generated always as (upper(regexp_replace(invoice_number, '[^A-Za-z0-9]', '', 'g'))) stored,
  invoice_date date not null,
  due_date date not null,
  cinema_name text not null,
  week_start date,
  week_number integer,
  week_year integer,
  corrects_id bigint references invoice,
  client jsonb not null default '{}',
  client_account text not null default '',
  total_net_amount numeric(14, 2) not null,
  total_vat_amount numeric(14, 2) not null,
  total_amount numeric(14, 2) not null,
  vat_breakdown jsonb not null default '[]',
  allocated_amount numeric(14, 2) not null default 0,
  credited_amount numeric(14, 2) not null default 0,
  in_default boolean not null default false,
  outstanding numeric(14, 2) not null generated always as (total_amount - allocated_amount - credited_amount) stored,
  -- SPEC §4, DOMAIN §1.8: the status follows from the allocations, so nobody writes it.
  status text not null generated always as (case
    when total_amount - allocated_amount - credited_amount <= 0 then 'paid'
    when in_default then 'default'
    when allocated_amount > 0 then 'part_paid'
    else 'awaiting_payment' end) stored,
  lettering_letters text,
  notes text not null default '',
  issued_by bigint references app_user,
  created_at timestamptz not null default now(),
  constraint invoice_sum check (total_net_amount + total_vat_amount = total_amount or origin = 'imported'),
  constraint invoice_sign check (case type when 'invoice' then total_amount > 0 else total_amount < 0 end),
  constraint invoice_not_over_allocated check (case type
    when 'invoice' then allocated_amount >= 0 and credited_amount >= 0 and allocated_amount + credited_amount <= total_amount
    else allocated_amount = 0 and credited_amount <= 0 and credited_amount >= total_amount end),
  constraint invoice_number_unique unique (distributor_id, number_key)
);
create index invoice_list on invoice (distributor_id, invoice_date desc, id desc);
create index invoice_unpaid on invoice (distributor_id, status, due_date) where status in ('awaiting_payment', 'part_paid', 'default');
create index invoice_week on invoice (distributor_id, cinema_id, week_start);
create index invoice_search on invoice using gin (search_key(invoice_number || ' ' || cinema_name) gin_trgm_ops);
create index invoice_corrects on invoice (corrects_id) where corrects_id is not null;

-- An issued invoice is never rewritten: only payment state, due date and internal notes move.
create function refuse_rewriting_an_invoice() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.origin = 'issued' then raise exception 'an issued invoice is never deleted' using errcode = 'BO001'; end if;
    return old;
  end if;
  if old.origin = 'issued' and (new.distributor_id, new.cinema_id, new.type, new.origin, new.invoice_number, new.invoice_date, new.cinema_name,
      new.week_start, new.client, new.total_net_amount, new.total_vat_amount, new.total_amount, new.vat_breakdown, new.corrects_id)
    is distinct from (old.distributor_id, old.cinema_id, old.type, old.origin, old.invoice_number, old.invoice_date, old.cinema_name,
      old.week_start, old.client, old.total_net_amount, old.total_vat_amount, old.total_amount, old.vat_breakdown, old.corrects_id) then
    raise exception 'an issued invoice is never rewritten' using errcode = 'BO001';
  end if;
  return new;
end $$;
create trigger invoice_is_final before update or delete on invoice for each row execute function refuse_rewriting_an_invoice();

create table invoice_line (
  id bigint generated always as identity primary key,
  distributor_id bigint not null references distributor,
  invoice_id bigint not null references invoice on delete cascade,
  position integer not null,
  kind text not null check (kind in ('rental', 'minimum_guarantee', 'flat_fee', 'correction')),
  film_title text not null,
  visa_number text not null default '',
  version text not null default '',
  run_week integer,
  screens text[] not null default '{}',
  screenings integer,
  admissions_paid integer not null default 0,
  admissions_free integer not null default 0,
  gross_ttc numeric(14, 2) not null default 0,
  base_film_ht numeric(14, 2) not null default 0,
  rate_bp integer,
  description text not null,
  net_amount numeric(14, 2) not null,
  vat_rate_bp integer not null,
  declaration_ids bigint[] not null default '{}',
  unique (invoice_id, position)
);

create table credit_application (
  credit_note_id bigint not null references invoice,
  invoice_id bigint not null references invoice,
  distributor_id bigint not null references distributor,
  amount numeric(14, 2) not null check (amount > 0),
  created_at timestamptz not null default now(),
  primary key (credit_note_id, invoice_id)
);

create table invoice_file (
  id bigint generated always as identity primary key,
  distributor_id bigint not null references distributor,
  invoice_id bigint not null references invoice on delete cascade,
  file_name text not null,
  kind text not null default 'invoice_pdf' check (kind in ('invoice_pdf', 'factur_x', 'credit_note', 'reminder', 'report')),
  content_type text not null,
  size bigint not null,
  sha256 bytea not null,
  storage_key text not null,
  created_at timestamptz not null default now()
);
create index invoice_file_invoice on invoice_file (invoice_id);

-- One row per screen × film × version × week, as declared (DOMAIN §2). A correction supersedes, it never overwrites.
create table declaration (
  id bigint generated always as identity primary key,
  distributor_id bigint not null references distributor,
  import_id bigint not null references import_file,
  cinema_id bigint not null references cinema,
  invoice_id bigint references invoice,
  week_start date not null,
  screen_authorization text not null,
  screen_name text not null default '',
  film_key text not null,
  visa_number text not null default '',
  film_title text not null,
  version text not null default '',
  run_week integer,
  reference text not null default '',
  nature text not null default 'initiale' check (nature in ('initiale', 'rectificative', 'annulation')),
  corrects text not null default '',
  terms_type text not null check (terms_type in ('POURCENTAGE', 'FORFAIT', 'GRATUIT')),
  rate_bp integer,
  flat_fee_ht numeric(14, 2),
  minimum_guarantee_ht numeric(14, 2),
  cancelled_screening boolean not null default false,
  screenings integer,
  admissions_paid integer not null,
  admissions_free integer not null,
  gross_ttc numeric(14, 2) not null,
  tsa numeric(14, 2) not null,
  vat numeric(14, 2) not null,
  base_film_ht numeric(14, 2) not null,
  sacem numeric(14, 2),
  share_ht numeric(14, 2) not null,
  share_declared boolean not null,
  sacem_deducted boolean,
  generated_at timestamptz,
  warnings jsonb not null default '[]',
  state text not null default 'current' check (state in ('current', 'superseded', 'set_aside')),
  created_at timestamptz not null default now()
);
create unique index declaration_current on declaration (distributor_id, week_start, screen_authorization, film_key, version) where state = 'current';
create index declaration_cinema_week on declaration (distributor_id, cinema_id, week_start) where state = 'current';
create index declaration_to_invoice on declaration (distributor_id, cinema_id) where state = 'current' and invoice_id is null;

do $$
declare t text;
begin
  foreach t in array array['import_file', 'invoice_sequence', 'invoice', 'invoice_line', 'credit_application', 'invoice_file', 'declaration'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I using (distributor_id = (select app_distributor_id()) or (select app_all_distributors()))
      with check (distributor_id = (select app_distributor_id()) or (select app_all_distributors()))', t);
  end loop;
end $$;
