-- SEC-26: with such a token a team publishes builds of its remotes and decides about them. It is kept as a hash only. The platform's, of no distributor.
create table remote_token (
  id bigint generated always as identity primary key,
  team text not null check (team <> '' and length(team) <= 100),
  remotes text[] not null check (cardinality(remotes) between 1 and 20),
  rights text[] not null check (cardinality(rights) > 0 and rights <@ array ['publish', 'promote', 'rollback']),
  token_hash bytea not null unique,
  created_by bigint not null references app_user (id),
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index remote_token_created_by on remote_token (created_by);
alter table remote_token enable row level security;
alter table remote_token force row level security;
create policy platform on remote_token
  using ((select app_all_distributors())) with check ((select app_all_distributors()));
grant select, insert, update on remote_token to bobine_app;
