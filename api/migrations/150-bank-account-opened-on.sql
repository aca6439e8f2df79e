-- The day on which the bank opened the account, where somebody has said it: a statement with operations of earlier days asks first.
alter table bank_account
  add column opened_on date,
  add check (opened_on <= opening_date);
