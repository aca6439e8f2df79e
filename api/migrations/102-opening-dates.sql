-- The books are read window by window: invoices that another software has booked are found by the day of their balance.
create index invoice_opening on invoice (distributor_id, opening_date) where opening_date is not null;
