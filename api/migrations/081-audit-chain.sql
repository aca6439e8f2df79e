-- A hash chain over the audit log, one for each distributor and one for entries of none (chain 0): a changed, removed, reordered
-- or slipped-in entry shows (`npm run ledger -- audit`; what it proves, and against whom: docs/decisions/0010).
--
-- Each entry has a link: its digest, and a hash of the link before it and of this one. Links are made at COMMIT, by a deferred trigger,
-- so that their order is that of the commits and the lock on the end of a chain is the last one that a transaction takes.

-- `number` counts from 1 without a gap; `digest` is of what the entry says, `hash` is sha256(hash before || entry_id || digest).
create table audit_chain (
  chain bigint not null,
  number bigint not null,
  entry_id bigint not null,
  digest bytea not null,
  hash bytea not null
);
-- The end of each chain. No foreign keys: their checks would take locks while the end is held.
create table audit_chain_head (
  chain bigint primary key,
  last_number bigint not null,
  last_hash bytea not null
);
-- What the statements of a transaction have written; gone when it commits, so it needs no WAL.
create unlogged table audit_chain_pending (
  id bigint generated always as identity primary key,
  chain bigint not null,
  entries bigint[] not null,
  digests bytea[] not null
);

do $$
declare t text;
begin
  foreach t in array array['audit_chain', 'audit_chain_head', 'audit_chain_pending'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I using (chain = (select app_distributor_id()) or (select app_all_distributors()))
      with check (chain = (select app_distributor_id()) or (select app_all_distributors()))', t);
    execute format('revoke all on %I from bobine_app', t);
  end loop;
end $$;
-- Only the triggers write.
grant select on audit_chain, audit_chain_head to bobine_app;

create function audit_chain_step(state bytea, start bytea, entry bigint, digest bytea) returns bytea language sql immutable
  as $$ select sha256(coalesce(state, start) || int8send(entry) || digest) $$;
-- As a window function it gives the hash of each link of a run that begins after `start`.
create aggregate audit_chain_hash(start bytea, entry bigint, digest bytea) (sfunc = audit_chain_step, stype = bytea);

-- No two chains begin alike, so that none passes for another.
create function audit_chain_start(chain bigint) returns bytea language sql immutable
  as $$ select sha256(convert_to('bobine audit chain ' || chain, 'UTF8')) $$;

-- All that an entry says but its id. `jsonb` has one text for one value. The same expression is in verify-audit.ts, which does not
-- trust a function that the owner of the database may replace.
create function audit_digest(distributor bigint, actor bigint, action text, details jsonb, request text, build text, made timestamptz)
  returns bytea language sql stable
  as $$ select sha256(convert_to(jsonb_build_array(distributor, actor, action, details, request, build,
    made at time zone 'UTC')::text, 'UTF8')) $$;

-- Entries that are already there, in the order of their ids. Who writes one meanwhile waits.
set local app.all_distributors = 'on';
lock table audit_log in share row exclusive mode;
insert into audit_chain (chain, number, entry_id, digest, hash)
  select chain, row_number() over in_order, id, digest, audit_chain_hash(audit_chain_start(chain), id, digest) over in_order
  from (
    select coalesce(distributor_id, 0) as chain, id,
      audit_digest(distributor_id, actor_id, action_type, action_details, request_id, ui_build, created_at) as digest
    from audit_log) entry
  window in_order as (partition by chain order by id rows unbounded preceding);
insert into audit_chain_head (chain, last_number, last_hash)
  select distinct on (chain) chain, number, hash from audit_chain order by chain, number desc;
alter table audit_chain add primary key (chain, number);
create unique index audit_chain_entry on audit_chain (entry_id);

-- With the rights of their owner, since requests may not write these tables; nobody may call them but as triggers.
create function audit_entries_to_chain() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into public.audit_chain_pending (chain, entries, digests)
    select chain, array_agg(id), array_agg(digest)
    from (
      select coalesce(distributor_id, 0) as chain, id,
        audit_digest(distributor_id, actor_id, action_type, action_details, request_id, ui_build, created_at) as digest
      from added) entry
    group by chain;
  return null;
end $$;
create trigger audit_entry_to_chain after insert on audit_log referencing new table as added
  for each statement execute function audit_entries_to_chain();

-- The first call of a transaction links all that it has written, chain by chain in their order, so that two transactions that write in
-- the same chains never wait for each other in a circle; its other calls find nothing left.
create function chain_audit_entries() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  before text := coalesce(current_setting('app.all_distributors', true), '');
  part record;
  head record;
begin
  -- Not a SET clause of the function: that needs a right which the owner of a database may lack.
  perform set_config('app.all_distributors', 'on', true);
  perform from public.audit_chain_pending where id = new.id;
  if found then
    for part in
      with written as (delete from public.audit_chain_pending returning chain, entries, digests)
      select w.chain, array_agg(e.entry order by e.entry) as entries, array_agg(e.digest order by e.entry) as digests
      from written w cross join unnest(w.entries, w.digests) as e (entry, digest)
      group by w.chain order by w.chain
    loop
      select h.last_number, h.last_hash into head from public.audit_chain_head h where h.chain = part.chain for update;
      if not found then
        insert into public.audit_chain_head values (part.chain, 0, audit_chain_start(part.chain)) on conflict do nothing;
        select h.last_number, h.last_hash into head from public.audit_chain_head h where h.chain = part.chain for update;
      end if;
      with made as (
        insert into public.audit_chain (chain, number, entry_id, digest, hash)
        select part.chain, head.last_number + row_number() over in_order, e.entry, e.digest,
          audit_chain_hash(head.last_hash, e.entry, e.digest) over in_order
        from unnest(part.entries, part.digests) as e (entry, digest)
        window in_order as (order by e.entry rows unbounded preceding)
        returning number, hash)
      update public.audit_chain_head h set last_number = m.number, last_hash = m.hash
      from (select number, hash from made order by number desc limit 1) m where h.chain = part.chain;
    end loop;
  end if;
  perform set_config('app.all_distributors', before, true);
  return null;
end $$;
create constraint trigger audit_entries_chained after insert on audit_chain_pending deferrable initially deferred
  for each row execute function chain_audit_entries();
revoke all on function audit_entries_to_chain(), chain_audit_entries() from public;

create trigger audit_chain_only_grows before update or delete or truncate on audit_chain
  for each statement execute function refuse_changing_the_audit_log();
