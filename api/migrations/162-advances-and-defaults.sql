-- What keeps closed months as they were: rates of advances, and the days of defaults that are over.

-- The rates that changed, with the rate of before, in one look at the audit log and before anything is locked.
select set_config('app.all_distributors', 'on', true);
create temp table changed_rate on commit drop as
select l.id, l.distributor_id, l.created_at, (l.action_details -> 'old_value' ->> (f.place - 1)::integer)::integer as old_rate
from audit_log l
cross join lateral jsonb_array_elements_text(case jsonb_typeof(l.action_details -> 'changed_fields') when 'array'
  then l.action_details -> 'changed_fields' else '[]' end) with ordinality f (name, place)
where f.name = 'default_vat_rate_bp' and l.action_details -> 'old_value' ->> (f.place - 1)::integer ~ '^\d+$';

-- VAT-5: an advance keeps the rate with which its VAT was reckoned when it was decided. Null of what no advance is.
alter table bank_part add column vat_rate_bp integer constraint bank_part_rate check (vat_rate_bp is null or kind = 'advance');

-- Those decided so far: the rate before the first change that came after them, else that of now.
update bank_part p set vat_rate_bp = coalesce((
    select c.old_rate from changed_rate c where c.distributor_id = p.distributor_id and c.created_at > p.created_at
    order by c.id limit 1), d.default_vat_rate_bp)
from distributor d
where p.kind = 'advance' and d.id = p.distributor_id;

create trigger bank_part_rate_is_final before update on bank_part for each row
  when (old.vat_rate_bp is distinct from new.vat_rate_bp) execute function refuse_changing_a_part();

-- Who decides one says no rate, nor does a node of the version before: it is that with which a lot holds the line as an advance, else that of now.
create function rate_an_advance() returns trigger language plpgsql as $$
begin
  new.vat_rate_bp := coalesce((
      select (l.line ->> 'advance_rate_bp')::integer from posted_entry e cross join lateral jsonb_array_elements(e.lines) l (line)
      where e.distributor_id = new.distributor_id and e.key = 'transaction:' || new.transaction_id and e.reverses_id is null
        and not exists (select from posted_entry r where r.reverses_id = e.id) and l.line ? 'advance_rate_bp'
      limit 1),
    (select default_vat_rate_bp from distributor where id = new.distributor_id));
  return new;
end $$;
create trigger bank_part_is_rated before insert on bank_part for each row
  when (new.kind = 'advance' and new.vat_rate_bp is null) execute function rate_an_advance();

-- What lots hold of advances says their rate from now on, also when they are undone. It is no part of what a lot's entry is (EXP-10): no sum, no file.
alter table posted_entry disable trigger posted_entry_is_final;
with advance as (
  select id, distributor_id, transaction_id, vat_rate_bp as rate from bank_part where kind = 'advance'
), rated as (
  select distributor_id, 'transaction:' || transaction_id as key, rate from advance
  union all select a.distributor_id, 'transaction:' || p.transaction_id, a.rate from advance a join bank_part p on p.source_part_id = a.id
  union all select a.distributor_id, 'use:allocation:' || u.id, a.rate from advance a join allocation u on u.part_id = a.id
)
update posted_entry e set lines = (
  select jsonb_agg(case l.line ->> 'account' when '419100' then l.line || jsonb_build_object('advance_rate_bp', r.rate) else l.line end order by l.place)
  from jsonb_array_elements(e.lines) with ordinality l (line, place))
from rated r where e.distributor_id = r.distributor_id and e.key = r.key;
alter table posted_entry enable trigger posted_entry_is_final;

-- EXP-18: from when to when an invoice was in default that was reopened since; `invoice.defaulted_on` is of those that are in default. What was reopened
-- before this table has no row.
create table invoice_reopening (
  id bigint generated always as identity primary key,
  distributor_id bigint not null references distributor,
  invoice_id bigint not null references invoice on delete cascade,
  defaulted_on date not null,
  reopened_on date not null check (reopened_on > defaulted_on)
);
create index invoice_reopening_invoice on invoice_reopening (invoice_id, id);
create index invoice_reopening_from on invoice_reopening (distributor_id, defaulted_on);
create index invoice_reopening_to on invoice_reopening (distributor_id, reopened_on);
alter table invoice_reopening enable row level security;
alter table invoice_reopening force row level security;
create policy tenant on invoice_reopening using (distributor_id = (select app_distributor_id()) or (select app_all_distributors()))
  with check (distributor_id = (select app_distributor_id()) or (select app_all_distributors()));
