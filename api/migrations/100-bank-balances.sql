-- What statements say is on an account, and what people say where a statement says nothing.
create table bank_balance (
  id bigint generated always as identity primary key,
  distributor_id bigint not null references distributor,
  -- Null: the first account, as for the lines.
  bank_account_id bigint,
  -- Null: typed by a person.
  import_id bigint references import_file,
  -- Before the first line of its day, or after the last one.
  kind text not null check (kind in ('opening', 'closing')),
  balance_date date not null,
  amount numeric(14, 2) not null,
  created_at timestamptz not null default now(),
  foreign key (bank_account_id, distributor_id) references bank_account (id, distributor_id),
  unique nulls not distinct (distributor_id, bank_account_id, import_id, kind, balance_date)
);
alter table bank_balance enable row level security;
alter table bank_balance force row level security;
create policy tenant on bank_balance
  using (distributor_id = (select app_distributor_id()) or (select app_all_distributors()))
  with check (distributor_id = (select app_distributor_id()) or (select app_all_distributors()));
