-- The bank accounts of a distributor, each with its account in the books and its journal. The first one is also that of the lines whose
-- source names none.
create table bank_account (
  id bigint generated always as identity primary key,
  distributor_id bigint not null references distributor,
  -- IBAN, number or end of it, as its source names the account.
  number text not null check (number <> ''),
  label text not null check (label <> ''),
  ledger_account text not null check (ledger_account ~ '^512[0-9]{3,5}$'),
  journal text not null check (journal ~ '^BQ([1-9][0-9]*)?$'),
  -- What was on it before the first line of that day.
  opening_date date,
  opening_balance numeric(14, 2),
  created_at timestamptz not null default now(),
  unique (distributor_id, number),
  unique (distributor_id, ledger_account),
  unique (distributor_id, journal),
  unique (id, distributor_id),
  check ((opening_date is null) = (opening_balance is null))
);
alter table bank_account enable row level security;
alter table bank_account force row level security;
create policy tenant on bank_account
  using (distributor_id = (select app_distributor_id()) or (select app_all_distributors()))
  with check (distributor_id = (select app_distributor_id()) or (select app_all_distributors()));

-- Null: the first account of the distributor.
alter table bank_transaction
  add column bank_account_id bigint,
  add foreign key (bank_account_id, distributor_id) references bank_account (id, distributor_id);
create index bank_transaction_account on bank_transaction (bank_account_id) where bank_account_id is not null;
