-- What people have said of the columns of bank files that nobody recognises (BANK-30): the next file of the account is read by it.
create table statement_layout (
  id bigint generated always as identity primary key,
  distributor_id bigint not null references distributor,
  -- Null: the first account, as for the lines.
  bank_account_id bigint,
  -- Of its names of columns, or of the shape of a table without.
  header_key text not null check (header_key ~ '^[0-9a-f]{64}$'),
  header text[] not null,
  -- What a call takes as layout, but for the key.
  layout jsonb not null,
  created_by bigint not null references app_user,
  created_at timestamptz not null,
  used_at timestamptz not null,
  foreign key (bank_account_id, distributor_id) references bank_account (id, distributor_id),
  constraint layout_once unique nulls not distinct (distributor_id, bank_account_id, header_key)
);
alter table statement_layout enable row level security;
alter table statement_layout force row level security;
create policy tenant on statement_layout
  using (distributor_id = (select app_distributor_id()) or (select app_all_distributors()))
  with check (distributor_id = (select app_distributor_id()) or (select app_all_distributors()));
