import sql, { raw, type Sql } from "sql-template-tag";
import { normaliseNumber } from "../../domain/parsing/same-number.ts";

/** Rows whose number may be one of these, written otherwise: which ones are, `isSameNumber` says. */
export function matchNumbers(
  column: "cnc_authorization" | "authorization_number",
  numbers: readonly string[],
): Sql {
  const forms = [...new Set(numbers.map(normaliseNumber).filter((form) => form !== ""))];
  const bare = forms.map((form) => form.replace(/^0+/, ""));
  return sql`(${raw(column)} <> '' and (${raw(column)} = any(${forms}::text[])
    or (${raw(column)} ~ '^0|[^0-9]'
      and ltrim(upper(regexp_replace(${raw(column)}, '[^[:alnum:]]+', '', 'g')), '0') = any(${bare}::text[]))))`;
}
