-- A morning's summary of what waits for a decision, for each person who wants it (DOMAIN §4.2, §10.5). It leaves by the outbox.

alter table app_user add column digest_off_at timestamptz;

alter table mail
  drop constraint mail_kind_check,
  add constraint mail_kind_check check (kind in ('invoice', 'credit_note', 'reminder', 'digest')),
  -- Whom it is about and for.
  add column digest_for bigint references app_user,
  add constraint mail_digest_check check ((kind = 'digest') = (digest_for is not null));
create index mail_digest_for on mail (digest_for) where digest_for is not null;

-- Whether a summary has counted it as new. A date would not do: what is being written while a summary is made comes with an older one.
alter table user_action add column is_digested boolean not null default false;

-- The mornings that were summed up: one a day, whoever does it, and how much was new.
create table digest_day (
  distributor_id bigint not null references distributor,
  day date not null,
  fresh integer not null default 0,
  primary key (distributor_id, day)
);
alter table digest_day enable row level security;
alter table digest_day force row level security;
create policy tenant on digest_day using (distributor_id = (select app_distributor_id()) or (select app_all_distributors()))
  with check (distributor_id = (select app_distributor_id()) or (select app_all_distributors()));
