-- A client's account (CLI-1) and the aged balance read the documents and client credits of one account.
create index invoice_by_client on invoice (distributor_id, client_account, invoice_date desc, id desc);
create index bank_part_by_client on bank_part (distributor_id, client_account) where client_account <> '';
