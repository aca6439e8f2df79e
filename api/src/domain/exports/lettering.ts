import type { CivilDate } from "@bobine/contract/civil-date";
import { letteringCode, letteringIndex } from "./lettering-code.ts";
import { type LetteringGroup, letteringGroups, type Settlement } from "./lettering-groups.ts";

/** The letters of a line: upper case and dated when its group is balanced, else lower case (EXP-3). */
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
  /** Of parts of transactions that waited on a client's account, or gave something of it back. */
  of_part: ReadonlyMap<number, Letters>;
  /** Client accounts whose stored letters are not these: they must be mended, so that the next export gives the same ones. */
  stale_accounts: readonly string[];
}

/** For readers of entries who show no letters. */
export const NO_LETTERS: Lettering = {
  of_invoice: new Map(),
  of_payment: new Map(),
  of_part: new Map(),
  stale_accounts: [],
};

/** A transaction has one payment line in each client account that it pays. */
export const paymentKey = (transaction_id: number, client_account: string): string =>
  `${transaction_id} ${client_account}`;

/**
 * Gives each group its letters: the oldest that its links carry and no older group has, so that they never change while a
 * group grows or completes; else the next ones of the account. Each group has letters of its own, whatever is stored: one
 * group never has two, and two groups never have one.
 *
 * @param last_indexes the last index that each account has taken so far, from `lettering_sequence`
 */
export function letter(data: Settlement, last_indexes: ReadonlyMap<string, number> = new Map()): Lettering {
  const stored = new Map(data.invoices.map((invoice) => [invoice.id, invoice]));
  const last = new Map(last_indexes);
  const raise = (invoice_id: number, letters: string | null): void => {
    const account = stored.get(invoice_id)?.client_account;
    const index = letters === null ? undefined : letteringIndex(letters);
    if (account !== undefined && index !== undefined && index > (last.get(account) ?? -1))
      last.set(account, index);
  };
  for (const allocation of data.allocations) raise(allocation.invoice_id, allocation.letters);
  for (const credit of data.credit_applications) raise(credit.invoice_id, credit.letters);
  for (const invoice of data.invoices) raise(invoice.id, invoice.lettering_letters);

  const of_invoice = new Map<number, Letters>();
  const of_payment = new Map<string, Letters>();
  const of_part = new Map<number, Letters>();
  const stale = new Set<string>();
  for (const group of letteringGroups(data)) {
    const code = group.letters ?? nextLetters(group.client_account, last);
    if (group.letters === null || group.has_stale_links) stale.add(group.client_account);
    const letters = lettersOf(group, code);
    for (const invoice of group.invoices) of_invoice.set(invoice.id, letters);
    for (const id of group.transaction_ids) of_payment.set(paymentKey(id, group.client_account), letters);
    for (const id of group.part_ids) of_part.set(id, letters);
  }
  for (const { id, client_account, lettering_letters } of data.invoices)
    if (lettering_letters !== (of_invoice.get(id)?.code.toUpperCase() ?? null)) stale.add(client_account);
  return { of_invoice, of_payment, of_part, stale_accounts: [...stale] };
}

function nextLetters(account: string, last: Map<string, number>): string {
  const index = (last.get(account) ?? -1) + 1;
  last.set(account, index);
  return letteringCode(index);
}

const lettersOf = (group: LetteringGroup, code: string): Letters =>
  group.is_balanced
    ? { code, is_balanced: true, date: group.last_date }
    : { code: code.toLowerCase(), is_balanced: false, date: null };
