-- LET-52: an action may be somebody's, and a rejection may say why; undone, it says nothing any more.
alter table user_action
  add column assigned_to bigint references app_user (id),
  add column rejection_reason text not null default '' check (length(rejection_reason) <= 500);
create index user_action_assigned on user_action (assigned_to) where assigned_to is not null;
