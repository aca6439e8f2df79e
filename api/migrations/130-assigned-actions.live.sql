-- What 130-assigned-actions.sql makes, while people write: what comes is held to its rules from the start, what was there is looked at beside requests.
alter table user_action add column if not exists assigned_to bigint;
alter table user_action add column if not exists rejection_reason text not null default '';
alter table user_action drop constraint if exists user_action_rejection_reason_check;
alter table user_action add constraint user_action_rejection_reason_check check (length(rejection_reason) <= 500) not valid;
alter table user_action validate constraint user_action_rejection_reason_check;
alter table user_action drop constraint if exists user_action_assigned_to_fkey;
alter table user_action add constraint user_action_assigned_to_fkey foreign key (assigned_to) references app_user (id) not valid;
alter table user_action validate constraint user_action_assigned_to_fkey;
create index concurrently if not exists user_action_assigned on user_action (assigned_to) where assigned_to is not null;
