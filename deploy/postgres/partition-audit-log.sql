-- Makes the audit log a table in parts, by ranges of ten million entries: when, and what it costs, docs/operations.md, Partitions.
-- As the owner of the database, with all nodes stopped:  psql -v ON_ERROR_STOP=1 -f partition-audit-log.sql "$DATABASE_OWNER_URL"
-- It reads the table once and copies nothing. Parts are by id, not by month: the key stays as it is, a list reads its newest part and
-- stops there, and entries come in the order of their ids.
begin;
set local lock_timeout = '10s';
lock table audit_log in access exclusive mode;

-- The parts are nobody's but the owner's: requests reach them through audit_log, whose policy holds.
create schema audit_log_parts;
drop trigger audit_entry_made on audit_log;
drop trigger audit_entry_to_chain on audit_log;
drop trigger audit_log_only_grows on audit_log;
alter table audit_log rename to entries_before;
alter table entries_before set schema audit_log_parts;

create table audit_log (like audit_log_parts.entries_before including defaults including constraints including generated)
  partition by range (id);
alter table audit_log alter column id add generated always as identity;
alter table audit_log
  add primary key (id),
  add foreign key (distributor_id) references distributor,
  add foreign key (actor_id) references app_user;
create index audit_log_list on audit_log (distributor_id, id desc);
create index audit_log_type on audit_log (distributor_id, action_type, id desc);
create index audit_log_invoice on audit_log (distributor_id, invoice_id, id) where invoice_id is not null;

alter table audit_log enable row level security;
alter table audit_log force row level security;
create policy tenant on audit_log using (distributor_id = (select app_distributor_id()) or (select app_all_distributors()))
  with check (distributor_id = (select app_distributor_id()) or (select app_all_distributors()));
revoke update, delete, truncate on audit_log from bobine_app;
create trigger audit_log_only_grows before update or delete or truncate on audit_log
  for each statement execute function refuse_changing_the_audit_log();
create trigger audit_entry_made after insert on audit_log referencing new table as added
  for each statement execute function tally_audit_entry_made();
create trigger audit_entry_to_chain after insert on audit_log referencing new table as added
  for each statement execute function audit_entries_to_chain();

do $$
declare
  size constant bigint := 10000000;
  next bigint;
  part bigint;
begin
  select coalesce(max(id), 0) + 1 into next from audit_log_parts.entries_before;
  -- The sequence of the old table goes with its identity.
  alter table audit_log_parts.entries_before alter column id drop identity;
  execute format('alter table audit_log alter column id restart with %s', next);
  execute format('alter table audit_log attach partition audit_log_parts.entries_before for values from (minvalue) to (%s)', next);
  for n in 0..9 loop
    part := next + n * size;
    -- The last one has no end: an entry is never refused for want of a part. A default part would do that too, and make every list read all parts.
    execute format('create table audit_log_parts.entries_from_%s partition of audit_log for values from (%s) to (%s)',
      part, part, case when n < 9 then (part + size)::text else 'maxvalue' end);
    execute format('create trigger only_grows before update or delete or truncate on audit_log_parts.entries_from_%s
      for each statement execute function refuse_changing_the_audit_log()', part);
  end loop;
  create trigger only_grows before update or delete or truncate on audit_log_parts.entries_before
    for each statement execute function refuse_changing_the_audit_log();
end $$;
commit;
analyze audit_log;
