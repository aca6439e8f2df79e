-- What a payment has beyond its invoices is a credit of the client like any other: a part `credit` of its bank line. `surplus_amount` of a line is
-- what of its parts is that, and no longer beside them.

alter table bank_transaction
  drop constraint transaction_not_over_allocated,
  add constraint transaction_not_over_allocated check (case when amount > 0
    then allocated_amount >= 0 and surplus_amount >= 0 and allocated_amount + parts_amount <= amount
    else allocated_amount <= 0 and surplus_amount = 0 and allocated_amount + parts_amount >= amount end);

create or replace function refuse_parts_that_do_not_sum() returns trigger language plpgsql as $$
declare line bigint;
begin
  if tg_table_name = 'bank_transaction' then line := new.id;
  elsif tg_op = 'INSERT' then line := new.transaction_id;
  else line := old.transaction_id; end if;
  if exists (select from bank_transaction t where t.id = line and t.allocated_amount + t.parts_amount <> t.amount
      and exists (select from bank_part p where p.transaction_id = t.id)) then
    raise exception 'the parts of transaction % do not sum to its amount', line using errcode = 'BO003';
  end if;
  return null;
end $$;

-- Overpayments of decisions made so far, on the account of the first invoice that they pay, where exports have entered them. Triggers that keep
-- sums would count them a second time.
select set_config('app.all_distributors', 'on', true);
alter table bank_part disable trigger bank_part_made;
alter table bank_part disable trigger bank_part_whole;
insert into bank_part (distributor_id, reconciliation_id, transaction_id, position, kind, amount, cinema_id, client_account)
select t.distributor_id, r.id, t.id, coalesce((select max(p.position) from bank_part p where p.reconciliation_id = r.id), 0) + 1,
  case when paid.cinema_id is null then 'unknown' else 'credit' end, t.surplus_amount, paid.cinema_id, coalesce(paid.client_account, '')
from bank_transaction t
join reconciliation r on r.transaction_id = t.id and r.reverted_at is null
left join lateral (
  select i.cinema_id, i.client_account from allocation a join invoice i on i.id = a.invoice_id
  where a.reconciliation_id = r.id and i.client_account <> ''
  order by i.invoice_date, i.invoice_number collate "C", i.id limit 1) paid on true
where t.surplus_amount > 0;
update bank_transaction set parts_amount = parts_amount + surplus_amount where surplus_amount > 0;
update bank_transaction t set surplus_amount = coalesce((select sum(p.amount) from bank_part p where p.transaction_id = t.id and p.kind = 'credit'), 0)
where t.surplus_amount > 0 or exists (select from bank_part p where p.transaction_id = t.id and p.kind = 'credit');
set constraints all immediate;
alter table bank_part enable trigger bank_part_made;
alter table bank_part enable trigger bank_part_whole;

create or replace function add_parts_sums() returns trigger language plpgsql as $$
declare touched bigint; expected bigint;
begin
  update bank_transaction t set parts_amount = t.parts_amount + s.amount, surplus_amount = t.surplus_amount + s.surplus
  from (select transaction_id, distributor_id, sum(amount) as amount, coalesce(sum(amount) filter (where kind = 'credit'), 0) as surplus
    from made group by 1, 2) s
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
  update bank_transaction t set parts_amount = t.parts_amount - s.amount, surplus_amount = t.surplus_amount - s.surplus
  from (select transaction_id, sum(amount) as amount, coalesce(sum(amount) filter (where kind = 'credit'), 0) as surplus from undone group by 1) s
  where t.id = s.transaction_id;
  update bank_part p set used_amount = p.used_amount + s.amount
  from (select source_part_id, sum(amount) as amount from undone where source_part_id is not null group by 1) s where p.id = s.source_part_id;
  update invoice i set credited_amount = i.credited_amount - s.amount
  from (select credit_note_id, sum(amount) as amount from undone where credit_note_id is not null group by 1) s where i.id = s.credit_note_id;
  return null;
end $$;

create index invoice_credit_note on invoice (distributor_id, invoice_date desc, id desc) where type = 'credit_note';
comment on column credit_application.applied_on is 'Day of the use; null is the first on which both documents were entered.';
