-- SEC-24: who begins to enable a second factor in two tabs has one secret in both, in the session that began; null of what began before.
alter table second_factor add column started_in uuid;
