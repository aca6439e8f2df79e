-- Why nobody is asked about a credit (LET-51). Of lines of before only the currency can still be told.
alter table bank_transaction
  add column ignored_reason text check (ignored_reason in ('bank_operation', 'other_currency', 'other_purpose', 'earlier'));

update bank_transaction set ignored_reason = case when currency_code <> 'EUR' then 'other_currency' else 'earlier' end where is_noise;

-- Few among many, and counted at every look at the workbench.
create index bank_transaction_ignored on bank_transaction (distributor_id, transaction_date desc, id desc) include (ignored_reason)
  where ignored_reason is not null and allocated_amount = 0 and parts_amount = 0;
