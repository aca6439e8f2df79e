-- The overview of the queue adds up what waits: the amounts of lines without an end from their index, without reading the lines.
drop index bank_transaction_without_end;
create index bank_transaction_without_end on bank_transaction (distributor_id, transaction_date desc, id desc) include (amount)
  where allocated_amount = 0 and parts_amount = 0 and amount <> 0 and currency_code = 'EUR';
