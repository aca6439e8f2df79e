-- Words by which this distributor's clients say that their money is for something else than an invoice (LET-37): the product has its own, these come
-- beside them.

alter table distributor
  add column contrary_words text[] not null default '{}' check (cardinality(contrary_words) <= 50);
comment on column distributor.contrary_words is 'Words of a label that speak against lettering by payer and amount, beside those of the product.';
