-- One late-payment rate for a day: two periods that share one would make the amount of an interest a matter of chance.
alter table late_rate add constraint late_rate_once exclude using gist (daterange(from_day, to_day, '[]') with &&);
