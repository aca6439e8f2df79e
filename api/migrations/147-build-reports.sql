-- FED-26: what pages tell of the builds that they run, counted for each build and hour. The platform's, of no distributor.
create table build_hour (
  remote text not null check (length(remote) <= 41),
  build text not null check (length(build) <= 64),
  hour timestamptz not null,
  loads integer not null default 0 check (loads >= 0),
  load_failures integer not null default 0 check (load_failures >= 0),
  chunk_failures integer not null default 0 check (chunk_failures >= 0),
  render_failures integer not null default 0 check (render_failures >= 0),
  -- Of the network or of the server: not the build's.
  outside_failures integer not null default 0 check (outside_failures >= 0),
  -- The newest in which it failed.
  composition text,
  primary key (remote, build, hour)
);
create index build_hour_by_age on build_hour (hour);
-- FED-27: how many people the figures of a build's first hour are from. Who they are is not kept: a hash under the installation's key that
-- is another one for each build, for some hours.
create table build_witness (
  remote text not null,
  build text not null,
  -- When the build went live.
  since timestamptz not null,
  person bytea not null check (length(person) = 16),
  loads integer not null check (loads >= 0),
  failures integer not null check (failures >= 0),
  primary key (remote, build, since, person)
);
create index build_witness_by_age on build_witness (since);
-- FED-26: the builds that pages had when something failed.
create table page_composition (
  id text primary key check (id ~ '^[0-9a-f]{16}$'),
  host text not null,
  remotes jsonb not null,
  last_failed_at timestamptz not null
);
create index page_composition_by_age on page_composition (last_failed_at);
-- FED-27: each build that the product has taken back by itself, once.
create table automatic_return (
  remote text not null,
  build text not null,
  since timestamptz not null,
  decided_at timestamptz not null,
  loads integer not null,
  failures integer not null,
  people integer not null,
  composition text,
  -- Null while it is being done.
  done_at timestamptz,
  is_canary boolean not null default false,
  -- The build that is live in its place; null when there was none to go back to.
  back_to text,
  -- Why nothing could be done, in French.
  refusal text,
  primary key (remote, build)
);
alter table build_hour enable row level security;
alter table build_hour force row level security;
create policy platform on build_hour
  using ((select app_all_distributors())) with check ((select app_all_distributors()));
alter table build_witness enable row level security;
alter table build_witness force row level security;
create policy platform on build_witness
  using ((select app_all_distributors())) with check ((select app_all_distributors()));
alter table page_composition enable row level security;
alter table page_composition force row level security;
create policy platform on page_composition
  using ((select app_all_distributors())) with check ((select app_all_distributors()));
alter table automatic_return enable row level security;
alter table automatic_return force row level security;
create policy platform on automatic_return
  using ((select app_all_distributors())) with check ((select app_all_distributors()));
grant select, insert, update, delete on build_hour, build_witness, page_composition, automatic_return to bobine_app;
