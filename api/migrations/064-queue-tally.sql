-- The queue is counted by the tallies of 045, as lists are: a desk asks after each decision how much is left, and what is closed
-- only grows.

-- What the desk counts an action as: its status when it is closed, else what waits, for what reason, and with what first suggestion.
create function user_action_tally_kind(status text, reason_code text, suggestion_kind text, suggestion_is_exact boolean)
returns text language sql immutable return
  case when status in ('DONE', 'REJECTED') then status
    when status = 'AWAITING_INVOICE_SELECTION' then concat_ws('/', 'open', reason_code, suggestion_kind,
      case when suggestion_kind is not null and suggestion_is_exact then 'exact' end)
    else concat_ws('/', 'open', reason_code) end;

do $do$
declare
  event record;
begin
  for event in select * from (values
    ('made', 'insert', 'new table as added', 'select *, 1 as change from added'),
    ('moved', 'update', 'old table as removed new table as added',
      'select *, 1 as change from added union all select *, -1 from removed'),
    ('gone', 'delete', 'old table as removed', 'select *, -1 as change from removed')) as v (name, verb, tables, changes)
  loop
    execute format($f$
      create function tally_user_action_%1$s() returns trigger language plpgsql as $$
      declare made record;
      begin
        for made in
          insert into list_tally (list, distributor_id, kind, change)
          select 'user_action', distributor_id, kind, sum(change)
          from (select distributor_id, change,
              user_action_tally_kind(status, reason_code, suggestion_kind, suggestion_is_exact) as kind from (%4$s) r) c
          group by distributor_id, kind having sum(change) <> 0
          returning id, distributor_id, kind
        loop
          if made.id %% 64 = 0 then perform fold_tally('user_action', made.distributor_id, made.kind); end if;
        end loop;
        return null;
      end $$;
      create trigger user_action_%1$s after %2$s on user_action referencing %3$s
        for each statement execute function tally_user_action_%1$s()$f$,
      event.name, event.verb, event.tables, event.changes);
  end loop;
end $do$;

insert into list_tally (list, distributor_id, kind, change)
  select 'user_action', distributor_id, user_action_tally_kind(status, reason_code, suggestion_kind, suggestion_is_exact), count(*)
  from user_action group by 2, 3;

-- The oldest of each reason is its first.
drop index user_action_waiting;
create index user_action_waiting on user_action (distributor_id, reason_code, created_at)
  include (status, transaction_id, suggestion_kind, suggestion_is_exact) where status not in ('DONE', 'REJECTED');
