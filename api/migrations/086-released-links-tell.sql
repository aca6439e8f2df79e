-- What brought a link that is no more, and who ended it: the console shows what the alert of unusual numbers counted.
alter table released_link
  add column identifier text not null default '',
  add column linked_by bigint references app_user on delete set null,
  add column is_cut boolean not null default false;
comment on column released_link.is_cut is 'By a super admin, not given back by the distributor';
