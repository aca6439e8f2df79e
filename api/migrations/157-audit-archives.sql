-- Old entries of the audit log leave the database for files of the file store (SEC-28): who may keep fewer years here, what was taken
-- out, and a log that loses what is archived and nothing else. All of it is the owner's: requests read.

-- For how many full years before the present one entries stay. The row without a distributor is for all that have none of their own,
-- and for entries of none. Without a row nothing leaves.
create table audit_retention (
  distributor_id bigint references distributor on delete cascade,
  years integer check (years between 1 and 50),
  unique nulls not distinct (distributor_id)
);
comment on column audit_retention.years is 'Null: this distributor keeps all, whatever the others do.';

-- A file holds all entries of a distributor (null: of none) whose ids are within its two, oldest first.
create table audit_archive (
  id bigint generated always as identity primary key,
  distributor_id bigint references distributor,
  year integer not null,
  first_entry_id bigint not null,
  last_entry_id bigint not null check (last_entry_id >= first_entry_id),
  entry_count integer not null check (entry_count > 0),
  from_instant timestamptz not null,
  to_instant timestamptz not null check (to_instant >= from_instant),
  storage_key text not null,
  file_size integer not null,
  sha256 bytea not null check (length(sha256) = 32),
  archived_at timestamptz not null default now(),
  unique nulls not distinct (distributor_id, first_entry_id)
);

-- What the log was asked for as a fact: of a week that is not invoiced people are told once, kept where its entry is archived.
create table archived_week_not_invoiced (
  distributor_id bigint not null references distributor,
  cinema_id bigint not null,
  week_start date not null,
  primary key (distributor_id, cinema_id, week_start)
);

do $$
declare t text;
begin
  foreach t in array array['audit_retention', 'audit_archive', 'archived_week_not_invoiced'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I using (distributor_id = (select app_distributor_id()) or (select app_all_distributors()))
      with check (distributor_id = (select app_distributor_id()) or (select app_all_distributors()))', t);
    execute format('revoke all on %I from bobine_app', t);
    execute format('grant select on %I to bobine_app', t);
  end loop;
end $$;
create trigger audit_archive_only_grows before update or delete or truncate on audit_archive
  for each statement execute function refuse_changing_the_audit_log();

create function audit_log_loses_what_is_archived() returns trigger language plpgsql as $$
begin
  if exists (
    select from removed r
    where not exists (
      select from audit_archive a
      where coalesce(a.distributor_id, 0) = coalesce(r.distributor_id, 0) and r.id between a.first_entry_id and a.last_entry_id
        and a.last_entry_id >= (select min(id) from removed) and a.first_entry_id <= (select max(id) from removed)))
  then raise exception 'the audit log only grows' using errcode = 'BO001';
  end if;
  return null;
end $$;
drop trigger audit_log_only_grows on audit_log;
create trigger audit_log_only_grows before update or truncate on audit_log
  for each statement execute function refuse_changing_the_audit_log();
create trigger audit_log_keeps_entries after delete on audit_log referencing old table as removed
  for each statement execute function audit_log_loses_what_is_archived();
