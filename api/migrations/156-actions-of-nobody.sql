-- How many actions are nobody's is counted in an index of theirs, without reading the actions: they lie apart where many distributors have theirs.
create index user_action_of_nobody on user_action (distributor_id, status) where assigned_to is null;
