-- Cinemas are shared reference data; a distributor sees those that it is linked to.

-- True only while an import looks for the cinema of a declaration among all the known ones (DOMAIN §2.6).
create function app_all_cinemas() returns boolean language sql stable
  as $$ select coalesce(current_setting('app.all_cinemas', true), '') = 'on' or app_all_distributors() $$;

create table cinema (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 200),
  legal_name text not null default '',
  city text not null default '',
  "group" text not null default '',
  sub_group text not null default '',
  address text not null default '',
  address_line_2 text not null default '',
  pin_code text not null default '',
  siren text not null default '',
  siret text not null default '',
  vat_number text not null default '',
  cnc_authorization text not null default '',
  invoicing_company_name text not null default '',
  invoicing_address text not null default '',
  invoicing_address_line_2 text not null default '',
  invoicing_pin_code text not null default '',
  invoicing_city text not null default '',
  invoicing_siren text not null default '',
  phones text[] not null default '{}',
  default_invoice_emails text[] not null default '{}',
  default_reminder_emails text[] not null default '{}',
  short_name_code text check (short_name_code ~ '^[A-Z0-9]{2,12}$'),
  default_accounting_code text not null default '',
  classification jsonb not null default '{}',
  status text not null default 'active' check (status in ('active', 'inactive', 'closed')),
  is_validated boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index cinema_short_name_code on cinema (short_name_code) where short_name_code is not null;
create unique index cinema_cnc_authorization on cinema (cnc_authorization) where cnc_authorization <> '';
create index cinema_name_trgm on cinema using gin (search_key(name || ' ' || city || ' ' || "group") gin_trgm_ops);
create index cinema_siret on cinema (siret) where siret <> '';
create index cinema_siren on cinema (siren) where siren <> '';

create table screen (
  id bigint generated always as identity primary key,
  cinema_id bigint not null references cinema on delete cascade,
  name text not null default '',
  authorization_number text not null default '',
  created_at timestamptz not null default now()
);
create unique index screen_authorization on screen (authorization_number) where authorization_number <> '';
create index screen_cinema on screen (cinema_id);

create table cinema_distributor (
  cinema_id bigint not null references cinema on delete cascade,
  distributor_id bigint not null references distributor,
  created_at timestamptz not null default now(),
  primary key (distributor_id, cinema_id)
);
create index cinema_distributor_cinema on cinema_distributor (cinema_id);

create table distributor_cinema_settings (
  id bigint generated always as identity primary key,
  distributor_id bigint not null references distributor,
  cinema_id bigint not null references cinema on delete cascade,
  additional_invoice_emails text[] not null default '{}',
  invoice_email_override boolean not null default false,
  additional_reminder_emails text[] not null default '{}',
  reminder_email_override boolean not null default false,
  minimum_guarantee numeric(14, 2) check (minimum_guarantee >= 0),
  custom_accounting_code text not null default '',
  is_factor_guaranteed boolean not null default false,
  unique (distributor_id, cinema_id)
);

alter table cinema_distributor enable row level security;
alter table cinema_distributor force row level security;
create policy tenant on cinema_distributor
  using (distributor_id = (select app_distributor_id()) or (select app_all_distributors()))
  with check (distributor_id = (select app_distributor_id()) or (select app_all_distributors()));

alter table distributor_cinema_settings enable row level security;
alter table distributor_cinema_settings force row level security;
create policy tenant on distributor_cinema_settings
  using (distributor_id = (select app_distributor_id()) or (select app_all_distributors()))
  with check (distributor_id = (select app_distributor_id()) or (select app_all_distributors()));

alter table cinema enable row level security;
alter table cinema force row level security;
create policy linked on cinema
  using ((select app_all_cinemas()) or exists (
    select from cinema_distributor l where l.cinema_id = cinema.id and l.distributor_id = (select app_distributor_id())))
  with check ((select app_all_cinemas()));

alter table screen enable row level security;
alter table screen force row level security;
create policy linked on screen
  using ((select app_all_cinemas()) or exists (
    select from cinema_distributor l where l.cinema_id = screen.cinema_id and l.distributor_id = (select app_distributor_id())))
  with check ((select app_all_cinemas()));
