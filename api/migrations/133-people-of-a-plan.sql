-- SUB-3: how many people of a distributor may sign in under a plan; null is any number. « Réseau » alone is sold for several.
alter table subscription_plan add column people_max integer check (people_max > 0);
update subscription_plan set people_max = 1 where name in ('Essentiel', 'Professionnel');
