-- Names of the people in a distributor's audit log. A super admin who acted for the distributor belongs to no distributor,
-- so row-level security hides the row; this function shows its name and nothing else, and only for ids found in the visible log.
create function audit_actor_name(actor bigint) returns table (first_name text, last_name text, email text)
  language sql stable security definer set search_path = public set app.all_distributors = 'on'
  as $$ select u.first_name, u.last_name, u.email from app_user u where u.id = actor $$;
revoke all on function audit_actor_name(bigint) from public;
grant execute on function audit_actor_name(bigint) to bobine_app;
