-- What the desk asks of the database: letterings accepted together, the first suggestion of each question, films that are searched,
-- and how right automatic lettering was.

-- Those that a person accepted at once, to undo them at once. The caller makes it, so that a second submission is the first one.
alter table reconciliation add column group_key uuid;
create index reconciliation_group on reconciliation (distributor_id, group_key) where group_key is not null;
create index reconciliation_latest on reconciliation (distributor_id, id desc);
create index reconciliation_automatic on reconciliation (distributor_id, created_at) include (reverted_at)
  where decided_by is null and gate is not null;
create index reconciliation_undone on reconciliation (distributor_id, reverted_at desc) where reverted_at is not null;

alter table user_action
  add column suggestion_kind text generated always as (candidates -> 0 ->> 'kind') stored,
  add column suggestion_is_exact boolean generated always as (abs((candidates -> 0 ->> 'difference')::numeric) < 0.01) stored;
create index user_action_decided on user_action (distributor_id, resolved_at desc) where resolved_at is not null;

alter table invoice_line add column film_key text not null generated always as (public.search_key(film_title)) stored;

-- Automatic lettering pauses itself when people take apart too much of what it did. Fewer letterings than the sample count as so
-- many: none wrong of 600 shows 99.5 % with 95 % certainty, so the fourth one taken apart of fewer stops it.
alter table distributor
  add column auto_lettering_line_bp integer not null default 9950 check (auto_lettering_line_bp between 9000 and 10000),
  add column auto_lettering_min_sample integer not null default 600 check (auto_lettering_min_sample between 20 and 10000),
  add column auto_lettering_paused_at timestamptz,
  -- Null when it paused itself.
  add column auto_lettering_paused_by bigint references app_user,
  add column auto_lettering_resumed_at timestamptz;
create unique index user_action_lettering_paused on user_action (distributor_id)
  where reason_code = 'automatic_lettering_paused' and status not in ('DONE', 'REJECTED');
