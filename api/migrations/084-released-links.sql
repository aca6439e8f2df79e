-- Links with cinemas that a distributor's own people cut again: what was gained for a moment counts among what was gained.
create table released_link (
  id bigint generated always as identity primary key,
  distributor_id bigint not null references distributor,
  cinema_id bigint not null references cinema on delete cascade,
  origin text not null,
  linked_at timestamptz not null,
  released_at timestamptz not null
);
create index released_link_at on released_link (linked_at);
create index released_link_cinema on released_link (cinema_id);
alter table released_link enable row level security;
alter table released_link force row level security;
create policy tenant on released_link
  using (distributor_id = (select app_distributor_id()) or (select app_all_distributors()))
  with check (distributor_id = (select app_distributor_id()) or (select app_all_distributors()));
