-- What lettering asks of the database: sums kept once per statement, letters that a revert can give back, links between questions.

-- A statement import allocates thousands at once: one UPDATE per statement, not per row.
drop trigger allocation_sums on allocation;
drop function keep_allocated_sums();

-- The letters of the decision that made it; an invoice shows those of its group (DOMAIN §7.2).
alter table allocation add column letters text check (letters ~ '^[A-Z]{3,}$');
alter table credit_application add column letters text check (letters ~ '^[A-Z]{3,}$');

-- Row-level security would make an UPDATE pass over another tenant's row in silence: what is not found is refused.
create function add_allocated_sums() returns trigger language plpgsql as $$
declare touched bigint; expected bigint;
begin
  update invoice i set allocated_amount = i.allocated_amount + s.amount, lettering_letters = coalesce(s.letters, i.lettering_letters)
  from (select invoice_id, distributor_id, sum(amount) as amount, min(letters) as letters from made group by 1, 2) s
  where i.id = s.invoice_id and i.distributor_id = s.distributor_id;
  get diagnostics touched = row_count;
  select count(*) into expected from (select distinct invoice_id, distributor_id from made) d;
  if touched <> expected then raise exception 'an allocation pays an invoice of its own distributor' using errcode = 'BO002'; end if;
  update bank_transaction t set allocated_amount = t.allocated_amount + s.amount
  from (select transaction_id, distributor_id, sum(amount) as amount from made where transaction_id is not null group by 1, 2) s
  where t.id = s.transaction_id and t.distributor_id = s.distributor_id;
  get diagnostics touched = row_count;
  select count(*) into expected from (select distinct transaction_id, distributor_id from made where transaction_id is not null) d;
  if touched <> expected then raise exception 'an allocation spends a transaction of its own distributor' using errcode = 'BO002'; end if;
  return null;
end $$;
create trigger allocation_made after insert on allocation referencing new table as made
  for each statement execute function add_allocated_sums();

create function take_allocated_sums() returns trigger language plpgsql as $$
begin
  update invoice i set allocated_amount = i.allocated_amount - s.amount
  from (select invoice_id, sum(amount) as amount from undone group by 1) s where i.id = s.invoice_id;
  update bank_transaction t set allocated_amount = t.allocated_amount - s.amount
  from (select transaction_id, sum(amount) as amount from undone where transaction_id is not null group by 1) s where t.id = s.transaction_id;
  return null;
end $$;
create trigger allocation_undone after delete on allocation referencing old table as undone
  for each statement execute function take_allocated_sums();

create function refuse_changing_an_allocation() returns trigger language plpgsql as $$
begin
  raise exception 'an allocation is made or undone, never changed' using errcode = 'BO001';
end $$;
-- Only its letters may change, when an undone decision splits its group.
create trigger allocation_is_final before update on allocation for each row
  when ((old.id, old.distributor_id, old.reconciliation_id, old.transaction_id, old.invoice_id, old.kind, old.amount, old.created_at)
    is distinct from (new.id, new.distributor_id, new.reconciliation_id, new.transaction_id, new.invoice_id, new.kind, new.amount, new.created_at))
  execute function refuse_changing_an_allocation();

-- MATCHING §3.7: lines that want one invoice, look alike, or return one another know each other.
alter table user_action add column related_transaction_ids bigint[] not null default '{}';

-- Open actions first, newest first.
create index user_action_open_first on user_action (distributor_id, (status in ('DONE', 'REJECTED')), created_at desc, id desc);
create index user_action_invoice on user_action (invoice_id) where invoice_id is not null;
create index credit_application_invoice on credit_application (invoice_id);
-- Recently lettered credits: what a duplicate or a return is compared with.
create index reconciliation_transaction on reconciliation (transaction_id, id desc);
