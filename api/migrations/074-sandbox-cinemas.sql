-- Cinemas of a sandbox: what a distributor's files name before a super admin has looked at it. Their distributor alone sees them, and
-- nothing of them meets the shared list: not their numbers, not what they are found by.

alter table cinema add column sandbox_distributor_id bigint references distributor;
-- Of its cinema, so that numbers are unique in each sandbox and in the shared list.
alter table screen add column sandbox_distributor_id bigint;
create index cinema_sandbox on cinema (sandbox_distributor_id, id) where sandbox_distributor_id is not null;

drop index cinema_short_name_code;
drop index cinema_cnc_authorization;
drop index screen_authorization;
create unique index cinema_short_name_code on cinema (short_name_code) where short_name_code is not null and sandbox_distributor_id is null;
create unique index cinema_cnc_authorization on cinema (cnc_authorization) where cnc_authorization <> '' and sandbox_distributor_id is null;
create unique index screen_authorization on screen (authorization_number) where authorization_number <> '' and sandbox_distributor_id is null;
create unique index cinema_sandbox_cnc on cinema (sandbox_distributor_id, cnc_authorization)
  where cnc_authorization <> '' and sandbox_distributor_id is not null;
create unique index screen_sandbox_authorization on screen (sandbox_distributor_id, authorization_number)
  where authorization_number <> '' and sandbox_distributor_id is not null;
-- What looks for a number says nothing of sandboxes: row-level security does.
create index cinema_by_short_name_code on cinema (short_name_code) where short_name_code is not null;
create index cinema_by_cnc on cinema (cnc_authorization) where cnc_authorization <> '';
create index screen_by_authorization on screen (authorization_number) where authorization_number <> '';

create function screen_follows_its_cinema() returns trigger language plpgsql as $$
begin
  new.sandbox_distributor_id := (select sandbox_distributor_id from cinema where id = new.cinema_id);
  return new;
end $$;
create trigger screen_sandbox before insert or update of cinema_id on screen for each row execute function screen_follows_its_cinema();
create function cinema_takes_its_screens_along() returns trigger language plpgsql as $$
begin
  update screen set sandbox_distributor_id = new.sandbox_distributor_id where cinema_id = new.id;
  return null;
end $$;
create trigger cinema_sandbox_changed after update of sandbox_distributor_id on cinema for each row
  when (old.sandbox_distributor_id is distinct from new.sandbox_distributor_id) execute function cinema_takes_its_screens_along();

-- True only while a super admin decides on sandboxes. The scope of all distributors does not see them by itself, so that no list, look-up
-- or import of the shared cinemas meets them.
create function app_sandboxes() returns boolean language sql stable
  as $$ select coalesce(current_setting('app.sandboxes', true), '') = 'on' and app_all_distributors() $$;

drop policy linked on cinema;
create policy linked on cinema
  using ((sandbox_distributor_id is null and ((select app_all_cinemas()) or exists (
      select from cinema_distributor l where l.cinema_id = cinema.id and l.distributor_id = (select app_distributor_id()) offset 0)))
    or sandbox_distributor_id = (select app_distributor_id()) or (sandbox_distributor_id is not null and (select app_sandboxes())))
  with check ((sandbox_distributor_id is null and (select app_all_cinemas()))
    or sandbox_distributor_id = (select app_distributor_id()) or (sandbox_distributor_id is not null and (select app_sandboxes())));
drop policy linked on screen;
create policy linked on screen
  using ((sandbox_distributor_id is null and ((select app_all_cinemas()) or exists (
      select from cinema_distributor l where l.cinema_id = screen.cinema_id and l.distributor_id = (select app_distributor_id()) offset 0)))
    or sandbox_distributor_id = (select app_distributor_id()) or (sandbox_distributor_id is not null and (select app_sandboxes())))
  with check ((sandbox_distributor_id is null and (select app_all_cinemas()))
    or sandbox_distributor_id = (select app_distributor_id()) or (sandbox_distributor_id is not null and (select app_sandboxes())));

-- The number of cinemas is that of the shared list.
create or replace function tally_cinema_made() returns trigger language plpgsql as $$
declare made record;
begin
  for made in
    insert into list_tally (list, distributor_id, kind, change)
    select 'cinema', null::bigint, status, count(*) from added where sandbox_distributor_id is null group by status
    returning id, kind
  loop
    if made.id % 64 = 0 then perform fold_tally('cinema', null, made.kind); end if;
  end loop;
  return null;
end $$;
create or replace function tally_cinema_moved() returns trigger language plpgsql as $$
declare made record;
begin
  for made in
    insert into list_tally (list, distributor_id, kind, change)
    select 'cinema', null::bigint, kind, sum(change) from (
      select status as kind, 1 as change from added where sandbox_distributor_id is null
      union all select status, -1 from removed where sandbox_distributor_id is null) c
    group by kind having sum(change) <> 0
    returning id, kind
  loop
    if made.id % 64 = 0 then perform fold_tally('cinema', null, made.kind); end if;
  end loop;
  return null;
end $$;
create or replace function tally_cinema_gone() returns trigger language plpgsql as $$
declare made record;
begin
  for made in
    insert into list_tally (list, distributor_id, kind, change)
    select 'cinema', null::bigint, status, -count(*) from removed where sandbox_distributor_id is null group by status
    returning id, kind
  loop
    if made.id % 64 = 0 then perform fold_tally('cinema', null, made.kind); end if;
  end loop;
  return null;
end $$;
