-- The queue is counted from an index alone: it holds what waits, and nothing of what is closed.
create index user_action_waiting on user_action (distributor_id, reason_code)
  include (status, created_at, transaction_id, suggestion_kind, suggestion_is_exact) where status not in ('DONE', 'REJECTED');

-- A film that is searched is looked for among the few titles, not in each of the lines that bill it.
create index invoice_line_film on invoice_line (distributor_id, film_key) include (invoice_id);
