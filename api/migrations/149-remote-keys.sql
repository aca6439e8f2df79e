-- FED-34: builds of these remotes run when such a key has signed them. Public keys: nothing here is a secret. The platform's, of no distributor.
create table remote_key (
  id bigint generated always as identity primary key,
  team text not null check (team <> '' and length(team) <= 100),
  remotes text[] not null check (cardinality(remotes) between 1 and 20),
  -- Ed25519, base64 of its SubjectPublicKeyInfo.
  public_key text not null check (length(public_key) <= 100),
  created_by bigint not null references app_user (id),
  created_at timestamptz not null,
  revoked_at timestamptz
);
create index remote_key_created_by on remote_key (created_by);
create unique index remote_key_working on remote_key (public_key) where revoked_at is null;
alter table remote_key enable row level security;
alter table remote_key force row level security;
create policy platform on remote_key
  using ((select app_all_distributors())) with check ((select app_all_distributors()));
grant select, insert, update on remote_key to bobine_app;
