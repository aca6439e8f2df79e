-- What plans of screens read whole where many distributors have years behind them (OPS-9).
-- The allocations of a distributor: its list of bank lines as a file, and what its clients owed on a day.
create index allocation_of_distributor on allocation (distributor_id, kind);
-- In place of the index of the current ones alone, which nearly all are: whether a distributor has any at all, or any of a cinema, asks for each.
create index declaration_of_cinema on declaration (distributor_id, cinema_id, week_start);
drop index declaration_cinema_week;
-- Links of the last days, of all distributors.
create index cinema_distributor_new on cinema_distributor (created_at) where origin <> 'earlier';
-- A search looks at each invoice of a distributor (row-level security lets no index answer `like`): what it compares stands in the index of the list,
-- a tenth of the rows themselves.
drop index invoice_list;
create index invoice_list on invoice (distributor_id, invoice_date desc, id desc) include (search_text, number_key, week_number, week_year);
create index invoice_by_amount on invoice (distributor_id, total_amount, id);
