import type { CivilDate } from "@bobine/contract/civil-date";
import type { ExportData } from "./export-data.ts";
import { letteringCode, letteringIndex } from "./lettering-code.ts";
import { type LetteringGroup, letteringGroups } from "./lettering-groups.ts";

/** The letters of a line: upper case and dated when its group is balanced, else lower case (DOMAIN §7.2). */
export interface Letters {
  code: string;
  is_balanced: boolean;
  /** Date of the group's latest entry; null while it is not balanced. */
  date: CivilDate | null;
}

export interface Lettering {
  of_invoice: ReadonlyMap<number, Letters>;
  /** By `paymentKey`. */
  of_payment: ReadonlyMap<string, Letters>;
  /** Invoices whose stored letters must become these, upper case; null when they lost their group. */
  changes: { invoice_id: number; lettering_letters: string | null }[];
  /** The last index taken on each account, for `lettering_sequence`. */
  last_indexes: ReadonlyMap<string, number>;
}

/** A transaction has one payment line in each client account that it pays. */
export const paymentKey = (transaction_id: number, client_account: string): string =>
  `${transaction_id} ${client_account}`;

/**
 * Gives each group its code: the oldest one that its invoices already have, so that letters never change while a group
 * grows or completes; else the next one of the account. A code that was taken never comes back after a revert, and when
 * one group became two, the older keeps the code.
 *
 * @param last_indexes the last index that each account has taken so far, from `lettering_sequence`
 */
export function letter(
  data: Pick<ExportData, "invoices" | "transactions" | "allocations" | "credit_applications">,
  last_indexes: ReadonlyMap<string, number> = new Map(),
): Lettering {
  const groups = letteringGroups(data);
  const last = new Map(last_indexes);
  for (const invoice of data.invoices) {
    const index = indexOf(invoice.lettering_letters);
    if (index !== undefined && index > (last.get(invoice.client_account) ?? -1))
      last.set(invoice.client_account, index);
  }
  const of_invoice = new Map<number, Letters>();
  const of_payment = new Map<string, Letters>();
  const taken = new Set<string>();
  for (const group of groups) {
    const letters = lettersOf(group, takeIndex(group, taken, last));
    for (const invoice of group.invoices) of_invoice.set(invoice.id, letters);
    for (const id of group.transaction_ids) of_payment.set(paymentKey(id, group.client_account), letters);
  }
  const changes = data.invoices.flatMap(({ id, lettering_letters }) => {
    const code = of_invoice.get(id)?.code.toUpperCase() ?? null;
    return code === (lettering_letters?.toUpperCase() ?? null)
      ? []
      : [{ invoice_id: id, lettering_letters: code }];
  });
  return { of_invoice, of_payment, changes, last_indexes: last };
}

function takeIndex(group: LetteringGroup, taken: Set<string>, last: Map<string, number>): number {
  const known = group.invoices
    .map((invoice) => indexOf(invoice.lettering_letters))
    .filter((index) => index !== undefined)
    .filter((index) => !taken.has(`${index} ${group.client_account}`));
  let index = known.reduce((lowest, one) => Math.min(lowest, one), Number.POSITIVE_INFINITY);
  if (index === Number.POSITIVE_INFINITY) {
    index = (last.get(group.client_account) ?? -1) + 1;
    last.set(group.client_account, index);
  }
  taken.add(`${index} ${group.client_account}`);
  return index;
}

function lettersOf(group: LetteringGroup, index: number): Letters {
  const code = letteringCode(index);
  return group.is_balanced
    ? { code, is_balanced: true, date: group.last_date }
    : { code: code.toLowerCase(), is_balanced: false, date: null };
}

const indexOf = (letters: string | null): number | undefined =>
  letters === null ? undefined : letteringIndex(letters);
