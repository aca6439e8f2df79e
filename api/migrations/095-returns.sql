-- A returned cheque or refused direct debit: its debit takes back what an earlier credit had paid, invoice by invoice, and never more.
alter table allocation add constraint allocation_return_of_another check (returned_transaction_id <> transaction_id);

-- Looked at when all of a decision is written: what is undone and made anew in one transaction may come in any order.
create function refuse_returning_more_than_was_paid() returns trigger language plpgsql as $$
declare receipt bigint; invoice bigint;
begin
  if tg_op = 'INSERT' then receipt := new.returned_transaction_id; invoice := new.invoice_id;
  else receipt := old.transaction_id; invoice := old.invoice_id; end if;
  if exists (select from allocation where returned_transaction_id = receipt and invoice_id = invoice)
    and (select coalesce(sum(amount), 0) from allocation
      where invoice_id = invoice and (returned_transaction_id = receipt or transaction_id = receipt and kind = 'payment')) < 0 then
    raise exception 'more of transaction % is returned than it had paid of invoice %', receipt, invoice using errcode = 'BO004';
  end if;
  return null;
end $$;
create constraint trigger allocation_returned_made after insert on allocation deferrable initially deferred
  for each row when (new.kind = 'return') execute function refuse_returning_more_than_was_paid();
create constraint trigger allocation_returned_kept after delete on allocation deferrable initially deferred
  for each row when (old.kind = 'payment') execute function refuse_returning_more_than_was_paid();
