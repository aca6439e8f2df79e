-- A SIRET that was typed as a SIREN was kept whole and shown as one (DIST-3): its first nine digits are the SIREN, all fourteen its own column.
-- Documents print the SIREN alone, as they did.
select set_config('app.all_distributors', 'on', true);

alter table distributor
  add column siret text not null default '',
  add column proposed_siret text not null default '';

update distributor set siret = siren, siren = left(siren, 9) where siren ~ '^[0-9]{14}$';
update distributor set proposed_siret = proposed_siren, proposed_siren = left(proposed_siren, 9) where proposed_siren ~ '^[0-9]{14}$';

alter table distributor
  add constraint distributor_siren_check check (siren ~ '^([0-9]{9})?$'),
  add constraint distributor_siret_check check (siret = '' or siret ~ '^[0-9]{14}$' and left(siret, 9) = siren),
  add constraint distributor_proposed_siret_check
    check (proposed_siret = '' or proposed_siret ~ '^[0-9]{14}$' and left(proposed_siret, 9) = proposed_siren);
