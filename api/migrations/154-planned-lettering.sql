-- LET-56: what is certain of a long statement and not yet lettered. Its question stands open meanwhile; whoever letters it, or decides it, takes
-- the row away.
create table planned_lettering (
  user_action_id bigint primary key references user_action (id) on delete cascade,
  distributor_id bigint not null references distributor (id),
  import_id bigint not null references import_file (id),
  engine_version text not null,
  -- As the engine planned it.
  entry jsonb not null,
  -- Invoices or names came since: it is planned again before it is lettered.
  is_outdated boolean not null default false
);
create index planned_lettering_import on planned_lettering (import_id, user_action_id);
create index planned_lettering_distributor on planned_lettering (distributor_id);
alter table planned_lettering enable row level security;
alter table planned_lettering force row level security;
create policy tenant on planned_lettering using (distributor_id = (select app_distributor_id()) or (select app_all_distributors()))
  with check (distributor_id = (select app_distributor_id()) or (select app_all_distributors()));
grant select, insert, update, delete on planned_lettering to bobine_app;
