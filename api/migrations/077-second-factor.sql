-- A second factor beside the mailed link: codes of an authenticator app (RFC 6238). Its secret is kept encrypted under a key that only
-- the server has.
create table second_factor (
  user_id bigint primary key references app_user on delete cascade,
  sealed_secret bytea not null,
  started_at timestamptz not null,
  -- Null until a first code has shown that the app has the secret.
  enabled_at timestamptz,
  -- The time step of the last code that was taken: neither it nor an earlier one is taken again.
  last_step bigint not null default 0,
  failures integer not null default 0,
  locked_until timestamptz
);
alter table second_factor enable row level security;
alter table second_factor force row level security;
-- Nobody's tenant: only who proves a person looks here.
create policy accounts on second_factor using ((select app_all_distributors())) with check ((select app_all_distributors()));

-- For who has lost the app: each works once.
create table recovery_code (
  code_hash bytea primary key,
  user_id bigint not null references second_factor on delete cascade,
  used_at timestamptz
);
create index recovery_code_user on recovery_code (user_id);
alter table recovery_code enable row level security;
alter table recovery_code force row level security;
create policy accounts on recovery_code using ((select app_all_distributors())) with check ((select app_all_distributors()));
