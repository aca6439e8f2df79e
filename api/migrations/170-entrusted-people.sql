-- SEC-17: who became an administrator a short while ago decides about no bank details, and who was one a short while ago is told of them.
alter table app_user
  -- When they were invited, made an administrator, let in again after a long while or given another address; null of who is as they were from the beginning.
  add column entrusted_at timestamptz,
  -- Until when they were an administrator, of who is none any more.
  add column admin_until timestamptz;
-- Somebody is made an administrator, or invited as one.
alter table security_notice
  drop constraint security_notice_kind_check,
  add constraint security_notice_kind_check
    check (kind in ('change_requested', 'change_in_effect', 'change_refused', 'contact_replaced', 'administrator_named'));
