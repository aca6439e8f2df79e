-- SEC-16: who writes many screens at once says where each of them is, which is looked at once for all, in place of asking for each row.
create or replace trigger screen_sandbox before insert or update of cinema_id on screen for each row
  when (coalesce(current_setting('app.screens_placed', true), '') <> 'on') execute function screen_follows_its_cinema();
create function screens_follow_their_cinemas() returns trigger language plpgsql as $$
begin
  if exists (
    select from (select distinct cinema_id, sandbox_distributor_id from added) a
    where a.sandbox_distributor_id is distinct from (select c.sandbox_distributor_id from cinema c where c.id = a.cinema_id)) then
    raise exception 'a screen is where its cinema is';
  end if;
  return null;
end $$;
create trigger screens_placed after insert on screen referencing new table as added for each statement
  execute function screens_follow_their_cinemas();
