-- What the box-office import, the issue of invoices and their list ask of the database.

-- DOMAIN §2.6 step 5: a cinema's name without « cinéma », « le », « la »…, and its city; 'le rex' of 'Douai' and 'CINEMA REX' of 'DOUAI' are one.
create function cinema_name_key(name text, city text) returns text language sql immutable strict parallel safe as $$
  select case when words = '' then btrim(regexp_replace(public.search_key(name), '[^a-z0-9]+', ' ', 'g')) else words end
    || '|' || btrim(regexp_replace(regexp_replace(public.search_key(city), '[^a-z0-9]+', ' ', 'g'), '\m(st|ste)\M', 'saint', 'g'))
  from (select btrim(regexp_replace(
    regexp_replace(regexp_replace(public.search_key(name), '[^a-z0-9]+', ' ', 'g'), '\m(cinemas?|cine|les?|la|l|de|du|des|d)\M', ' ', 'g'), ' +', ' ', 'g')) as words) w
$$;
create index cinema_name_key on cinema (cinema_name_key(name, city));
create index declaration_past on declaration (distributor_id, week_start, screen_authorization, film_key, version, reference) where state <> 'current';

-- Who issued it, as it was that day: an invoice is printed again as it was, even after the company has moved.
alter table invoice add column supplier jsonb not null default '{}';
create or replace function refuse_rewriting_an_invoice() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.origin = 'issued' then raise exception 'an issued invoice is never deleted' using errcode = 'BO001'; end if;
    return old;
  end if;
  if old.origin = 'issued' and (new.distributor_id, new.cinema_id, new.type, new.origin, new.invoice_number, new.invoice_date, new.cinema_name,
      new.week_start, new.client, new.supplier, new.total_net_amount, new.total_vat_amount, new.total_amount, new.vat_breakdown, new.corrects_id)
    is distinct from (old.distributor_id, old.cinema_id, old.type, old.origin, old.invoice_number, old.invoice_date, old.cinema_name,
      old.week_start, old.client, old.supplier, old.total_net_amount, old.total_vat_amount, old.total_amount, old.vat_breakdown, old.corrects_id) then
    raise exception 'an issued invoice is never rewritten' using errcode = 'BO001';
  end if;
  return new;
end $$;

-- The document of an issued invoice is made once, by whoever comes first.
create unique index invoice_file_own on invoice_file (invoice_id) where kind in ('invoice_pdf', 'credit_note');

-- Lists of 200,000 invoices. Row-level security lets no index serve `like`, which is not leakproof: the trigrams are of no use,
-- and what a search compares is computed once.
drop index invoice_search;
alter table invoice add column search_text text collate "C" generated always as (public.search_key(invoice_number || ' ' || cinema_name)) stored;
create index invoice_by_cinema on invoice (distributor_id, public.search_key(cinema_name), id);

-- Its amounts are in an invoice, or there is nothing to invoice: the issue of invoices need not look at it again.
alter table declaration add column settled boolean not null default false;
drop index declaration_to_invoice;
create index declaration_to_invoice on declaration (distributor_id, week_start, cinema_id) where state = 'current' and not settled;

-- Keys are compared byte by byte: the French order of the database is for what people read.
alter table declaration
  alter column screen_authorization type text collate "C",
  alter column film_key type text collate "C",
  alter column version type text collate "C",
  alter column reference type text collate "C";

-- A declaration belongs to the distributor of its import: one check for both, on each of 50,000 rows.
alter table import_file add unique (id, distributor_id);
alter table declaration
  drop constraint declaration_distributor_id_fkey,
  drop constraint declaration_import_id_fkey,
  add foreign key (import_id, distributor_id) references import_file (id, distributor_id);
