-- What 156-actions-of-nobody.sql makes, while people write.
create index concurrently if not exists user_action_list_next on user_action (distributor_id, status, created_at desc) include (assigned_to);
drop index concurrently if exists user_action_list;
alter index if exists user_action_list_next rename to user_action_list;
