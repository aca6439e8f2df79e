-- What 151-indexes-of-whole-platforms.sql makes, while people write.
create index concurrently if not exists allocation_of_distributor on allocation (distributor_id, kind);
create index concurrently if not exists declaration_of_cinema on declaration (distributor_id, cinema_id, week_start);
drop index concurrently if exists declaration_cinema_week;
create index concurrently if not exists cinema_distributor_new on cinema_distributor (created_at) where origin <> 'earlier';
create index concurrently if not exists invoice_list_next on invoice (distributor_id, invoice_date desc, id desc) include (search_text, number_key, week_number, week_year);
drop index concurrently if exists invoice_list;
alter index if exists invoice_list_next rename to invoice_list;
create index concurrently if not exists invoice_by_amount on invoice (distributor_id, total_amount, id);
