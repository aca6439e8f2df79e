-- VAT-5: of what a lot holds of a line, an advance keeps the rate of its own client's advance there; another client's has that of its own rentals.
create or replace function rate_an_advance() returns trigger language plpgsql as $$
begin
  new.vat_rate_bp := coalesce((
      select (l.line ->> 'advance_rate_bp')::integer from posted_entry e cross join lateral jsonb_array_elements(e.lines) l (line)
      where e.distributor_id = new.distributor_id and e.key = 'transaction:' || new.transaction_id and e.reverses_id is null
        and not exists (select from posted_entry r where r.reverses_id = e.id)
        and l.line ? 'advance_rate_bp' and (l.line ->> 'credit')::bigint > 0 and l.line ->> 'client_account' = new.client_account
      limit 1),
    (select default_vat_rate_bp from distributor where id = new.distributor_id));
  return new;
end $$;
