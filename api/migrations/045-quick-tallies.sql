-- The numbers of rows (043) by statements whose plans are kept: text that a trigger puts together is planned at each change.

create function fold_tally(of_list text, of_distributor bigint, of_kind text) returns void language plpgsql as $$
begin
  with gone as (
    delete from list_tally where id in (
      select t.id from list_tally t where t.list = of_list and t.distributor_id is not distinct from of_distributor and t.kind = of_kind
      for update skip locked)
    returning change)
  insert into list_tally (list, distributor_id, kind, change)
  select of_list, of_distributor, of_kind, sum(change) from gone having count(*) > 0;
end $$;

drop trigger cinema_made on cinema;
drop trigger cinema_moved on cinema;
drop trigger cinema_gone on cinema;
drop trigger cinema_linked on cinema_distributor;
drop trigger cinema_unlinked on cinema_distributor;
drop trigger invoice_made on invoice;
drop trigger invoice_moved on invoice;
drop trigger invoice_gone on invoice;
drop trigger audit_entry_made on audit_log;
drop function tally_list();

create function tally_invoice_made() returns trigger language plpgsql as $$
declare made record;
begin
  for made in
    insert into list_tally (list, distributor_id, kind, change)
    select 'invoice', distributor_id, status, count(*) from added group by 2, 3
    returning id, distributor_id, kind
  loop
    if made.id % 64 = 0 then perform fold_tally('invoice', made.distributor_id, made.kind); end if;
  end loop;
  return null;
end $$;
create trigger invoice_made after insert on invoice referencing new table as added for each statement execute function tally_invoice_made();
create function tally_invoice_moved() returns trigger language plpgsql as $$
declare made record;
begin
  for made in
    insert into list_tally (list, distributor_id, kind, change)
    select 'invoice', distributor_id, status, sum(change) from (
      select distributor_id, status, 1 as change from added union all select distributor_id, status, -1 from removed) c
    group by 2, 3 having sum(change) <> 0
    returning id, distributor_id, kind
  loop
    if made.id % 64 = 0 then perform fold_tally('invoice', made.distributor_id, made.kind); end if;
  end loop;
  return null;
end $$;
create trigger invoice_moved after update on invoice referencing old table as removed new table as added
  for each statement execute function tally_invoice_moved();
create function tally_invoice_gone() returns trigger language plpgsql as $$
declare made record;
begin
  for made in
    insert into list_tally (list, distributor_id, kind, change)
    select 'invoice', distributor_id, status, -count(*) from removed group by 2, 3
    returning id, distributor_id, kind
  loop
    if made.id % 64 = 0 then perform fold_tally('invoice', made.distributor_id, made.kind); end if;
  end loop;
  return null;
end $$;
create trigger invoice_gone after delete on invoice referencing old table as removed for each statement execute function tally_invoice_gone();

create function tally_cinema_made() returns trigger language plpgsql as $$
declare made record;
begin
  for made in
    insert into list_tally (list, distributor_id, kind, change)
    select 'cinema', null::bigint, status, count(*) from added group by 2, 3
    returning id, distributor_id, kind
  loop
    if made.id % 64 = 0 then perform fold_tally('cinema', made.distributor_id, made.kind); end if;
  end loop;
  return null;
end $$;
create trigger cinema_made after insert on cinema referencing new table as added for each statement execute function tally_cinema_made();
create function tally_cinema_moved() returns trigger language plpgsql as $$
declare made record;
begin
  for made in
    insert into list_tally (list, distributor_id, kind, change)
    select 'cinema', null::bigint, status, sum(change) from (
      select status, 1 as change from added union all select status, -1 from removed) c
    group by 2, 3 having sum(change) <> 0
    returning id, distributor_id, kind
  loop
    if made.id % 64 = 0 then perform fold_tally('cinema', made.distributor_id, made.kind); end if;
  end loop;
  return null;
end $$;
create trigger cinema_moved after update on cinema referencing old table as removed new table as added
  for each statement execute function tally_cinema_moved();
create function tally_cinema_gone() returns trigger language plpgsql as $$
declare made record;
begin
  for made in
    insert into list_tally (list, distributor_id, kind, change)
    select 'cinema', null::bigint, status, -count(*) from removed group by 2, 3
    returning id, distributor_id, kind
  loop
    if made.id % 64 = 0 then perform fold_tally('cinema', made.distributor_id, made.kind); end if;
  end loop;
  return null;
end $$;
create trigger cinema_gone after delete on cinema referencing old table as removed for each statement execute function tally_cinema_gone();

create function tally_cinema_link_made() returns trigger language plpgsql as $$
declare made record;
begin
  for made in
    insert into list_tally (list, distributor_id, kind, change)
    select 'cinema_distributor', distributor_id, '', count(*) from added group by 2, 3
    returning id, distributor_id, kind
  loop
    if made.id % 64 = 0 then perform fold_tally('cinema_distributor', made.distributor_id, made.kind); end if;
  end loop;
  return null;
end $$;
create trigger cinema_link_made after insert on cinema_distributor referencing new table as added for each statement execute function tally_cinema_link_made();
create function tally_cinema_link_gone() returns trigger language plpgsql as $$
declare made record;
begin
  for made in
    insert into list_tally (list, distributor_id, kind, change)
    select 'cinema_distributor', distributor_id, '', -count(*) from removed group by 2, 3
    returning id, distributor_id, kind
  loop
    if made.id % 64 = 0 then perform fold_tally('cinema_distributor', made.distributor_id, made.kind); end if;
  end loop;
  return null;
end $$;
create trigger cinema_link_gone after delete on cinema_distributor referencing old table as removed for each statement execute function tally_cinema_link_gone();

create function tally_audit_entry_made() returns trigger language plpgsql as $$
declare made record;
begin
  for made in
    insert into list_tally (list, distributor_id, kind, change)
    select 'audit_log', distributor_id, action_type, count(*) from added group by 2, 3
    returning id, distributor_id, kind
  loop
    if made.id % 64 = 0 then perform fold_tally('audit_log', made.distributor_id, made.kind); end if;
  end loop;
  return null;
end $$;
create trigger audit_entry_made after insert on audit_log referencing new table as added for each statement execute function tally_audit_entry_made();
