-- What 155-lines-without-end.sql makes, while people write.
create index concurrently if not exists bank_transaction_without_end_next on bank_transaction (distributor_id, transaction_date desc, id desc) include (amount)
  where allocated_amount = 0 and parts_amount = 0 and amount <> 0 and currency_code = 'EUR';
drop index concurrently if exists bank_transaction_without_end;
alter index if exists bank_transaction_without_end_next rename to bank_transaction_without_end;
