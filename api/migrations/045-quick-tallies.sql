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

-- A function for each list and event, so that each has plans of its own.
do $do$
declare
  list record;
  event record;
begin
  for list in select * from (values
    ('invoice', 'invoice', 'distributor_id', 'status', array['made', 'moved', 'gone']),
    ('cinema', 'cinema', 'null::bigint', 'status', array['made', 'moved', 'gone']),
    ('cinema_distributor', 'cinema_link', 'distributor_id', '''''', array['made', 'gone']),
    ('audit_log', 'audit_entry', 'distributor_id', 'action_type', array['made'])) as v (tab, base, owner, kind, events)
  loop
    for event in select * from (values
      ('made', 'insert', 'new table as added', 'select %1$s as owner, %2$s as kind, 1 as change from added'),
      ('moved', 'update', 'old table as removed new table as added',
        'select %1$s as owner, %2$s as kind, 1 as change from added union all select %1$s, %2$s, -1 from removed'),
      ('gone', 'delete', 'old table as removed', 'select %1$s as owner, %2$s as kind, -1 as change from removed')) as v (name, verb, tables, changes)
      where name = any(list.events)
    loop
      execute format($f$
        create function tally_%1$s_%2$s() returns trigger language plpgsql as $$
        declare made record;
        begin
          for made in
            insert into list_tally (list, distributor_id, kind, change)
            select %3$L, owner, kind, sum(change) from (%4$s) c group by owner, kind having sum(change) <> 0
            returning id, distributor_id, kind
          loop
            if made.id %% 64 = 0 then perform fold_tally(%3$L, made.distributor_id, made.kind); end if;
          end loop;
          return null;
        end $$;
        create trigger %1$s_%2$s after %5$s on %3$I referencing %6$s for each statement execute function tally_%1$s_%2$s()$f$,
        list.base, event.name, list.tab, format(event.changes, list.owner, list.kind), event.verb, event.tables);
    end loop;
  end loop;
end $do$;
