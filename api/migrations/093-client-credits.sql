-- Money of clients that waits: a part of a bank line may be a client's credit (what was paid too much), an advance, a small difference that is
-- written off, or a refund; credits, advances and what nobody knew are put on invoices later, without a bank line of their own.

alter table distributor
  add column write_off_limit numeric(6, 2) not null default 1.00 check (write_off_limit between 0 and 100);
comment on column distributor.write_off_limit is 'Largest difference of one invoice that may be written off.';

alter table bank_part
  -- Of `write_off`: whose difference it is.
  add column invoice_id bigint references invoice,
  -- Of `credit` and `advance`: whose money it is.
  add column cinema_id bigint references cinema,
  add column client_account text not null default '',
  -- Of `refund`: what is given back, one of the two.
  add column credit_note_id bigint references invoice,
  add column source_part_id bigint references bank_part,
  -- What of it is on invoices or was given back. Triggers keep it.
  add column used_amount numeric(14, 2) not null default 0,
  add constraint bank_part_not_over_used check (used_amount between 0
    and case when kind in ('credit', 'advance', 'unknown') then greatest(amount, 0) else 0 end),
  add constraint bank_part_write_off check ((kind = 'write_off') = (invoice_id is not null)),
  add constraint bank_part_client check (case when kind in ('credit', 'advance')
    then amount > 0 and cinema_id is not null and client_account <> '' else cinema_id is null and client_account = '' end),
  add constraint bank_part_refund check (case when kind = 'refund' then amount < 0 and num_nonnulls(credit_note_id, source_part_id) = 1
    else num_nonnulls(credit_note_id, source_part_id) = 0 end);
create index bank_part_invoice on bank_part (invoice_id) where invoice_id is not null;
create index bank_part_cinema on bank_part (cinema_id) where cinema_id is not null;
create index bank_part_credit_note on bank_part (credit_note_id) where credit_note_id is not null;
create index bank_part_source on bank_part (source_part_id) where source_part_id is not null;
create index bank_part_waiting on bank_part (distributor_id, id) where kind in ('credit', 'advance', 'unknown') and amount > 0;

drop trigger bank_part_is_final on bank_part;
create trigger bank_part_is_final before update on bank_part for each row
  when ((old.id, old.distributor_id, old.reconciliation_id, old.transaction_id, old.position, old.kind, old.amount, old.account, old.account_label,
      old.invoice_id, old.client_account, old.credit_note_id, old.source_part_id)
    is distinct from (new.id, new.distributor_id, new.reconciliation_id, new.transaction_id, new.position, new.kind, new.amount, new.account,
      new.account_label, new.invoice_id, new.client_account, new.credit_note_id, new.source_part_id))
  execute function refuse_changing_a_part();

create or replace function add_parts_sums() returns trigger language plpgsql as $$
declare touched bigint; expected bigint;
begin
  update bank_transaction t set parts_amount = t.parts_amount + s.amount
  from (select transaction_id, distributor_id, sum(amount) as amount from made group by 1, 2) s
  where t.id = s.transaction_id and t.distributor_id = s.distributor_id;
  get diagnostics touched = row_count;
  select count(*) into expected from (select distinct transaction_id, distributor_id from made) d;
  if touched <> expected then raise exception 'a part is of a transaction of its own distributor' using errcode = 'BO002'; end if;
  if not exists (select from made where kind in ('refund', 'write_off', 'credit', 'advance')) then return null; end if;
  -- What is given back is used up.
  update bank_part p set used_amount = p.used_amount - s.amount
  from (select source_part_id, distributor_id, sum(amount) as amount from made where source_part_id is not null group by 1, 2) s
  where p.id = s.source_part_id and p.distributor_id = s.distributor_id;
  get diagnostics touched = row_count;
  update invoice i set credited_amount = i.credited_amount + s.amount
  from (select credit_note_id, distributor_id, sum(amount) as amount from made where credit_note_id is not null group by 1, 2) s
  where i.id = s.credit_note_id and i.distributor_id = s.distributor_id and i.type = 'credit_note';
  if touched + (select count(*) from invoice i where i.type = 'credit_note'
      and exists (select from made m where m.credit_note_id = i.id and m.distributor_id = i.distributor_id))
    <> (select count(*) from (select distinct source_part_id, credit_note_id, distributor_id from made where kind = 'refund') d) then
    raise exception 'a refund gives back a credit of its own distributor' using errcode = 'BO002';
  end if;
  if exists (select from made m where m.invoice_id is not null
      and not exists (select from invoice i where i.id = m.invoice_id and i.distributor_id = m.distributor_id)) then
    raise exception 'a write-off is of an invoice of its own distributor' using errcode = 'BO002';
  end if;
  return null;
end $$;

