-- Bank lines in euros that nothing is decided of (LET-46): few among many, and asked for at every look at the workbench.
create index bank_transaction_without_end on bank_transaction (distributor_id, transaction_date desc, id desc)
  where allocated_amount = 0 and parts_amount = 0 and amount <> 0 and currency_code = 'EUR';
