-- MAIL-10: a distributor's own text of a reminder, one for each level; without a row, ours.
create table reminder_text (
  distributor_id bigint not null references distributor (id),
  level integer not null check (level between 0 and 3),
  subject text not null check (length(subject) between 1 and 150),
  opening text not null check (length(opening) between 1 and 2000),
  closing text not null check (length(closing) <= 2000),
  saved_at timestamptz not null,
  primary key (distributor_id, level)
);
alter table reminder_text enable row level security;
alter table reminder_text force row level security;
create policy tenant on reminder_text
  using (distributor_id = (select app_distributor_id()) or (select app_all_distributors()))
  with check (distributor_id = (select app_distributor_id()) or (select app_all_distributors()));
grant select, insert, update, delete on reminder_text to bobine_app;

-- The history of reminders reads one distributor's, newest first.
create index mail_reminders on mail (distributor_id, id desc) where kind = 'reminder';
