-- CIN-10: who asked takes a request back while it waits.
alter table cinema_request
  drop constraint cinema_request_state_check,
  add constraint cinema_request_state_check check (state in ('open', 'done', 'refused', 'withdrawn'));
