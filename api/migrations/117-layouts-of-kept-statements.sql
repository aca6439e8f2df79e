-- What its person has said of the columns of a statement, so that it reads the same from its preview to its import and after it.
alter table kept_statement add column layouts jsonb not null default '[]';
