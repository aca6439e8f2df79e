-- CIN-11: a list of cinemas that a distributor's people propose; its rows wait here for a super admin.
alter table cinema_request
  add column list_name text check (length(list_name) between 1 and 200),
  add column list_count integer check (list_count > 0),
  -- As the reader of lists makes them.
  add column list_rows jsonb,
  -- Sentences about the rows that are left out.
  add column list_errors jsonb,
  add column list_sha256 bytea,
  add constraint cinema_request_list_whole check (num_nonnulls(list_name, list_count, list_rows, list_errors, list_sha256) in (0, 5)),
  add constraint cinema_request_one_thing check (list_name is null or (proposal is null and cinema_id is null));
