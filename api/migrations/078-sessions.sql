-- Sessions end when they are not used, and people see and end theirs.

-- `expires_at` is the end of a session unless it is used again: twelve hours after its last use, and seven days after the sign-in at
-- most. What is told of where it was opened is little, on purpose: « Chrome sur Linux », and the network without its last part.
alter table user_session
  add column device text not null default '' check (length(device) <= 60),
  add column network text not null default '' check (length(network) <= 60);
update user_session set expires_at = least(expires_at, last_used_at + interval '12 hours') where revoked_at is null;

-- Each use moves the end of a session on: that is no news. An earlier end is.
drop trigger session_ended on user_session;
create trigger session_ended after update on user_session for each row
  when (old.revoked_at is distinct from new.revoked_at or new.expires_at < old.expires_at or old.user_id <> new.user_id)
  execute function tell_identities_changed();

drop function open_request(uuid, bigint, timestamptz, bigint, boolean);
-- As before, and what the person is at their distributor: its administrators manage its people.
create function open_request(session uuid, person bigint, moment timestamptz, chosen bigint, wide boolean)
  returns table (id bigint, session_id uuid, email text, first_name text, last_name text, company text, job_role text, system_role text,
    role text, distributor_id bigint, chosen_exists boolean, session_expires_at timestamptz)
  language plpgsql volatile
  as $$
  begin
    perform set_config('app.distributor_id', '', true), set_config('app.all_distributors', 'on', true);
    select u.id, s.id, u.email, u.first_name, u.last_name, u.company, u.job_role, u.system_role, u.role, u.distributor_id,
        exists (select from distributor d where d.id = chosen and u.system_role = 'super_admin'), s.expires_at
      into id, session_id, email, first_name, last_name, company, job_role, system_role, role, distributor_id, chosen_exists,
        session_expires_at
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
