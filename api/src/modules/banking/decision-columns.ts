/** The name of a person that row-level security shows, or null: a super admin is nobody's user here. */
export const personJson = (alias: string): string =>
  `case when ${alias}.id is not null then json_build_object('first_name', ${alias}.first_name, 'last_name', ${alias}.last_name,
    'email', ${alias}.email) end`;

/**
 * `decisionSchema` as SQL text: of action `a` (which may be missing), its live reconciliation `r` and who decided `d`. Null while
 * nobody has.
 */
export const decisionJson = `case when r.id is not null or a.status in ('DONE', 'REJECTED') then json_build_object(
  'outcome', case when r.id is not null then 'lettered' when a.status = 'DONE' then 'closed' else 'rejected' end,
  'is_automatic', case when r.id is not null then r.decided_by is null else a.resolved_by is null end,
  'decided_by', ${personJson("d")},
  'decided_at', to_char(coalesce(a.resolved_at, r.created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'gate', coalesce(r.gate, ''), 'reasons', case when r.id is null and a.rejection_reason <> '' then jsonb_build_array(a.rejection_reason) else coalesce(r.reasons, '[]') end, 'group_key', r.group_key) end`;
