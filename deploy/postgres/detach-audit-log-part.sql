-- Takes a part of the audit log out of the product: its entries are seen no more, and stay in a table of their own, which pg_dump
-- copies to where they are kept, and which may be dropped after that. The law wants what concerns invoices for ten years.
--   psql -v ON_ERROR_STOP=1 -v part=entries_before -f detach-audit-log-part.sql "$DATABASE_URL"
begin;
set local lock_timeout = '10s';
alter table audit_log detach partition audit_log_parts.:"part";
-- The counts of the lists (migration 043).
insert into list_tally (list, distributor_id, kind, change)
  select 'audit_log', distributor_id, action_type, -count(*) from audit_log_parts.:"part" group by distributor_id, action_type;
commit;
