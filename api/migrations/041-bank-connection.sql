-- The connection of a distributor to its bank, through an aggregator (SPEC §3, DOMAIN §5).

create table bank_connection (
  distributor_id bigint primary key references distributor,
  -- Who the distributor is at the aggregator. It opens nothing without the client's secret; access tokens are not kept.
  provider_user uuid not null unique,
  -- One connection to one bank; null before the first, and after a disconnection.
  item_id bigint unique,
  -- An item that the browser brought back while the aggregator could not be asked about it.
  awaited_item_id bigint,
  item_status integer,
  item_message text not null default '',
  status_since timestamptz,
  bank_provider_id bigint,
  bank_name text,
  expires_at timestamptz,
  -- Greatest `updated_at` received, and the accounts that have been read up to it.
  synced_to timestamptz,
  synced_accounts bigint[] not null default '{}',
  last_sync_at timestamptz,
  sync_state text not null default 'idle' check (sync_state in ('idle', 'queued', 'running', 'failed')),
  sync_requested_at timestamptz,
  sync_lines_read integer not null default 0,
  sync_error text,
  sync_stats jsonb,
  connected_at timestamptz,
  created_at timestamptz not null default now()
);

-- A person who went to the bank to connect it: works once, for its distributor, in the same browser.
create table bank_connect_context (
  nonce_hash bytea primary key,
  distributor_id bigint not null references distributor,
  user_id bigint not null references app_user,
  browser_hash bytea not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index bank_connect_context_distributor on bank_connect_context (distributor_id, expires_at);

-- An event that comes again is answered and not acted on again: its signature holds no time.
create table bank_webhook (
  body_hash bytea primary key,
  received_at timestamptz not null
);
create index bank_webhook_received on bank_webhook (received_at);

-- Where a line is known at the aggregator, whether it came from there or from a file before.
alter table bank_transaction add column provider_transaction_id bigint;
create unique index bank_transaction_provider on bank_transaction (distributor_id, provider_transaction_id)
  where provider_transaction_id is not null;
create unique index user_action_one_expired_connection on user_action (distributor_id)
  where reason_code = 'bank_connection_expired' and status not in ('DONE', 'REJECTED');

do $$
declare t text;
begin
  foreach t in array array['bank_connection', 'bank_connect_context'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I using (distributor_id = (select app_distributor_id()) or (select app_all_distributors()))
      with check (distributor_id = (select app_distributor_id()) or (select app_all_distributors()))', t);
  end loop;
end $$;
