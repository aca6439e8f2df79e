-- Lists at size: orders that an index gives, counts that need no reading of what they count, and the session of a request that is
-- read in the transaction of its work.

-- The keys that cinemas are listed by; unaccent is too slow to be asked of 6,000 rows at each page.
alter table cinema
  add column name_key text not null generated always as (public.search_key(name)) stored,
  add column city_key text not null generated always as (public.search_key(city)) stored,
  add column group_key text not null generated always as (public.search_key("group")) stored;
create index cinema_by_name on cinema (name_key, id);
create index cinema_by_city on cinema (city_key, name_key, id);
create index cinema_by_group on cinema (group_key, name_key, id);
create index cinema_by_validation on cinema (is_validated, name_key, id);

-- How many rows each distributor has in a list, by kind: the sum of its changes. Each statement adds a row, so nobody waits for
-- anybody; now and then one sums up those that nobody else holds.
create table list_tally (
  id bigint generated always as identity primary key,
  list text not null,
  distributor_id bigint references distributor on delete cascade,
  kind text not null,
  change bigint not null
);
create index list_tally_sum on list_tally (list, distributor_id, kind) include (change);
alter table list_tally enable row level security;
alter table list_tally force row level security;
-- Rows of no distributor count cinemas: who changes those sees all of them.
create policy tenant on list_tally
  using (distributor_id = (select app_distributor_id()) or (select app_all_distributors()) or (distributor_id is null and (select app_all_cinemas())))
  with check (distributor_id = (select app_distributor_id()) or (select app_all_distributors()) or (distributor_id is null and (select app_all_cinemas())));

-- Arguments: whose the row is, and its kind, as SQL.
create function tally_list() returns trigger language plpgsql as $$
declare
  changed text := concat_ws(' union all ',
    case when tg_op <> 'DELETE' then format('select %s as owner, %s as kind, 1 as change from added', tg_argv[0], tg_argv[1]) end,
    case when tg_op <> 'INSERT' then format('select %s as owner, %s as kind, -1 as change from removed', tg_argv[0], tg_argv[1]) end);
  made record;
begin
  for made in execute format('insert into list_tally (list, distributor_id, kind, change)
      select %L, owner, kind, sum(change) from (%s) c group by owner, kind having sum(change) <> 0 returning *', tg_table_name, changed) loop
    continue when made.id % 64 <> 0;
    with gone as (
      delete from list_tally where id in (
        select id from list_tally t where t.list = made.list and t.distributor_id is not distinct from made.distributor_id and t.kind = made.kind
        for update skip locked)
      returning change)
    insert into list_tally (list, distributor_id, kind, change)
    select made.list, made.distributor_id, made.kind, sum(change) from gone having count(*) > 0;
  end loop;
  return null;
end $$;

create trigger cinema_made after insert on cinema referencing new table as added
  for each statement execute function tally_list('null::bigint', 'status');
create trigger cinema_moved after update on cinema referencing old table as removed new table as added
  for each statement execute function tally_list('null::bigint', 'status');
create trigger cinema_gone after delete on cinema referencing old table as removed
  for each statement execute function tally_list('null::bigint', 'status');
create trigger cinema_linked after insert on cinema_distributor referencing new table as added
  for each statement execute function tally_list('distributor_id', '''''');
create trigger cinema_unlinked after delete on cinema_distributor referencing old table as removed
  for each statement execute function tally_list('distributor_id', '''''');
create trigger invoice_made after insert on invoice referencing new table as added
  for each statement execute function tally_list('distributor_id', 'status');
create trigger invoice_moved after update on invoice referencing old table as removed new table as added
  for each statement execute function tally_list('distributor_id', 'status');
create trigger invoice_gone after delete on invoice referencing old table as removed
  for each statement execute function tally_list('distributor_id', 'status');
create trigger audit_entry_made after insert on audit_log referencing new table as added
  for each statement execute function tally_list('distributor_id', 'action_type');

insert into list_tally (list, distributor_id, kind, change)
  select 'cinema', null, status, count(*) from cinema group by status
  union all select 'cinema_distributor', distributor_id, '', count(*) from cinema_distributor group by distributor_id
  union all select 'invoice', distributor_id, status, count(*) from invoice group by distributor_id, status
  union all select 'audit_log', distributor_id, action_type, count(*) from audit_log group by distributor_id, action_type;

-- An order of the list of invoices by status reads its rows in that order too.
create index invoice_by_status on invoice (distributor_id, status, id);

-- The names of those who made some entries of the audit log, at once: those of one page.
create function audit_actor_names(entries bigint[]) returns table (entry_id bigint, first_name text, last_name text, email text)
  language plpgsql volatile security definer set search_path = public
  as $$
  declare
    before text := coalesce(current_setting('app.all_distributors', true), '');
    seen_entries bigint[];
    seen_actors bigint[];
  begin
    select array_agg(a.id), array_agg(a.actor_id) into seen_entries, seen_actors from audit_log a
    where a.id = any(entries) and a.actor_id is not null and (a.distributor_id = app_distributor_id() or app_all_distributors());
    -- Not a SET clause of the function: that needs a right which the owner of a database may lack.
    perform set_config('app.all_distributors', 'on', true);
    return query select e.entry, u.first_name, u.last_name, u.email
      from unnest(seen_entries, seen_actors) as e (entry, actor) join app_user u on u.id = e.actor;
    perform set_config('app.all_distributors', before, true);
  end $$;
revoke all on function audit_actor_names(bigint[]) from public;
grant execute on function audit_actor_names(bigint[]) to bobine_app;
drop function audit_actor_name(bigint);

-- Opens the transaction of a request in one round trip: finds the live session, and sets for whom the transaction reads. The rule
-- is that of mount-route.ts, which compares (DESIGN §4): staff read their own distributor; a super admin the one that is chosen,
-- else all.
-- `wide`: the call is the super admin's own, on all distributors whoever is chosen.
create function open_request(session uuid, person bigint, moment timestamptz, chosen bigint, wide boolean)
  returns table (id bigint, session_id uuid, email text, first_name text, last_name text, company text, job_role text, system_role text,
    distributor_id bigint, chosen_exists boolean)
  language plpgsql volatile
  as $$
  begin
    perform set_config('app.distributor_id', '', true), set_config('app.all_distributors', 'on', true);
    select u.id, s.id, u.email, u.first_name, u.last_name, u.company, u.job_role, u.system_role, u.distributor_id,
        exists (select from distributor d where d.id = chosen and u.system_role = 'super_admin')
      into id, session_id, email, first_name, last_name, company, job_role, system_role, distributor_id, chosen_exists
      from user_session s join app_user u on u.id = s.user_id
      where s.id = session and u.id = person and s.revoked_at is null and s.expires_at > moment and u.disabled_at is null;
    if not found then
      perform set_config('app.all_distributors', 'off', true);
      return;
    end if;
    perform set_config('app.distributor_id', coalesce(case
        when system_role <> 'super_admin' then distributor_id
        when chosen_exists and not wide then chosen end::text, ''), true),
      set_config('app.all_distributors', case
        when system_role = 'super_admin' and (wide or not chosen_exists) then 'on' else 'off' end, true);
    return next;
  end $$;
