-- Invoices that wait because something that they must say is not known: one open question for each cinema, one for the company.

alter table user_action add column cinema_id bigint references cinema on delete cascade;
create unique index user_action_incomplete on user_action (distributor_id, cinema_id) nulls not distinct
  where reason_code = 'invoice_incomplete' and status not in ('DONE', 'REJECTED');
create index user_action_cinema on user_action (cinema_id) where cinema_id is not null;
