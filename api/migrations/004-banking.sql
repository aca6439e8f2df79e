-- Bank lines, their lettering against invoices, what is left to people, and the audit log.

create table bank_transaction (
  id bigint generated always as identity primary key,
  distributor_id bigint not null references distributor,
  import_id bigint references import_file,
  source text not null default 'file' check (source in ('file', 'bridge')),
  bank_account text not null default '',
  transaction_date date not null,
  value_date date,
  label text not null,
  amount numeric(14, 2) not null check (amount <> 0),
  currency_code text not null default 'EUR' check (currency_code ~ '^[A-Z]{3}$'),
  fingerprint text not null,
  bank_reference text not null default '',
  is_noise boolean not null default false,
  allocated_amount numeric(14, 2) not null default 0,
  -- SPEC §5: what a reconciled transaction paid beyond the chosen invoices.
  surplus_amount numeric(14, 2) not null default 0 check (surplus_amount >= 0),
  created_at timestamptz not null default now(),
  constraint transaction_not_over_allocated check (allocated_amount >= 0 and allocated_amount + surplus_amount <= greatest(amount, 0)),
  constraint transaction_once unique (distributor_id, bank_account, fingerprint)
);
create index bank_transaction_list on bank_transaction (distributor_id, transaction_date desc, id desc);

-- The transaction's history: what was decided about it, and undone (SPEC §5: the surplus is recorded here).
create table transaction_event (
  id bigint generated always as identity primary key,
  distributor_id bigint not null references distributor,
  transaction_id bigint not null references bank_transaction on delete cascade,
  kind text not null check (kind in ('imported', 'reconciled', 'surplus', 'reverted')),
  details jsonb not null default '{}',
  actor_id bigint references app_user,
  created_at timestamptz not null default now()
);
create index transaction_event_transaction on transaction_event (transaction_id, id);

create table user_action (
  id bigint generated always as identity primary key,
  distributor_id bigint not null references distributor,
  status text not null check (status in ('CREATED', 'PENDING', 'AWAITING_INVOICE_SELECTION', 'DONE', 'REJECTED')),
  -- Where a revert brings it back to.
  open_status text not null check (open_status in ('CREATED', 'PENDING', 'AWAITING_INVOICE_SELECTION')),
  reason_code text not null,
  reason text not null,
  explanation jsonb not null default '[]',
  transaction_id bigint references bank_transaction on delete cascade,
  invoice_id bigint references invoice on delete cascade,
  description text not null default '',
  suggested_invoices jsonb not null default '{"near_rounded": [], "partial": []}',
  candidates jsonb not null default '[]',
  resolved_by bigint references app_user,
  resolved_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index user_action_transaction on user_action (transaction_id) where transaction_id is not null;
create index user_action_list on user_action (distributor_id, status, created_at desc);

-- One decision to letter a transaction. A revert keeps the row: the same pair never comes back by itself.
create table reconciliation (
  id bigint generated always as identity primary key,
  distributor_id bigint not null references distributor,
  transaction_id bigint not null references bank_transaction on delete cascade,
  user_action_id bigint references user_action on delete cascade,
  decided_by bigint references app_user,
  gate text,
  reasons jsonb not null default '[]',
  engine_version text not null default '',
  invoice_ids bigint[] not null,
  surplus_amount numeric(14, 2) not null default 0,
  created_at timestamptz not null default now(),
  reverted_at timestamptz,
  reverted_by bigint references app_user
);
create unique index reconciliation_live on reconciliation (transaction_id) where reverted_at is null;
create index reconciliation_reverted on reconciliation (distributor_id) where reverted_at is not null;

create table allocation (
  id bigint generated always as identity primary key,
  distributor_id bigint not null references distributor,
  reconciliation_id bigint references reconciliation on delete cascade,
  transaction_id bigint references bank_transaction,
  invoice_id bigint not null references invoice,
  kind text not null default 'payment' check (kind in ('payment', 'opening')),
  amount numeric(14, 2) not null check (amount > 0),
  created_at timestamptz not null default now(),
  unique (transaction_id, invoice_id),
  check (kind = 'opening' or (transaction_id is not null and reconciliation_id is not null))
);
create index allocation_invoice on allocation (invoice_id);
create index allocation_reconciliation on allocation (reconciliation_id);

-- The sums follow the allocations whoever writes them; the CHECKs of invoice and bank_transaction refuse a cent too many.
create function keep_allocated_sums() returns trigger language plpgsql as $$
declare
  change numeric(14, 2) := case tg_op when 'INSERT' then new.amount else -old.amount end;
  row_ allocation := case tg_op when 'INSERT' then new else old end;
begin
  if tg_op = 'UPDATE' then raise exception 'an allocation is made or undone, never changed' using errcode = 'BO001'; end if;
  update invoice set allocated_amount = allocated_amount + change where id = row_.invoice_id;
  if row_.transaction_id is not null then
    update bank_transaction set allocated_amount = allocated_amount + change where id = row_.transaction_id;
  end if;
  return null;
end $$;
create trigger allocation_sums after insert or update or delete on allocation for each row execute function keep_allocated_sums();

create function keep_credited_sums() returns trigger language plpgsql as $$
begin
  update invoice set credited_amount = credited_amount + new.amount where id = new.invoice_id;
  update invoice set credited_amount = credited_amount - new.amount where id = new.credit_note_id;
  return null;
end $$;
create trigger credit_sums after insert on credit_application for each row execute function keep_credited_sums();

-- Letters per client account, never reused after a revert (DOMAIN §7.2).
create table lettering_sequence (
  distributor_id bigint not null references distributor,
  client_account text not null,
  last_index integer not null,
  primary key (distributor_id, client_account)
);

-- What people's choices taught about who pays: a normalised phrase of the label → the legal payer.
create table payer_alias (
  distributor_id bigint not null references distributor,
  phrase text not null,
  payer_key text not null,
  confirmations integer not null default 1,
  updated_at timestamptz not null default now(),
  primary key (distributor_id, phrase, payer_key)
);

create table audit_log (
  id bigint generated always as identity primary key,
  distributor_id bigint references distributor,
  actor_id bigint references app_user,
  action_type text not null check (action_type in ('created_invoice', 'sent_email', 'updated_box_office', 'processed_banking', 'manual_reconciliation',
    'reverted_reconciliation', 'updated_user', 'updated_cinema', 'system_action', 'other')),
  action_details jsonb not null default '{}',
  request_id text not null default '',
  ui_build text not null default '',
  created_at timestamptz not null default now()
);
create index audit_log_list on audit_log (distributor_id, id desc);
create index audit_log_type on audit_log (distributor_id, action_type, id desc);

-- The audit log only grows.
create function refuse_changing_the_audit_log() returns trigger language plpgsql as $$
begin raise exception 'the audit log only grows' using errcode = 'BO001'; end $$;
create trigger audit_log_only_grows before update or delete or truncate on audit_log for each statement execute function refuse_changing_the_audit_log();

do $$
declare t text;
begin
  foreach t in array array['bank_transaction', 'transaction_event', 'user_action', 'reconciliation', 'allocation', 'lettering_sequence', 'payer_alias', 'audit_log'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I using (distributor_id = (select app_distributor_id()) or (select app_all_distributors()))
      with check (distributor_id = (select app_distributor_id()) or (select app_all_distributors()))', t);
  end loop;
end $$;
revoke update, delete, truncate on audit_log from bobine_app;
