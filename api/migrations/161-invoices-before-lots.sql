-- EXP-10: which invoices a distributor had when a lot was made; unknown of the lots of before. Nobody writes any meanwhile (lockBooks).
alter table export_lot add column last_invoice_id bigint;
