-- How a distributor owes VAT (VAT-3): its documents dated from that day on, on collection or on debits, and the accounts that they use. A distributor
-- without a row keeps what its books did until now: on debits, whatever its invoices print (`distributor.vat_on_debits`).
create table vat_regime (
  distributor_id bigint not null references distributor,
  since date not null,
  vat_due text not null check (vat_due in ('collection', 'debits')),
  waiting_account text not null default '445740' check (waiting_account ~ '^[1-9][0-9]{2,7}$'),
  account_2000 text not null default '445711' check (account_2000 ~ '^[1-9][0-9]{2,7}$'),
  account_1000 text not null default '445712' check (account_1000 ~ '^[1-9][0-9]{2,7}$'),
  account_550 text not null default '445713' check (account_550 ~ '^[1-9][0-9]{2,7}$'),
  account_210 text not null default '445714' check (account_210 ~ '^[1-9][0-9]{2,7}$'),
  created_at timestamptz not null default now(),
  created_by bigint references app_user,
  primary key (distributor_id, since)
);
alter table vat_regime enable row level security;
alter table vat_regime force row level security;
create policy tenant on vat_regime using (distributor_id = (select app_distributor_id()) or (select app_all_distributors()))
  with check (distributor_id = (select app_distributor_id()) or (select app_all_distributors()));
