-- Two people of a distributor may each have access to one bank: an account that both see is read through one of them. Null before an access is
-- read for the first time.
alter table bank_connection add column synced_ibans text[];
