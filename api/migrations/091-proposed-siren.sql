-- A SIREN or VAT number that the own people of a validated distributor give waits until a super admin has checked it; documents keep
-- what was confirmed. Whether another distributor has it is seen by nobody else.
alter table distributor
  add column proposed_siren text not null default '',
  add column proposed_prefix_vat text not null default '',
  add column proposed_by bigint references app_user on delete set null,
  add column proposed_at timestamptz,
  -- Of a prospect, what it says is looked at as a whole.
  add constraint distributor_proposed_check check (proposed_at is null and proposed_siren = '' and proposed_prefix_vat = '' or validation_status = 'validated');
create index distributor_proposed on distributor (proposed_at) where proposed_at is not null;
-- Of a decision on such a proposal, the SIREN; null of one on the whole company.
alter table prospect_decision add column siren text;
