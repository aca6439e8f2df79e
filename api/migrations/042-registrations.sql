-- Somebody who asked for an account and has not proven the address yet. The distributor and its first user are made by the link
-- that was mailed: nobody fills the console with companies, or takes another's address, without reading that mail.
create table registration (
  id bigint generated always as identity primary key,
  email text not null check (email = lower(email) and length(email) <= 254),
  first_name text not null default '' check (length(first_name) <= 150),
  last_name text not null default '' check (length(last_name) <= 150),
  company text not null default '' check (length(company) <= 200),
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index registration_email on registration (email, created_at);
create index registration_expiry on registration (expires_at);
alter table registration enable row level security;
alter table registration force row level security;
-- Nobody's tenant: only who must find an account by its address looks here.
create policy accounts on registration using ((select app_all_distributors())) with check ((select app_all_distributors()));
