-- Who is mentioned in a comment works for the distributor: that mail goes to its own people, as the digest does, whether it is validated or not.
create or replace function refuse_unless_validated() returns trigger language plpgsql as $$
declare
  makers bigint[];
begin
  if tg_table_name = 'invoice' then
    select array_agg(distinct m.distributor_id) into makers from made m where m.origin = 'issued';
  else
    select array_agg(distinct m.distributor_id) into makers from made m where m.kind not in ('digest', 'mention');
  end if;
  if exists (
    select from unnest(makers) as maker (id)
    where not exists (select from distributor d where d.id = maker.id and d.validation_status = 'validated'))
  then
    raise exception 'a distributor that is not validated issues and mails nothing' using errcode = 'check_violation', constraint = 'validated_only';
  end if;
  return null;
end $$;
