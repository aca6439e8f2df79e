-- SUB-4: what a subscription costs by the provider's word, whatever its plan costs since; none until it is read again.
alter table subscription add column price numeric(10, 2);
