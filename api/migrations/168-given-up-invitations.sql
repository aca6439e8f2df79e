-- SEC-23: when a server refused the mail of an invitation for its words or by a policy; its address is not to blame (MAIL-14).
alter table invitation add column given_up_at timestamptz;
