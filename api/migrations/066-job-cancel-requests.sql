-- A job that runs cannot be taken from its node: its node is asked to stop it, and looks here while it runs. The job itself is in the
-- queue's own tables, which are the queue's alone; a wish goes when its job has ended or is run again.
create table job_cancel_request (
  job_id uuid primary key,
  requested_at timestamptz not null default now()
);
