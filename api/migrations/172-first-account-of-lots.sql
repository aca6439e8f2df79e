-- EXP-14, BANK-15: the first account is the first in euros. One in another currency that was the first keeps what is of no account: lines in its
-- currency, all of them where a lot holds any on its journal, and what goes with them where none is left. Of the only account it is said when one in
-- euros comes.
select set_config('app.all_distributors', 'on', true);
create temp table former_first on commit drop as
select f.id, f.distributor_id, f.currency, exists (
    select from bank_transaction t
    join posted_entry p on p.distributor_id = t.distributor_id and p.key = 'transaction:' || t.id and p.journal = f.journal and p.reverses_id is null
    where t.distributor_id = f.distributor_id and t.bank_account_id is null
      and not exists (select from posted_entry r where r.reverses_id = p.id)) as is_posted
from bank_account f
where f.currency <> 'EUR'
  and not exists (select from bank_account b where b.distributor_id = f.distributor_id and b.id < f.id)
  and exists (select from bank_account e where e.distributor_id = f.distributor_id and e.currency = 'EUR');

update bank_transaction t set bank_account_id = f.id
from former_first f
where t.distributor_id = f.distributor_id and t.bank_account_id is null and (f.is_posted or t.currency_code = f.currency);

delete from former_first f
where exists (select from bank_transaction t where t.distributor_id = f.distributor_id and t.bank_account_id is null);

update bank_balance b set bank_account_id = f.id
from former_first f
where b.distributor_id = f.distributor_id and b.bank_account_id is null and not exists (
  select from bank_balance o where o.distributor_id = b.distributor_id and o.bank_account_id = f.id
    and o.import_id is not distinct from b.import_id and o.kind = b.kind and o.balance_date = b.balance_date);

update statement_layout s set bank_account_id = f.id
from former_first f
where s.distributor_id = f.distributor_id and s.bank_account_id is null and not exists (
  select from statement_layout o where o.distributor_id = s.distributor_id and o.bank_account_id = f.id and o.header_key = s.header_key);
