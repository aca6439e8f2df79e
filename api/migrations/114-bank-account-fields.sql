-- What people know an account by, and what its lines are in. Lines of another currency than the euro are lettered with nothing and are in
-- no entry, so that such an account has no opening balance in euros either.
alter table bank_account
  add column bank text not null default '' check (length(bank) <= 60),
  add column colour text not null default ''
    check (colour in ('', 'blue', 'teal', 'green', 'yellow', 'orange', 'red', 'grape', 'gray')),
  add column currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
  add check (currency = 'EUR' or opening_balance is null);