create or replace function take_parts_sums() returns trigger language plpgsql as $$
begin
  update bank_transaction t set parts_amount = t.parts_amount - s.amount
  from (select transaction_id, sum(amount) as amount from undone group by 1) s where t.id = s.transaction_id;
  update bank_part p set used_amount = p.used_amount + s.amount
  from (select source_part_id, sum(amount) as amount from undone where source_part_id is not null group by 1) s where p.id = s.source_part_id;
  update invoice i set credited_amount = i.credited_amount - s.amount
  from (select credit_note_id, sum(amount) as amount from undone where credit_note_id is not null group by 1) s where i.id = s.credit_note_id;
  return null;
end $$;

-- `part`: money that waited on a part of a bank line is put on an invoice, that day. `return`: a debit takes an earlier payment back.
alter table allocation
  add column part_id bigint references bank_part,
  add column settled_on date,
  add column returned_transaction_id bigint references bank_transaction,
  add column decided_by bigint references app_user,
  drop constraint allocation_amount_check,
  drop constraint allocation_check,
  drop constraint allocation_kind_check,
  add constraint allocation_kind_check check (kind in ('payment', 'opening', 'part', 'return')),
  add constraint allocation_amount_check check (case kind when 'return' then amount < 0 else amount > 0 end),
  add constraint allocation_check check (case kind
    when 'part' then part_id is not null and settled_on is not null and transaction_id is null and returned_transaction_id is null
    when 'return' then transaction_id is not null and reconciliation_id is not null and returned_transaction_id is not null and part_id is null
    when 'payment' then transaction_id is not null and reconciliation_id is not null and part_id is null and returned_transaction_id is null
    else part_id is null and returned_transaction_id is null end);
create index allocation_part on allocation (part_id) where part_id is not null;
create index allocation_returned on allocation (returned_transaction_id) where returned_transaction_id is not null;

drop trigger allocation_is_final on allocation;
create trigger allocation_is_final before update on allocation for each row
  when ((old.id, old.distributor_id, old.reconciliation_id, old.transaction_id, old.invoice_id, old.kind, old.amount, old.created_at, old.part_id,
      old.settled_on, old.returned_transaction_id, old.decided_by)
    is distinct from (new.id, new.distributor_id, new.reconciliation_id, new.transaction_id, new.invoice_id, new.kind, new.amount, new.created_at,
      new.part_id, new.settled_on, new.returned_transaction_id, new.decided_by))
  execute function refuse_changing_an_allocation();

create or replace function add_allocated_sums() returns trigger language plpgsql as $$
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
  if not exists (select from made where part_id is not null) then return null; end if;
  update bank_part p set used_amount = p.used_amount + s.amount
  from (select part_id, distributor_id, sum(amount) as amount from made where part_id is not null group by 1, 2) s
  where p.id = s.part_id and p.distributor_id = s.distributor_id;
  get diagnostics touched = row_count;
  select count(*) into expected from (select distinct part_id, distributor_id from made where part_id is not null) d;
  if touched <> expected then raise exception 'an allocation spends a part of its own distributor' using errcode = 'BO002'; end if;
  return null;
end $$;

create or replace function take_allocated_sums() returns trigger language plpgsql as $$
begin
  update invoice i set allocated_amount = i.allocated_amount - s.amount
  from (select invoice_id, sum(amount) as amount from undone group by 1) s where i.id = s.invoice_id;
  update bank_transaction t set allocated_amount = t.allocated_amount - s.amount
  from (select transaction_id, sum(amount) as amount from undone where transaction_id is not null group by 1) s where t.id = s.transaction_id;
  update bank_part p set used_amount = p.used_amount - s.amount
  from (select part_id, sum(amount) as amount from undone where part_id is not null group by 1) s where p.id = s.part_id;
  return null;
end $$;

-- A credit note is put on an invoice when it is issued, by a person, or with a bank line; each of these can be undone.
alter table credit_application
  drop constraint credit_application_pkey,
  add column id bigint generated always as identity primary key,
  add column applied_on date,
  add column reconciliation_id bigint references reconciliation on delete cascade,
  add column decided_by bigint references app_user;
comment on column credit_application.applied_on is 'Day of the use; null is the day on which the credit note was entered.';
create index credit_application_note on credit_application (credit_note_id);
create index credit_application_reconciliation on credit_application (reconciliation_id) where reconciliation_id is not null;

create function take_credited_sums() returns trigger language plpgsql as $$
begin
  update invoice set credited_amount = credited_amount - old.amount where id = old.invoice_id;
  update invoice set credited_amount = credited_amount + old.amount where id = old.credit_note_id;
  return null;
end $$;
create trigger credit_undone after delete on credit_application for each row execute function take_credited_sums();
