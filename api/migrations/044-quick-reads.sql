-- What lets a page of a list be read with few round trips, and each request know its user without asking again.

-- An OFFSET keeps the planner from reading all links of the distributor to look up a hundred of them.
drop policy linked on cinema;
create policy linked on cinema
  using ((select app_all_cinemas()) or exists (
    select from cinema_distributor l where l.cinema_id = cinema.id and l.distributor_id = (select app_distributor_id()) offset 0))
  with check ((select app_all_cinemas()));
drop policy linked on screen;
create policy linked on screen
  using ((select app_all_cinemas()) or exists (
    select from cinema_distributor l where l.cinema_id = screen.cinema_id and l.distributor_id = (select app_distributor_id()) offset 0))
  with check ((select app_all_cinemas()));

-- Nodes remember who a session belongs to, and forget it when they are told of any change of people, sessions or distributors.
create function tell_identities_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('identities_changed', '');
  return null;
end $$;
create trigger person_changed after update or delete on app_user for each statement execute function tell_identities_changed();
create trigger distributor_gone after delete on distributor for each statement execute function tell_identities_changed();
create trigger session_gone after delete on user_session for each statement execute function tell_identities_changed();
-- Not at each renewal of a session.
create trigger session_ended after update on user_session for each row
  when (old.revoked_at is distinct from new.revoked_at or old.expires_at is distinct from new.expires_at or old.user_id <> new.user_id)
  execute function tell_identities_changed();

drop function open_request(uuid, bigint, timestamptz, bigint, boolean);
-- Opens the transaction of a request in one round trip: finds the live session, and sets for whom the transaction reads. The rule
-- is that of mount-route.ts, which knows the scope too (DESIGN §4): staff read their own distributor; a super admin the one that is
-- chosen, else all.
-- `wide`: the call is the super admin's own, on all distributors whoever is chosen.
create function open_request(session uuid, person bigint, moment timestamptz, chosen bigint, wide boolean)
  returns table (id bigint, session_id uuid, email text, first_name text, last_name text, company text, job_role text, system_role text,
    distributor_id bigint, chosen_exists boolean, session_expires_at timestamptz)
  language plpgsql volatile
  as $$
  begin
    perform set_config('app.distributor_id', '', true), set_config('app.all_distributors', 'on', true);
    select u.id, s.id, u.email, u.first_name, u.last_name, u.company, u.job_role, u.system_role, u.distributor_id,
        exists (select from distributor d where d.id = chosen and u.system_role = 'super_admin'), s.expires_at
      into id, session_id, email, first_name, last_name, company, job_role, system_role, distributor_id, chosen_exists, session_expires_at
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
