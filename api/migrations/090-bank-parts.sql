-- What of a bank line is no invoice: bank fees, another account, nobody knows yet. Once a line is decided with parts, they and its
-- allocations sum to its amount. Amounts are signed as on the statement.
create table bank_part (
  id bigint generated always as identity primary key,
  distributor_id bigint not null references distributor,
  reconciliation_id bigint not null references reconciliation on delete cascade,
  transaction_id bigint not null references bank_transaction on delete cascade,
  -- From 1, as the person gave them.
  position integer not null,
  kind text not null check (kind in ('fees', 'account', 'unknown', 'write_off', 'credit', 'advance', 'refund')),
  amount numeric(14, 2) not null check (amount <> 0),
  -- Of the kind `account`, as it was called when it was chosen.
  account text not null default '' check ((kind = 'account') = (account <> '')),
  account_label text not null default '',
  created_at timestamptz not null default now(),
  unique (reconciliation_id, position)
);
create index bank_part_transaction on bank_part (transaction_id);

alter table bank_transaction
  add column parts_amount numeric(14, 2) not null default 0,
  drop constraint transaction_not_over_allocated,
  add constraint transaction_not_over_allocated check (case when amount > 0
    then allocated_amount >= 0 and surplus_amount >= 0 and allocated_amount + surplus_amount + parts_amount <= amount
    else allocated_amount <= 0 and surplus_amount = 0 and allocated_amount + parts_amount >= amount end);

-- Row-level security would make an UPDATE pass over another tenant's row in silence: what is not found is refused.
create function add_parts_sums() returns trigger language plpgsql as $$
declare touched bigint; expected bigint;
begin
  update bank_transaction t set parts_amount = t.parts_amount + s.amount
  from (select transaction_id, distributor_id, sum(amount) as amount from made group by 1, 2) s
  where t.id = s.transaction_id and t.distributor_id = s.distributor_id;
  get diagnostics touched = row_count;
  select count(*) into expected from (select distinct transaction_id, distributor_id from made) d;
  if touched <> expected then raise exception 'a part is of a transaction of its own distributor' using errcode = 'BO002'; end if;
  return null;
end $$;
create trigger bank_part_made after insert on bank_part referencing new table as made
  for each statement execute function add_parts_sums();

create function take_parts_sums() returns trigger language plpgsql as $$
begin
  update bank_transaction t set parts_amount = t.parts_amount - s.amount
  from (select transaction_id, sum(amount) as amount from undone group by 1) s where t.id = s.transaction_id;
  return null;
end $$;
create trigger bank_part_undone after delete on bank_part referencing old table as undone
  for each statement execute function take_parts_sums();

create function refuse_changing_a_part() returns trigger language plpgsql as $$
begin
  raise exception 'a part is made or undone, never changed' using errcode = 'BO001';
end $$;
create trigger bank_part_is_final before update on bank_part for each row
  when ((old.id, old.distributor_id, old.reconciliation_id, old.transaction_id, old.position, old.kind, old.amount, old.account, old.account_label)
    is distinct from (new.id, new.distributor_id, new.reconciliation_id, new.transaction_id, new.position, new.kind, new.amount, new.account, new.account_label))
  execute function refuse_changing_a_part();

-- Looked at when the transaction ends: a line with parts is whole, with nothing left and nothing too much.
create function refuse_parts_that_do_not_sum() returns trigger language plpgsql as $$
declare line bigint;
begin
  if tg_table_name = 'bank_transaction' then line := new.id;
  elsif tg_op = 'INSERT' then line := new.transaction_id;
  else line := old.transaction_id; end if;
  if exists (select from bank_transaction t where t.id = line and t.allocated_amount + t.surplus_amount + t.parts_amount <> t.amount
      and exists (select from bank_part p where p.transaction_id = t.id)) then
    raise exception 'the parts of transaction % do not sum to its amount', line using errcode = 'BO003';
  end if;
  return null;
end $$;
create constraint trigger bank_part_whole after insert or delete on bank_part deferrable initially deferred
  for each row execute function refuse_parts_that_do_not_sum();
create constraint trigger bank_transaction_whole after update of allocated_amount, surplus_amount, amount on bank_transaction
  deferrable initially deferred for each row when (new.parts_amount <> 0) execute function refuse_parts_that_do_not_sum();

-- The accounts that a distributor gives its bank lines, its own list in its order. Without rows it has the standard one.
create table bank_account_choice (
  distributor_id bigint not null references distributor,
  code text not null check (code ~ '^[1-9][0-9]{2,7}$'),
  label text not null check (label <> ''),
  position integer not null,
  primary key (distributor_id, code)
);

-- What people's decisions taught about who is no client: the words of a label, and where its money went last.
create table payer_account (
  distributor_id bigint not null references distributor,
  phrase text not null,
  kind text not null check (kind in ('fees', 'account')),
  account text not null default '',
  updated_at timestamptz not null default now(),
  primary key (distributor_id, phrase)
);

do $$
declare t text;
begin
  foreach t in array array['bank_part', 'bank_account_choice', 'payer_account'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I using (distributor_id = (select app_distributor_id()) or (select app_all_distributors()))
      with check (distributor_id = (select app_distributor_id()) or (select app_all_distributors()))', t);
  end loop;
end $$;
