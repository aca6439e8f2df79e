-- Bank labels without case and accents, to be searched: worked out once when a line is kept, not for each of 100,000 at each search.
-- Banks write few accents, and these are all that French has: `unaccent` knows more and takes longer.
create function label_key(text) returns text language sql immutable strict parallel safe
  as $$ select translate(lower($1), 'àâäéèêëîïôöùûüÿçœæ', 'aaaeeeeiioouuuycoa') $$;
alter table bank_transaction
  add column label_key text collate "C" not null generated always as (translate(lower(label), 'àâäéèêëîïôöùûüÿçœæ', 'aaaeeeeiioouuuycoa')) stored;
