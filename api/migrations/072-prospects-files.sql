-- What a prospect shows of itself, and what super admins decided of it.

-- Whose bank account the IBAN is, as the bank writes it.
alter table distributor add column iban_holder text not null default '' check (length(iban_holder) <= 200);

create table prospect_document (
  id bigint generated always as identity primary key,
  distributor_id bigint not null references distributor,
  kind text not null check (kind in ('kbis', 'rib', 'other')),
  file_name text not null check (length(file_name) between 1 and 200),
  size bigint not null,
  sha256 bytea not null,
  storage_key text not null,
  uploaded_by bigint references app_user on delete set null,
  created_at timestamptz not null,
  -- The same file twice is one.
  constraint prospect_document_once unique (distributor_id, sha256)
);

-- Nothing of it is changed or removed: the last one is what holds.
create table prospect_decision (
  id bigint generated always as identity primary key,
  distributor_id bigint not null references distributor,
  decision text not null check (decision in ('validate', 'refuse', 'ask')),
  reason text not null default '' check (length(reason) <= 2000 and (decision = 'validate' or reason <> '')),
  -- Of what the super admin saw: the same decision on the same state, sent twice, is one.
  seen_version text not null,
  decided_by bigint references app_user on delete set null,
  decided_at timestamptz not null
);
create index prospect_decision_last on prospect_decision (distributor_id, id desc);
revoke update, delete on prospect_decision from bobine_app;

do $$
declare t text;
begin
  foreach t in array array['prospect_document', 'prospect_decision'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I using (distributor_id = (select app_distributor_id()) or (select app_all_distributors()))
      with check (distributor_id = (select app_distributor_id()) or (select app_all_distributors()))', t);
  end loop;
end $$;
