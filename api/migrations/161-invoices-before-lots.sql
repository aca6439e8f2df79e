-- EXP-10: which invoices and bank lines a distributor had when a lot was made; unknown of the lots of before. Nobody writes any meanwhile (lockBooks).
alter table export_lot add column last_invoice_id bigint, add column last_transaction_id bigint;
