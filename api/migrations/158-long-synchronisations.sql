-- LET-56, for what the connection to the bank brings: a long synchronisation of which something is still to be lettered. Its row goes with the last of it.
create table packed_sync (
  id bigint generated always as identity primary key,
  distributor_id bigint not null references distributor (id),
  -- What came of it is told there, as long as it is the same bank's and nobody has asked for another synchronisation since.
  connection_id bigint references bank_connection (id) on delete set null,
  item_id bigint not null,
  requested_at timestamptz,
  synced_at timestamptz not null,
  bank_name text,
  -- Its lines are those of the distributor's between these two.
  first_line_id bigint not null,
  last_line_id bigint not null check (last_line_id >= first_line_id),
  invoices_paid integer not null default 0,
  -- So far, as the connection tells it.
  stats jsonb not null
);
create index packed_sync_distributor on packed_sync (distributor_id);
create index packed_sync_connection on packed_sync (connection_id);
alter table packed_sync enable row level security;
alter table packed_sync force row level security;
create policy tenant on packed_sync using (distributor_id = (select app_distributor_id()) or (select app_all_distributors()))
  with check (distributor_id = (select app_distributor_id()) or (select app_all_distributors()));
grant select, insert, update, delete on packed_sync to bobine_app;

alter table planned_lettering
  alter column import_id drop not null,
  add column sync_id bigint references packed_sync (id),
  add constraint planned_lettering_batch check (num_nonnulls(import_id, sync_id) = 1);
create index planned_lettering_sync on planned_lettering (sync_id, user_action_id) where sync_id is not null;
