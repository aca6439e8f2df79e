-- How many actions are nobody's is counted in the index of the list, without reading the actions: they lie apart where many distributors have theirs.
drop index user_action_list;
create index user_action_list on user_action (distributor_id, status, created_at desc) include (assigned_to);
