-- The token that replaced a session's previous one, sealed: a client whose answer was lost gets the same one again within
-- ten seconds (SECURITY §0 row 11).
alter table user_session add column successor text;
