-- What 156-actions-of-nobody.sql makes, while people write.
create index concurrently if not exists user_action_of_nobody on user_action (distributor_id, status) where assigned_to is null;
