import { raw, type Sql } from "sql-template-tag";

/**
 * `status in ${literals(…)}`: no parameters, so that an index on these alone serves, whatever plan a statement has.
 * @param words constants of ours, one at least
 */
export function literals(words: readonly string[]): Sql {
  if (words.length === 0 || !words.every((word) => /^[A-Za-z_]+$/.test(word)))
    throw new RangeError("not a list of words");
  return raw(`(${words.map((word) => `'${word}'`).join(", ")})`);
}
