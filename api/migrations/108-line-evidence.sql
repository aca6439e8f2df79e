-- What a bank tells of a line beside its label (BANK-29): null of a line whose source told nothing, and of those from before. It is never part of the
-- fingerprint: the same file again brings nothing.
alter table bank_transaction add column evidence jsonb
  check (jsonb_typeof(evidence) = 'object' and length(evidence::text) <= 6000
    and evidence - '{party_name,party_iban,end_to_end_id,references,payment_type}'::text[] = '{}');
