-- A changed IBAN waits until it is confirmed: distributor.iban is the one in effect, which new documents print; the one that was asked
-- for stands here. Every administrator of the distributor and every super admin is mailed.
create table bank_details_change (
  id bigint generated always as identity primary key,
  distributor_id bigint not null references distributor,
  -- What is to become of each field; null is no change, '' is none any more.
  iban text,
  secondary_iban text,
  requested_by bigint references app_user on delete set null,
  -- As it was called then: row-level security hides super admins from a distributor's people.
  requested_by_name text not null,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  mailings integer not null default 1,
  last_mailed_at timestamptz not null,
  outcome text check (outcome in ('confirmed', 'refused', 'withdrawn', 'expired', 'replaced')),
  settled_at timestamptz,
  check (iban is not null or secondary_iban is not null),
  check (iban <> ''),
  check ((outcome is null) = (settled_at is null))
);
create unique index bank_details_change_pending on bank_details_change (distributor_id) where outcome is null;
create index bank_details_change_recent on bank_details_change (distributor_id, requested_at);
alter table bank_details_change enable row level security;
alter table bank_details_change force row level security;
create policy tenant on bank_details_change
  using (distributor_id = (select app_distributor_id()) or (select app_all_distributors()))
  with check (distributor_id = (select app_distributor_id()) or (select app_all_distributors()));

-- Something about an account's security that people must be told by mail, kept until each of them was.
create table security_notice (
  id bigint generated always as identity primary key,
  distributor_id bigint not null references distributor,
  kind text not null check (kind in ('change_requested', 'change_in_effect', 'change_refused', 'contact_replaced')),
  created_at timestamptz not null,
  -- Of a change of bank details.
  change_id bigint references bank_details_change,
  -- What the mail says: fields with their masked values, and who did it.
  facts jsonb not null,
  -- Of a replaced contact address: whose, and where the mail goes.
  user_id bigint references app_user on delete cascade,
  address text,
  check ((kind = 'contact_replaced') = (user_id is not null and address is not null)),
  check (kind <> 'change_requested' or change_id is not null)
);
create index security_notice_distributor on security_notice (distributor_id, created_at);
alter table security_notice enable row level security;
alter table security_notice force row level security;
create policy tenant on security_notice
  using (distributor_id = (select app_distributor_id()) or (select app_all_distributors()))
  with check (distributor_id = (select app_distributor_id()) or (select app_all_distributors()));

-- One mail of a notice. The link of a change that waits is personal: its token is kept as a hash, and is in the mail alone.
create table security_mail (
  notice_id bigint not null references security_notice on delete cascade,
  user_id bigint not null references app_user on delete cascade,
  distributor_id bigint not null references distributor,
  token_hash bytea unique,
  sent_at timestamptz,
  refused_at timestamptz,
  primary key (notice_id, user_id)
);
alter table security_mail enable row level security;
alter table security_mail force row level security;
create policy tenant on security_mail
  using (distributor_id = (select app_distributor_id()) or (select app_all_distributors()))
  with check (distributor_id = (select app_distributor_id()) or (select app_all_distributors()));
