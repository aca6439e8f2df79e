-- Provisions of invoices in default (EXP-19): what a person chose from a day on, zero when it was withdrawn or the invoice reopened. An invoice keeps the
-- accounts of its first provision, whatever the settings become.
create table invoice_provision (
  id bigint generated always as identity primary key,
  distributor_id bigint not null references distributor,
  invoice_id bigint not null references invoice on delete cascade,
  set_on date not null,
  amount numeric(14, 2) not null check (amount >= 0),
  provision_account text not null check (provision_account ~ '^[1-9][0-9]{2,7}$'),
  charge_account text not null check (charge_account ~ '^[1-9][0-9]{2,7}$'),
  release_account text not null check (release_account ~ '^[1-9][0-9]{2,7}$'),
  created_by bigint references app_user,
  created_at timestamptz not null default now()
);
create index invoice_provision_invoice on invoice_provision (invoice_id, id);
create index invoice_provision_day on invoice_provision (distributor_id, set_on);
alter table invoice_provision enable row level security;
alter table invoice_provision force row level security;
create policy tenant on invoice_provision using (distributor_id = (select app_distributor_id()) or (select app_all_distributors()))
  with check (distributor_id = (select app_distributor_id()) or (select app_all_distributors()));

alter table distributor
  add column provision_account text not null default '491000' check (provision_account ~ '^[1-9][0-9]{2,7}$'),
  add column provision_charge_account text not null default '681740' check (provision_charge_account ~ '^[1-9][0-9]{2,7}$'),
  add column provision_release_account text not null default '781740' check (provision_release_account ~ '^[1-9][0-9]{2,7}$');
