-- MAIL-7: a person stops the reminders of one invoice: it is disputed, or its payment is promised for a day.
create table reminder_stop (
  id bigint generated always as identity primary key,
  distributor_id bigint not null references distributor (id),
  invoice_id bigint not null references invoice (id) on delete cascade,
  reason text not null check (reason in ('dispute', 'promise')),
  promised_on date,
  comment text not null default '' check (length(comment) <= 1000),
  stopped_by bigint references app_user (id),
  stopped_at timestamptz not null,
  lifted_at timestamptz,
  check ((reason = 'promise') = (promised_on is not null))
);
create unique index reminder_stop_once on reminder_stop (invoice_id) where lifted_at is null;
create index reminder_stop_of_distributor on reminder_stop (distributor_id) where lifted_at is null;
alter table reminder_stop enable row level security;
alter table reminder_stop force row level security;
create policy tenant on reminder_stop
  using (distributor_id = (select app_distributor_id()) or (select app_all_distributors()))
  with check (distributor_id = (select app_distributor_id()) or (select app_all_distributors()));
grant select, insert, update, delete on reminder_stop to bobine_app;
