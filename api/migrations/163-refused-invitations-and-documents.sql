-- SEC-23: when the server of the address refused the last mail of an invitation for good.
alter table invitation add column refused_at timestamptz;
-- SEC-15: one file may be two documents, as an extract and as bank details; twice the same document is one.
alter table prospect_document drop constraint prospect_document_once;
alter table prospect_document add constraint prospect_document_once unique (distributor_id, kind, sha256);
-- TXT-3: the narrow blank between thousands, in the description of 040.
update subscription_plan set description = 'Jusqu’à 1 000 factures par mois' where description = 'Jusqu’à 1 000 factures par mois';
