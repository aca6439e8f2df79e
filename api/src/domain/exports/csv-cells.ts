import type { CivilDate } from "@bobine/contract/civil-date";
import { amount } from "@bobine/contract/csv";
import type { Cents } from "@bobine/contract/money";

export { amount, BOM, csvLine, dateCell, guarded } from "@bobine/contract/csv";

export const amountOrEmpty = (value: Cents): string => (value === 0 ? "" : amount(value));

/** `20261130` */
export const compactDate = (date: CivilDate): string => date.slice(0, 4) + date.slice(5, 7) + date.slice(8);
