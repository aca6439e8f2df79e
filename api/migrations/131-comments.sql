-- COM-1: what a distributor's people say to each other about a bank line, an action without one, an invoice or a client.
create table comment (
  id bigint generated always as identity primary key,
  distributor_id bigint not null references distributor (id),
  subject_kind text not null check (subject_kind in ('transaction', 'user_action', 'invoice', 'client')),
  transaction_id bigint references bank_transaction (id),
  -- COM-6: of an operation that is gone with its import, what it was known by: it finds its comments again when it comes back.
  gone_account text,
  gone_fingerprint text,
  gone_import_id bigint references import_file (id),
  user_action_id bigint references user_action (id) on delete cascade,
  invoice_id bigint references invoice (id) on delete cascade,
  client_account text,
  author_id bigint not null references app_user (id),
  text text not null check (length(text) <= 2000),
  created_at timestamptz not null,
  edited_at timestamptz,
  deleted_at timestamptz,
  deleted_by bigint references app_user (id),
  check ((deleted_at is null) = (deleted_by is null)),
  check ((deleted_at is null) = (text <> '')),
  check ((gone_fingerprint is null) = (gone_account is null)),
  check (gone_import_id is null or gone_fingerprint is not null),
  check (num_nonnulls(transaction_id, gone_fingerprint, user_action_id, invoice_id, client_account) = 1),
  check (case subject_kind when 'transaction' then num_nonnulls(transaction_id, gone_fingerprint) = 1
    when 'user_action' then user_action_id is not null when 'invoice' then invoice_id is not null else client_account is not null end)
);
create index comment_of_transaction on comment (transaction_id, id desc) where transaction_id is not null;
create index comment_of_user_action on comment (user_action_id, id desc) where user_action_id is not null;
create index comment_of_invoice on comment (invoice_id, id desc) where invoice_id is not null;
create index comment_of_client on comment (distributor_id, client_account, id desc) where client_account is not null;
create index comment_gone on comment (distributor_id, gone_fingerprint) where gone_fingerprint is not null;
create index comment_gone_import on comment (gone_import_id) where gone_import_id is not null;
create index comment_author on comment (author_id, created_at desc);

-- COM-4: whom a comment mentions, and whether they have read it.
create table comment_mention (
  comment_id bigint not null references comment (id) on delete cascade,
  user_id bigint not null references app_user (id),
  distributor_id bigint not null references distributor (id),
  -- As the text names them.
  written text not null,
  created_at timestamptz not null,
  read_at timestamptz,
  primary key (comment_id, user_id)
);
create index comment_mention_of on comment_mention (user_id, comment_id desc);
create index comment_mention_unread on comment_mention (user_id) where read_at is null;

-- MAIL-12: a mention is told by the outbox, once for a comment and a person.
alter table mail
  drop constraint mail_kind_check,
  add constraint mail_kind_check check (kind in ('invoice', 'credit_note', 'reminder', 'digest', 'statement', 'mention'));
create table mail_mention (
  mail_id bigint primary key references mail (id) on delete cascade,
  distributor_id bigint not null references distributor (id),
  comment_id bigint not null references comment (id) on delete cascade,
  user_id bigint not null references app_user (id),
  unique (comment_id, user_id)
);

do $$
declare t text;
begin
  foreach t in array array['comment', 'comment_mention', 'mail_mention'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I using (distributor_id = (select app_distributor_id()) or (select app_all_distributors()))
      with check (distributor_id = (select app_distributor_id()) or (select app_all_distributors()))', t);
    execute format('grant select, insert, update, delete on %I to bobine_app', t);
  end loop;
end $$;
