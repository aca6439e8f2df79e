-- The lines of an import: they are counted in the list of imports, and go with an import that is taken back.
create index bank_transaction_import on bank_transaction (import_id) where import_id is not null;

-- How many operations went with it, for whoever asks twice.
alter table import_file add column taken_back_lines integer not null default 0;
