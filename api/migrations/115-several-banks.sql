-- A distributor may have access to several banks: a connection is one of them.

-- The rows of all are rewritten below, also where their owner is no superuser and the policies hold for it.
select set_config('app.all_distributors', 'on', true);

alter table bank_connection drop constraint bank_connection_pkey;
alter table bank_connection drop constraint bank_connection_provider_user_key;
alter table bank_connection add column id bigint generated always as identity primary key;
create index bank_connection_distributor on bank_connection (distributor_id);
create index bank_connection_user on bank_connection (provider_user);

-- What waits to be asked about is a connection of its own, and so is what a distributor has before its first bank: one at most.
insert into bank_connection (distributor_id, provider_user, awaited_item_id, sync_state, sync_requested_at)
  select distributor_id, provider_user, awaited_item_id, sync_state, sync_requested_at
  from bank_connection where item_id is not null and awaited_item_id is not null;
update bank_connection set awaited_item_id = null where item_id is not null and awaited_item_id is not null;
alter table bank_connection add constraint bank_connection_one_item check (item_id is null or awaited_item_id is null);
create unique index bank_connection_without_bank on bank_connection (distributor_id) where item_id is null;

-- Of which bank the aggregator tells a line.
alter table bank_transaction add column provider_item_id bigint;
update bank_transaction t set provider_item_id = c.item_id
  from bank_connection c where c.distributor_id = t.distributor_id and t.provider_transaction_id is not null and c.item_id is not null;
