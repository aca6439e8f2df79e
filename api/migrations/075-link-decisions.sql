-- Cinemas that a list of invoices names without being sure: the lines wait for the user, who alone sees what his file says.

create table cinema_to_confirm (
  id bigint generated always as identity primary key,
  distributor_id bigint not null references distributor,
  -- What the file calls it by, so that the same cinema is asked about once.
  key text not null,
  named jsonb not null,
  file_name text not null,
  created_at timestamptz not null,
  unique (distributor_id, key),
  unique (id, distributor_id)
);
create table invoice_to_confirm (
  id bigint generated always as identity primary key,
  distributor_id bigint not null,
  cinema_to_confirm_id bigint not null,
  number_key text not null,
  -- The line as it was read.
  row jsonb not null,
  unique (distributor_id, number_key),
  foreign key (cinema_to_confirm_id, distributor_id) references cinema_to_confirm (id, distributor_id) on delete cascade
);
create index invoice_to_confirm_cinema on invoice_to_confirm (cinema_to_confirm_id);

-- A link that a super admin has cut: naming the cinema does not make it again.
create table cut_link (
  distributor_id bigint not null references distributor,
  cinema_id bigint not null references cinema on delete cascade,
  cut_by bigint references app_user on delete set null,
  cut_at timestamptz not null,
  primary key (distributor_id, cinema_id)
);
create index cut_link_cinema on cut_link (cinema_id);

do $do$
declare name text;
begin
  foreach name in array array['cinema_to_confirm', 'invoice_to_confirm', 'cut_link'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy tenant on %I
      using (distributor_id = (select app_distributor_id()) or (select app_all_distributors()))
      with check (distributor_id = (select app_distributor_id()) or (select app_all_distributors()))', name);
  end loop;
end $do$;
