import type { CivilDate } from "@bobine/contract/civil-date";
import { type Cents, cents } from "@bobine/contract/money";
import type { ColumnChoice } from "@bobine/contract/statement-columns";
import { must } from "../must.ts";
import { frenchDate } from "./french-date.ts";
import { frenchAmount } from "./french-number.ts";

const BLANKS = /[\s\u00a0\u202f\u2009'’]/g;
const SIGNED = /^(?<open>\(?)(?<before>[+-]?)(?<digits>[\d.,]+)(?<after>[+-]?)(?<close>\)?)$/;

/**
 * An amount whose decimal mark a person has told, in cents: `1,234` with a dot is 1,234 euros, and no amount with a comma (BANK-30).
 * Undefined when it cannot be one.
 */
export function amountWith(text: string, mark: ColumnChoice["decimal_mark"]): Cents | undefined {
  if (mark === "any") return frenchAmount(text);
  const plain = text
    .replace(/(€|[A-Za-z]{3})/g, "")
    .replace(BLANKS, "")
    .replace(/\u2212/g, "-");
  const parts = SIGNED.exec(plain)?.groups;
  if (!parts) return undefined;
  const { open = "", before = "", digits = "", after = "", close = "" } = parts;
  if ((open === "") !== (close === "") || (before !== "" && after !== "")) return undefined;
  const [decimal, thousands] = mark === "comma" ? [",", "."] : [".", ","];
  const [whole = "", fraction = "", ...more] = digits.split(decimal);
  const groups = whole.split(thousands);
  const isGrouped = groups.every((group, place) => place === 0 || group.length === 3);
  if (more.length > 0 || !isGrouped || fraction.includes(thousands)) return undefined;
  const decimals = fraction.replace(/0+$/, "");
  // Three decimals would read as thousands.
  const amount =
    decimals.length > 2 ? undefined : frenchAmount(`${groups.join("")}.${decimals.padEnd(2, "0")}`);
  const isNegative = open !== "" || before === "-" || after === "-";
  return amount === undefined ? undefined : cents(isNegative ? 0 - amount : amount);
}

/** A date as a person has told that a file writes it: only the order of day and month is in doubt (BANK-30). */
export function dateWith(text: string, order: ColumnChoice["date_order"]): CivilDate | undefined {
  const american = order === "month_first" ? /^\s*(\d{1,2})([-/.])(\d{1,2})(\2.*)$/s.exec(text) : null;
  if (!american) return frenchDate(text);
  const [month, mark, day, rest] = american.slice(1).map((part) => must(part, "part of a date"));
  return frenchDate(`${day}${mark}${month}${rest}`);
}
