-- UI-28: filters of a list that somebody saved under a name, for one distributor. Another person's are never seen.
create table saved_filter (
  id bigint generated always as identity primary key,
  distributor_id bigint not null references distributor (id),
  user_id bigint not null references app_user (id),
  list text not null check (list <> '' and length(list) <= 40),
  name text not null check (name <> '' and length(name) <= 60),
  -- As it stands in the address of the list, without its page.
  query text not null check (query <> '' and length(query) <= 2000),
  is_default boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index saved_filter_name on saved_filter (user_id, distributor_id, list, lower(name));
create unique index saved_filter_default on saved_filter (user_id, distributor_id, list) where is_default;
create index saved_filter_distributor on saved_filter (distributor_id);
alter table saved_filter enable row level security;
alter table saved_filter force row level security;
create policy tenant on saved_filter using (distributor_id = (select app_distributor_id()) or (select app_all_distributors()))
  with check (distributor_id = (select app_distributor_id()) or (select app_all_distributors()));
grant select, insert, update, delete on saved_filter to bobine_app;
