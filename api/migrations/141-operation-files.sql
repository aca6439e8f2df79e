-- COM-7: files that people attach to a bank line: a remittance slip, a mail. Their bytes are in the file store.
create table operation_file (
  id bigint generated always as identity primary key,
  distributor_id bigint not null references distributor (id),
  transaction_id bigint references bank_transaction (id),
  -- COM-6: as of a comment.
  gone_account text,
  gone_fingerprint text,
  gone_import_id bigint references import_file (id),
  file_name text not null check (length(file_name) between 1 and 200),
  size bigint not null check (size > 0),
  sha256 bytea not null,
  storage_key text not null unique,
  added_by bigint not null references app_user (id),
  created_at timestamptz not null,
  check ((gone_fingerprint is null) = (gone_account is null)),
  check (gone_import_id is null or gone_fingerprint is not null),
  check (num_nonnulls(transaction_id, gone_fingerprint) = 1)
);
-- The same file is there once.
create unique index operation_file_once on operation_file (transaction_id, sha256) where transaction_id is not null;
create index operation_file_gone on operation_file (distributor_id, gone_fingerprint) where gone_fingerprint is not null;
create index operation_file_gone_import on operation_file (gone_import_id) where gone_import_id is not null;
alter table operation_file enable row level security;
alter table operation_file force row level security;
create policy tenant on operation_file
  using (distributor_id = (select app_distributor_id()) or (select app_all_distributors()))
  with check (distributor_id = (select app_distributor_id()) or (select app_all_distributors()));
grant select, insert, update, delete on operation_file to bobine_app;
