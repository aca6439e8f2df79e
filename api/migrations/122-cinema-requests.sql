-- What a distributor's people ask of the super admins about cinemas, in their own words, and what these answer (CIN-10).
create table cinema_request (
  id bigint generated always as identity primary key,
  distributor_id bigint not null references distributor (id),
  -- What a correction is about, or what came of a proposal.
  cinema_id bigint references cinema (id) on delete set null,
  -- The cinema as it was called when it was asked about: it may be deleted, or be another one since.
  subject text not null,
  words text not null check (length(words) <= 2000),
  -- The cinema that is proposed; null asks for a correction.
  proposal jsonb,
  state text not null default 'open' check (state in ('open', 'done', 'refused')),
  answer text not null default '' check (length(answer) <= 2000),
  asked_by bigint references app_user (id),
  created_at timestamptz not null,
  decided_by bigint references app_user (id),
  decided_at timestamptz,
  check ((state = 'open') = (decided_at is null)),
  check (state <> 'refused' or answer <> '')
);
create index cinema_request_of_distributor on cinema_request (distributor_id, id desc);
create index cinema_request_open on cinema_request (id) where state = 'open';
create index cinema_request_cinema on cinema_request (cinema_id) where cinema_id is not null;
alter table cinema_request enable row level security;
alter table cinema_request force row level security;
create policy tenant on cinema_request
  using (distributor_id = (select app_distributor_id()) or (select app_all_distributors()))
  with check (distributor_id = (select app_distributor_id()) or (select app_all_distributors()));
grant select, insert, update, delete on cinema_request to bobine_app;
