-- SEC-23: a colleague is invited by mail. The link is kept as a hash only, and one that is mailed again takes the place of the one before.
create table invitation (
  id bigint generated always as identity primary key,
  distributor_id bigint not null references distributor (id),
  email text not null check (email = lower(email) and length(email) <= 254),
  first_name text not null default '' check (length(first_name) <= 150),
  last_name text not null default '' check (length(last_name) <= 150),
  role text not null check (role in ('admin', 'accountant', 'viewer')),
  invited_by bigint references app_user (id),
  created_at timestamptz not null,
  token_hash bytea not null unique,
  sent_count integer not null default 1 check (sent_count > 0),
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  withdrawn_at timestamptz,
  check (accepted_at is null or withdrawn_at is null)
);
-- One that is open for an address at a distributor.
create unique index invitation_open on invitation (distributor_id, email) where accepted_at is null and withdrawn_at is null;
alter table invitation enable row level security;
alter table invitation force row level security;
create policy tenant on invitation
  using (distributor_id = (select app_distributor_id()) or (select app_all_distributors()))
  with check (distributor_id = (select app_distributor_id()) or (select app_all_distributors()));
grant select, insert, update, delete on invitation to bobine_app;
