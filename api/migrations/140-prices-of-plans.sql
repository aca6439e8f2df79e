-- SUB-4: prices that were made at the card provider for a plan without one of its own, so that a subscription at one of them is known to be
-- of that plan. Nobody's tenant: they are what the plans cost.
create table plan_price (
  provider_price_id text primary key check (provider_price_id <> ''),
  plan_id bigint not null references subscription_plan,
  price numeric(10, 2) not null,
  currency_code text not null,
  unique (plan_id, price, currency_code)
);
grant select, insert on plan_price to bobine_app;
revoke update, delete, truncate on plan_price from bobine_app;
