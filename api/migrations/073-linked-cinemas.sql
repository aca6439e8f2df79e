-- How a cinema came to a distributor, and the screens that reports bring to cinemas that others share.

alter table cinema_distributor
  -- 'earlier': linked before this was kept.
  add column origin text not null default 'earlier' check (origin in ('earlier', 'report', 'list', 'console', 'request', 'validation')),
  -- What the file named it by: 'screen', 'cnc', 'siret', 'siren', 'short_code', 'name', several with '+', or 'created'.
  add column identifier text not null default '',
  add column linked_by bigint references app_user on delete set null;
create index cinema_distributor_newest on cinema_distributor (created_at desc, cinema_id, distributor_id);

-- A report says that an existing cinema has another screen. The super admins decide; until then the number leads to that cinema
-- for the distributor that proposed it, and for nobody else.
create table screen_proposal (
  id bigint generated always as identity primary key,
  cinema_id bigint not null references cinema on delete cascade,
  authorization_number text not null check (authorization_number <> ''),
  name text not null default '',
  distributor_id bigint not null references distributor,
  state text not null default 'open' check (state in ('open', 'accepted', 'refused')),
  created_at timestamptz not null,
  decided_at timestamptz,
  unique (distributor_id, authorization_number)
);
create index screen_proposal_open on screen_proposal (created_at desc, id desc) where state = 'open';
create index screen_proposal_number on screen_proposal (authorization_number);
create index screen_proposal_cinema on screen_proposal (cinema_id);

alter table screen_proposal enable row level security;
alter table screen_proposal force row level security;
create policy tenant on screen_proposal
  using (distributor_id = (select app_distributor_id()) or (select app_all_distributors()))
  with check (distributor_id = (select app_distributor_id()) or (select app_all_distributors()));
