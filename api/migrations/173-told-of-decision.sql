-- SEC-15: the last decision whose file super admins were told has been completed since; they are told once of each.
alter table distributor add column told_of_decision bigint;
