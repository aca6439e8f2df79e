-- Who asks for a link is answered before anybody looks whose address it is: what was asked is kept here, and a job decides.
create table link_request (
  -- The link's token is made of it and of the server's secret: a job that runs again mails the same link.
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('sign-in', 'registration')),
  email text not null check (email = lower(email) and length(email) <= 254),
  first_name text not null default '' check (length(first_name) <= 150),
  last_name text not null default '' check (length(last_name) <= 150),
  company text not null default '' check (length(company) <= 200),
  requested_at timestamptz not null
);
create index link_request_age on link_request (requested_at);
alter table link_request enable row level security;
alter table link_request force row level security;
-- Nobody's tenant, as registrations.
create policy accounts on link_request using ((select app_all_distributors())) with check ((select app_all_distributors()));
