-- A distributor that arrives in mid-year goes on with the series of its former software: one series has one sequence.
alter table invoice_sequence add column taken_before integer not null default 0 check (taken_before between 0 and last_number);
comment on column invoice_sequence.taken_before is 'Last number that was issued elsewhere; ours follow it without a hole.';
