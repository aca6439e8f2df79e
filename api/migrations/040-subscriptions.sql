-- What distributors pay for the product: plans, checkouts, subscriptions, and what the card provider told of them.

-- Rows of the operator (DOMAIN §6); requests only read them. Without a price of the provider, the amount is sent with the checkout.
create table subscription_plan (
  id bigint generated always as identity primary key,
  name text not null unique check (length(name) between 1 and 100),
  description text not null default '',
  price numeric(10, 2) not null check (price > 0),
  currency_code text not null default 'EUR' check (currency_code ~ '^[A-Z]{3}$'),
  currency_symbol text not null default '€',
  unit text not null default '/ mois HT',
  provider_price_id text unique check (provider_price_id <> ''),
  is_offered boolean not null default true
);
insert into subscription_plan (name, description, price) values
  ('Essentiel', 'Jusqu’à 150 factures par mois', 49.00),
  ('Professionnel', 'Jusqu’à 1 000 factures par mois', 129.00),
  ('Réseau', 'Factures illimitées, plusieurs utilisateurs', 299.00);
revoke insert, update, delete, truncate on subscription_plan from bobine_app;

-- A payment page that was opened for a distributor: what ties the provider's words to it (SECURITY T19).
create table checkout_session (
  id text primary key,
  distributor_id bigint not null references distributor,
  plan_id bigint not null references subscription_plan,
  -- As ordered: a plan may change while the page is open.
  price numeric(10, 2) not null,
  currency_code text not null,
  provider_price_id text,
  status text not null default 'open' check (status in ('open', 'complete', 'expired')),
  opened_by bigint references app_user,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index checkout_session_distributor on checkout_session (distributor_id, created_at desc);

create table subscription (
  id bigint generated always as identity primary key,
  distributor_id bigint not null references distributor,
  plan_id bigint not null references subscription_plan,
  provider_id text not null unique,
  customer_id text not null,
  -- The provider's price that it runs at.
  provider_price_id text not null,
  status text not null check (status in ('incomplete', 'trialing', 'active', 'past_due', 'unpaid', 'canceled')),
  expiry_date date,
  cancel_at_period_end boolean not null default false,
  -- Counts the changes, so that what was read before one of them is not written after it.
  revision integer not null default 1,
  created_at timestamptz not null
);
create index subscription_distributor on subscription (distributor_id, created_at desc);

do $$
declare t text;
begin
  foreach t in array array['checkout_session', 'subscription'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I using (distributor_id = (select app_distributor_id()) or (select app_all_distributors()))
      with check (distributor_id = (select app_distributor_id()) or (select app_all_distributors()))', t);
  end loop;
end $$;
revoke delete, truncate on checkout_session, subscription from bobine_app;

-- The provider's events, once each. They name its objects and no distributor: whose those are, the tables above say.
create table payment_event (
  id text primary key,
  type text not null,
  subject_kind text not null check (subject_kind in ('checkout', 'subscription', 'other')),
  subject_id text not null default '',
  received_at timestamptz not null default now(),
  handled_at timestamptz,
  outcome text check (outcome in ('applied', 'unchanged', 'refused', 'ignored'))
);
