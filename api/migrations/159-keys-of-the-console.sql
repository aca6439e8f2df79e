-- API-10: what a super admin does without a distributor may have a key, too.
alter table idempotency_key
  drop constraint idempotency_key_pkey,
  alter column distributor_id drop not null,
  add constraint idempotency_key_once unique nulls not distinct (distributor_id, user_id, route, key_hash);
