-- What is mailed to cinemas: an outbox with one row per mail, whose events happen once for an invoice.

alter table distributor
  -- Nothing that was issued before is mailed or reminded by itself: it was so from elsewhere, or is a history that was loaded.
  add column mailing_from date not null default (now() at time zone 'Europe/Paris')::date,
  -- DOMAIN §1.6: level 0, five days before the due date, is off unless it is asked for.
  add column reminder_before_due boolean not null default false;

create table mail (
  id bigint generated always as identity primary key,
  distributor_id bigint not null references distributor,
  kind text not null check (kind in ('invoice', 'credit_note', 'reminder')),
  reminder_level integer check (reminder_level between 0 and 3),
  is_resend boolean not null default false,
  state text not null check (state in
    ('waiting', 'claimed', 'handing_over', 'sent', 'refused', 'failed', 'unconfirmed', 'no_address', 'cancelled')),
  -- The same for every try: a recipient that got two would see one.
  message_key uuid not null default gen_random_uuid() unique,
  subject text not null default '',
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  -- Whose it is at the moment, and until when that is believed.
  claim uuid,
  claimed_until timestamptz,
  last_response text not null default '',
  requested_by bigint references app_user,
  user_action_id bigint references user_action on delete set null,
  created_at timestamptz not null,
  sent_at timestamptz,
  check ((kind = 'reminder') = (reminder_level is not null)),
  check ((state = 'waiting') = (next_attempt_at is not null)),
  check ((state in ('claimed', 'handing_over')) = (claim is not null and claimed_until is not null))
);
create index mail_due on mail (next_attempt_at) where state = 'waiting';
create index mail_claimed on mail (claimed_until) where state in ('claimed', 'handing_over');
create index mail_without_address on mail (distributor_id) where state = 'no_address';
create index mail_user_action on mail (user_action_id) where user_action_id is not null;

-- Which invoices a mail is about, and as what. The key is why no event of an invoice is mailed twice.
create table mail_invoice (
  mail_id bigint not null references mail on delete cascade,
  invoice_id bigint not null references invoice on delete cascade,
  distributor_id bigint not null references distributor,
  event text not null check (event ~ '^(issued|reminder_[0-3]|resend_\d+)(/cancelled_\d+)?$'),
  primary key (mail_id, invoice_id),
  constraint mail_once unique (invoice_id, event)
);

create table mail_recipient (
  mail_id bigint not null references mail on delete cascade,
  address text not null check (address !~ '[[:cntrl:][:space:],;<>"]'),
  distributor_id bigint not null references distributor,
  state text not null default 'waiting' check (state in ('waiting', 'accepted', 'refused', 'unconfirmed')),
  response text not null default '',
  primary key (mail_id, address)
);

-- The mornings that were planned: one plan a day, whoever makes it.
create table mailing_day (
  distributor_id bigint not null references distributor,
  day date not null,
  primary key (distributor_id, day)
);

do $$
declare t text;
begin
  foreach t in array array['mail', 'mail_invoice', 'mail_recipient', 'mailing_day'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I using (distributor_id = (select app_distributor_id()) or (select app_all_distributors()))
      with check (distributor_id = (select app_distributor_id()) or (select app_all_distributors()))', t);
  end loop;
end $$;

-- DOMAIN §1.6: late-payment rates by period, in hundredths of a percent. Without one for a day, texts say it in words.
create table late_rate (
  from_day date primary key,
  to_day date not null check (to_day >= from_day),
  rate_bp integer not null check (rate_bp > 0)
);
revoke insert, update, delete on late_rate from bobine_app;
