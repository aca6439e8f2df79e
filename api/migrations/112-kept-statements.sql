-- Statements as they came: one that waits for its import until it expires, and the one that an import was made of, for good.
create table kept_statement (
  id uuid primary key,
  distributor_id bigint not null references distributor,
  file_name text not null,
  file_size bigint not null,
  sha256 bytea not null,
  created_by bigint references app_user,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Null: nobody has imported it.
  import_id bigint unique,
  foreign key (import_id, distributor_id) references import_file (id, distributor_id)
);
create index kept_statement_expired on kept_statement (expires_at) where import_id is null;
alter table kept_statement enable row level security;
alter table kept_statement force row level security;
create policy tenant on kept_statement
  using (distributor_id = (select app_distributor_id()) or (select app_all_distributors()))
  with check (distributor_id = (select app_distributor_id()) or (select app_all_distributors()));

-- An import that was taken back: its lines are gone, and what was lettered of them.
alter table import_file
  add column taken_back_at timestamptz,
  add column taken_back_by bigint references app_user,
  add constraint import_taken_back check (taken_back_at is null or kind = 'bank_statement');
