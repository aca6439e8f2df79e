-- What leaves by itself leaves for who asked for it and is validated.
alter table distributor
  add column is_issuing boolean not null generated always as (automation_on and validation_status = 'validated') stored;

-- Whatever writes it, from whichever path: a document of ours, or a mail about one, is a validated distributor's. People are told
-- before, in French; this is for the path that forgot to.
create function refuse_unless_validated() returns trigger language plpgsql as $$
declare
  makers bigint[];
begin
  if tg_table_name = 'invoice' then
    select array_agg(distinct m.distributor_id) into makers from made m where m.origin = 'issued';
  else
    select array_agg(distinct m.distributor_id) into makers from made m where m.kind <> 'digest';
  end if;
  if exists (
    select from unnest(makers) as maker (id)
    where not exists (select from distributor d where d.id = maker.id and d.validation_status = 'validated'))
  then
    raise exception 'a distributor that is not validated issues and mails nothing' using errcode = 'check_violation', constraint = 'validated_only';
  end if;
  return null;
end $$;
create trigger validated_only after insert on invoice referencing new table as made
  for each statement execute function refuse_unless_validated();
create trigger validated_only after insert on mail referencing new table as made
  for each statement execute function refuse_unless_validated();
