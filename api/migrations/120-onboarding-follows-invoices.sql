-- Who issues by itself is active, whichever step nobody took (DIST-1): the status followed the steps alone, and stood still.
select set_config('app.all_distributors', 'on', true);
update distributor d set onboarding_status = 'active', was_active = true
where d.is_issuing and d.onboarding_status not in ('active', 'paused')
  and exists (select from invoice i where i.distributor_id = d.id and i.origin = 'issued');
