-- What settles a document without a bank line of that day is looked up by its own day: its VAT is due on it.
create index allocation_settled_on on allocation (distributor_id, settled_on) where settled_on is not null;
create index credit_application_applied_on on credit_application (distributor_id, applied_on) where applied_on is not null;
