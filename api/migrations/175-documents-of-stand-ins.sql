-- SEC-16, BILL-11: the cinema of an issued document may become another one while sandboxes are decided on, where it was a stand-in of its
-- distributor's. What the document prints stays.
create or replace function refuse_rewriting_an_invoice() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.origin = 'issued' then raise exception 'an issued invoice is never deleted' using errcode = 'BO001'; end if;
    return old;
  end if;
  if old.origin = 'issued' and (new.distributor_id, new.type, new.origin, new.invoice_number, new.invoice_date, new.cinema_name,
      new.week_start, new.client, new.supplier, new.total_net_amount, new.total_vat_amount, new.total_amount, new.vat_breakdown, new.corrects_id)
    is distinct from (old.distributor_id, old.type, old.origin, old.invoice_number, old.invoice_date, old.cinema_name,
      old.week_start, old.client, old.supplier, old.total_net_amount, old.total_vat_amount, old.total_amount, old.vat_breakdown, old.corrects_id) then
    raise exception 'an issued invoice is never rewritten' using errcode = 'BO001';
  end if;
  if old.origin = 'issued' and new.cinema_id is distinct from old.cinema_id and not (app_sandboxes()
      and exists (select from cinema c where c.id = old.cinema_id and c.sandbox_distributor_id = old.distributor_id)) then
    raise exception 'an issued invoice is never rewritten' using errcode = 'BO001';
  end if;
  return new;
end $$;
