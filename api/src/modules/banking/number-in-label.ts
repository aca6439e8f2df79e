import sql, { raw, type Sql } from "sql-template-tag";

const isBeyondAscii = (alias: "i" | "n"): Sql =>
  sql`octet_length(${raw(alias)}.invoice_number) > length(${raw(alias)}.invoice_number)`;

/** Of document `i`: what the index `invoice_beyond_ascii` has, in its words. */
export const isOpenBeyondAscii = sql`${isBeyondAscii("i")} and (i.status <> 'paid' or i.type = 'credit_note')`;

/**
 * The number of a document as `listNumberKeys` has it: banks write « DÉC-2026-014 » without its accent and « BŒUF » as « BOEUF »,
 * `number_key` without the letter (LET-41).
 */
export const numberInLabel = (alias: "i" | "n"): Sql => sql`
  case when ${isBeyondAscii(alias)} then upper(regexp_replace(
      regexp_replace(regexp_replace(normalize(${raw(alias)}.invoice_number, nfkd), '[Œœ]', 'OE', 'g'), '[Ææ]', 'AE', 'g'), '[^A-Za-z0-9]', '', 'g'))
    else ${raw(alias)}.number_key end`;
