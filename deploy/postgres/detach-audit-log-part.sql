-- Takes a part of the audit log out of the product: its entries are seen no more, and stay in a table of their own, which pg_dump
-- copies to where they are kept, and which may be dropped after that. The law wants what concerns invoices for ten years.
--   psql -v ON_ERROR_STOP=1 -v part=entries_before -f detach-audit-log-part.sql "$DATABASE_URL"
begin;
set local app.all_distributors = 'on';
set local lock_timeout = '10s';
alter table audit_log detach partition audit_log_parts.:"part";
-- The counts of the lists (migration 043).
insert into list_tally (list, distributor_id, kind, change)
  select 'audit_log', distributor_id, action_type, -count(*) from audit_log_parts.:"part" group by distributor_id, action_type;
-- Their links stay in the chains (migration 081): this entry, which is in a chain itself, tells `npm run ops -- ledger audit` that they
-- were taken out and not removed. Parts are taken out oldest first.
insert into audit_log (action_type, action_details)
  select 'system_action', jsonb_build_object('event', 'audit_log_part_archived', 'last_entry_id', max(id), 'row_count', count(*))
  from audit_log_parts.:"part" having count(*) > 0;
commit;
