-- Who uses the product: distributors, users, sessions. And the role that serves requests, which row-level security binds.

do $$
begin
  if not exists (select from pg_roles where rolname = 'bobine_app') then
    create role bobine_app nologin nosuperuser nobypassrls;
  end if;
exception when duplicate_object or unique_violation then null; -- another database of this server made it meanwhile
end $$;
grant bobine_app to current_user;
grant usage on schema public to bobine_app;
alter default privileges in schema public grant select, insert, update, delete on tables to bobine_app;
alter default privileges in schema public grant usage, select on sequences to bobine_app;

create extension if not exists unaccent;
create extension if not exists pg_trgm;

-- The distributor that the current transaction serves; null when none is chosen.
create function app_distributor_id() returns bigint language sql stable
  as $$ select nullif(current_setting('app.distributor_id', true), '')::bigint $$;
-- True in jobs and in the super-admin console, which say so explicitly.
create function app_all_distributors() returns boolean language sql stable
  as $$ select coalesce(current_setting('app.all_distributors', true), '') = 'on' $$;

-- Search key: lower case without accents. Immutable so that it can be indexed.
create function search_key(text) returns text language sql immutable strict parallel safe
  as $$ select lower(public.unaccent('public.unaccent'::regdictionary, $1)) $$;

create table distributor (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 200),
  legal_mention text not null default '',
  rcs_city text not null default '',
  address text not null default '',
  post_code text not null default '',
  city text not null default '',
  phone text not null default '',
  siren text not null default '',
  prefix_vat text not null default '',
  iban text not null default '',
  secondary_iban text not null default '',
  communication_email text unique,
  automation_on boolean not null default false,
  auto_lettering_on boolean not null default true,
  payment_terms text not null default '30' check (payment_terms in ('30', '45fdm', '60')),
  sacem_deducted boolean not null default false,
  vat_on_debits boolean not null default false,
  default_vat_rate_bp integer not null default 1000 check (default_vat_rate_bp in (0, 210, 550, 850, 1000, 2000)),
  factor_name text not null default '',
  factor_iban text not null default '',
  onboarding_status text not null default 'created' check (onboarding_status in
    ('created', 'email_verified', 'company_info_added', 'plan_selected', 'bank_connected', 'email_assigned', 'data_imported', 'active', 'paused')),
  was_active boolean not null default false,
  created_at timestamptz not null default now()
);
create unique index distributor_siren on distributor (left(siren, 9)) where siren <> '';

create table app_user (
  id bigint generated always as identity primary key,
  distributor_id bigint references distributor,
  email text not null check (email = lower(email) and length(email) <= 254),
  first_name text not null default '' check (length(first_name) <= 150),
  last_name text not null default '' check (length(last_name) <= 150),
  company text not null default '' check (length(company) <= 200),
  job_role text not null default '' check (length(job_role) <= 150),
  system_role text not null default 'distributor_staff' check (system_role in ('super_admin', 'distributor_staff')),
  role text not null default 'staff' check (role in ('admin', 'staff', 'accountant', 'viewer')),
  is_onboarding_contact boolean not null default false,
  email_verified_at timestamptz,
  disabled_at timestamptz,
  created_at timestamptz not null default now(),
  check (system_role = 'super_admin' or distributor_id is not null)
);
create unique index app_user_email on app_user (email);
create index app_user_distributor on app_user (distributor_id);

-- A link is kept as the hash of its token, works once, for fifteen minutes.
create table magic_link (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user on delete cascade,
  token_hash bytea not null unique,
  browser_hash bytea,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index magic_link_user on magic_link (user_id, created_at);

create table user_session (
  id uuid primary key default gen_random_uuid(),
  user_id bigint not null references app_user on delete cascade,
  refresh_hash bytea not null unique,
  previous_refresh_hash bytea unique,
  rotated_at timestamptz,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index user_session_user on user_session (user_id);

alter table distributor enable row level security;
alter table distributor force row level security;
create policy tenant on distributor
  using (id = (select app_distributor_id()) or (select app_all_distributors()))
  with check (id = (select app_distributor_id()) or (select app_all_distributors()));

alter table app_user enable row level security;
alter table app_user force row level security;
create policy tenant on app_user
  using (distributor_id = (select app_distributor_id()) or (select app_all_distributors()))
  with check (distributor_id = (select app_distributor_id()) or (select app_all_distributors()));
