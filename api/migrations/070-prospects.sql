-- Who registers by itself is a prospect until a super admin has checked who it is: it fills in and imports, and issues nothing. Those who
-- were here before are known.
alter table distributor add column validation_status text not null default 'validated'
  check (validation_status in ('prospect', 'validated', 'refused'));
alter table distributor alter column validation_status set default 'prospect';

-- A SIREN is public: naming one reserves nothing. Of those who named it, one at most is validated.
drop index distributor_siren;
create unique index distributor_siren on distributor (left(siren, 9)) where siren <> '' and validation_status = 'validated';
