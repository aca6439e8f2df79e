-- SEC-24: a session of a super admin may do all once a code of its second factor has opened it, or has enabled the factor in it.
alter table user_session add column second_factor_at timestamptz;
-- Who had one when they signed in has given a code: signing in has asked for it since there are second factors.
update user_session s set second_factor_at = s.created_at
from second_factor f where f.user_id = s.user_id and f.enabled_at is not null and s.created_at >= f.enabled_at;
-- Nodes remember who a session belongs to, and what it may do.
create trigger second_factor_changed after update of enabled_at or delete on second_factor
  for each statement execute function tell_identities_changed();
