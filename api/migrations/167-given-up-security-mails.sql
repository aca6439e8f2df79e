-- SEC-17: when a server refused the mail itself for good, its words or by a policy; its address is not to blame (MAIL-14).
alter table security_mail add column given_up_at timestamptz;
