-- What was answered to a request that carries an Idempotency-Key, for a day: asked again, it is answered the same and done once.
create table idempotency_key (
  distributor_id bigint not null references distributor,
  user_id bigint not null references app_user,
  -- `METHOD /path/` of the contract.
  route text not null,
  -- SHA-256 of the key, and of what was asked with it.
  key_hash bytea not null,
  fingerprint bytea not null,
  -- The request that does the work, since when; another one may take it over when it has stopped.
  request_id text not null,
  claimed_at timestamptz not null,
  created_at timestamptz not null,
  -- Without them the work is under way, or it stopped and left nothing.
  status integer,
  answer text,
  check ((status is null) = (answer is null)),
  primary key (distributor_id, user_id, route, key_hash)
);
create index idempotency_key_age on idempotency_key (created_at);
alter table idempotency_key enable row level security;
alter table idempotency_key force row level security;
create policy tenant on idempotency_key using (distributor_id = (select app_distributor_id()) or (select app_all_distributors()))
  with check (distributor_id = (select app_distributor_id()) or (select app_all_distributors()));
