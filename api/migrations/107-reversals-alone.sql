-- Of all posted entries few take another one back: the index holds these alone. A lot of many entries wrote each of them into it for nothing.
alter table posted_entry drop constraint posted_entry_reverses_id_key;
create unique index posted_entry_reversal on posted_entry (reverses_id) where reverses_id is not null;
