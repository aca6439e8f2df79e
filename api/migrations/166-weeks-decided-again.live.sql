-- BILL-13: what was corrected for another cinema leaves a week that nothing may be current of, and is decided again.
alter table declaration add column if not exists reopens_week boolean not null default false;
create index concurrently if not exists declaration_reopening on declaration (distributor_id, week_start, cinema_id) where reopens_week;
