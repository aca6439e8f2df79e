-- SEC-22: roles decide who may. Until now they decided about people alone, and everybody wrote everything: who is there goes on doing
-- so, as an administrator, and administrators give others less. Nobody is made to be more by chance: without a role one reads.
alter table app_user drop constraint app_user_role_check;
update app_user set role = case when system_role = 'super_admin' then 'viewer' else 'admin' end
where role <> 'admin';
alter table app_user
  alter column role set default 'viewer',
  add constraint app_user_role_check check (role in ('admin', 'accountant', 'viewer'));
