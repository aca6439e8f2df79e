-- A distributor's scope sees the registrations of its own people's addresses, so that giving somebody an address forgets what a stranger
-- who registered was mailed there: such a link would sign in as that person.
create policy read_of_own_people on registration for select
  using (email in (select email from app_user where distributor_id = (select app_distributor_id())));
create policy forget_of_own_people on registration for delete
  using (email in (select email from app_user where distributor_id = (select app_distributor_id())));
