-- MAIL-11: a client's statement of account is mailed by the outbox.
alter table mail
  drop constraint mail_kind_check,
  add constraint mail_kind_check check (kind in ('invoice', 'credit_note', 'reminder', 'digest', 'statement'));

-- Of which account and period a mail is; without a first day from the beginning.
create table mail_statement (
  mail_id bigint primary key references mail (id) on delete cascade,
  distributor_id bigint not null references distributor (id),
  client_account text not null,
  from_day date,
  to_day date not null
);
create index mail_statement_of_account on mail_statement (distributor_id, client_account, mail_id desc);
alter table mail_statement enable row level security;
alter table mail_statement force row level security;
create policy tenant on mail_statement
  using (distributor_id = (select app_distributor_id()) or (select app_all_distributors()))
  with check (distributor_id = (select app_distributor_id()) or (select app_all_distributors()));
grant select, insert, update, delete on mail_statement to bobine_app;
