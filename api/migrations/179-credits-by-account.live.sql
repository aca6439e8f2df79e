-- CLI-1: on which client accounts money of a client waits, without reading the credit notes and the parts of bank lines.
create index concurrently if not exists invoice_credit_account on invoice (distributor_id, client_account)
  where type = 'credit_note' and outstanding <> 0;
create index concurrently if not exists bank_part_waiting_account on bank_part (distributor_id, client_account)
  where client_account <> '' and amount > used_amount;
