-- Days on which the super admins were mailed that a distributor gained unusually many cinemas: one mail for each.
create table link_alert (
  distributor_id bigint not null references distributor,
  day date not null,
  primary key (distributor_id, day)
);
alter table link_alert enable row level security;
alter table link_alert force row level security;
create policy tenant on link_alert
  using (distributor_id = (select app_distributor_id()) or (select app_all_distributors()))
  with check (distributor_id = (select app_distributor_id()) or (select app_all_distributors()));
