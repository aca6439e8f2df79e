-- A lot of large books, which a job makes while its person follows it. A distributor has one at a time; it goes in the transaction that makes the lot.
create table lot_preparation (
  distributor_id bigint primary key references distributor,
  -- Which request it is: a job of an earlier one finds another and does nothing.
  id bigint generated always as identity,
  period_from date not null,
  period_to date not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'failed')),
  -- Why it failed, for its person; of one that will be tried again by itself too.
  message text not null default '',
  percent integer not null default 0 check (percent between 0 and 100),
  requested_at timestamptz not null,
  -- Last word of its job.
  touched_at timestamptz not null,
  requested_by bigint not null references app_user,
  requested_by_name text not null,
  request_id text not null,
  ui_build text not null,
  check (period_from <= period_to)
);
alter table lot_preparation enable row level security;
alter table lot_preparation force row level security;
create policy tenant on lot_preparation using (distributor_id = (select app_distributor_id()) or (select app_all_distributors()))
  with check (distributor_id = (select app_distributor_id()) or (select app_all_distributors()));
