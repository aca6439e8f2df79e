-- The history of one invoice: row-level security lets an index serve a column, not an expression over jsonb.
alter table audit_log add column invoice_id text collate "C" generated always as (action_details ->> 'invoice_id') stored;
create index audit_log_invoice on audit_log (distributor_id, invoice_id, id) where invoice_id is not null;

-- What a report brought, in the order of its file.
create index declaration_import on declaration (import_id, id);
