-- An imported invoice that another software has booked already: only its balance is entered, in the opening journal, on the day of its import. Those
-- without that day are entered as sales, as all were until now.
alter table invoice add column opening_date date check (opening_date is null or origin = 'imported');
comment on column invoice.opening_date is 'Day on which its balance is entered by journal AN; null when the invoice itself is entered as a sale.';
