-- When a person, or a list of another software, said that an invoice is in default: from that day what it owes is a doubtful debt (416). Null of those
-- that were in default before this column: their books stay as they were.
alter table invoice add column defaulted_on date;
create index invoice_defaulted on invoice (distributor_id, defaulted_on) where defaulted_on is not null;
