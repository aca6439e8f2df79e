-- CLI-1: on which client accounts something is owed, without reading the invoices.
create index concurrently if not exists invoice_owed_account on invoice (distributor_id, client_account)
  where status in ('awaiting_payment', 'part_paid', 'default');
