-- What the limits of each address of the network have counted, for all nodes at once: two nodes must not give twice as many tries.
-- Unlogged: after a crash of the database everybody begins at zero, and no write of it waits for the disk.
create unlogged table rate_limit (
  -- A keyed hash of route and address: who tried is nobody's business.
  key bytea primary key,
  hits integer not null,
  ends_at timestamptz not null
);
create index rate_limit_ends_at on rate_limit (ends_at);
