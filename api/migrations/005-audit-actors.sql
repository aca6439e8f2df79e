-- Who made an entry of the audit log. A super admin who acted for a distributor belongs to none, so row-level security hides the
-- row; this function shows the name and the address of whoever made an entry that its caller may see, and nothing else.
create function audit_actor_name(entry bigint) returns table (first_name text, last_name text, email text)
  language plpgsql volatile security definer set search_path = public
  as $$
  declare
    actor bigint;
    before text := coalesce(current_setting('app.all_distributors', true), '');
  begin
    select a.actor_id into actor from audit_log a
    where a.id = entry and (a.distributor_id = app_distributor_id() or app_all_distributors());
    -- Not a SET clause of the function: that needs a right which the owner of a database may lack.
    perform set_config('app.all_distributors', 'on', true);
    return query select u.first_name, u.last_name, u.email from app_user u where u.id = actor;
    perform set_config('app.all_distributors', before, true);
  end $$;
revoke all on function audit_actor_name(bigint) from public;
grant execute on function audit_actor_name(bigint) to bobine_app;
