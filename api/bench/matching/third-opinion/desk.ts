// What lies on the desk of whoever reads a statement by eye: the open invoices, who owes them, and the words of a line.
import type { Beside } from "../evidence.ts";
import { counterOf } from "./numbering.ts";

export interface DeskInvoice {
  readonly id: string;
  readonly number: string;
  /** Id of the company that owes it. */
  readonly company: string;
  /** Cents. */
  readonly due: number;
  readonly week: number;
}

export interface DeskCompany {
  readonly id: string;
  readonly name: string;
  /** Signs of its cinemas with their towns. */
  readonly sites: readonly string[];
}

export interface Desk {
  readonly invoices: readonly DeskInvoice[];
  readonly byNumber: ReadonlyMap<string, readonly DeskInvoice[]>;
  readonly byAmount: ReadonlyMap<number, readonly DeskInvoice[]>;
  readonly byCompany: ReadonlyMap<string, readonly DeskInvoice[]>;
  /** Names as they are read, whole and without their legal form. */
  readonly byName: ReadonlyMap<string, ReadonlySet<string>>;
}

export interface Line {
  readonly label: string;
  readonly beside?: Beside;
  /** Cents. */
  readonly amount: number;
}

export const capitals = (text: string): string =>
  text.normalize("NFD").replaceAll(/\p{M}/gu, "").toUpperCase();

/** Runs of letters and digits. */
export const tokensOf = (text: string): string[] => capitals(text).match(/[A-Z0-9]+/g) ?? [];

const FORM = /^(SARL|SAS|EURL|SCOP|SA|SCIC)$/;

export function deskOf(invoices: readonly DeskInvoice[], companies: readonly DeskCompany[]): Desk {
  const byName = new Map<string, Set<string>>();
  const know = (words: readonly string[], id: string): void => {
    const key = words.join(" ");
    // A town or a single short word names nobody.
    if (words.length < 2 && key.length < 9) return;
    byName.set(key, (byName.get(key) ?? new Set()).add(id));
  };
  for (const { id, name, sites } of companies) {
    const words = tokensOf(name);
    const bare = words.filter((word) => !FORM.test(word));
    know(words, id);
    know(bare, id);
    if (bare.length < words.length) know([...bare, ...words.filter((word) => FORM.test(word))], id);
    for (const site of sites) know(tokensOf(site), id);
  }
  const byNumber = new Map<string, DeskInvoice[]>();
  for (const invoice of invoices)
    for (const form of formsOf(invoice.number)) byNumber.set(form, [...(byNumber.get(form) ?? []), invoice]);
  return {
    invoices,
    byNumber,
    byAmount: Map.groupBy(invoices, ({ due }) => due),
    byCompany: Map.groupBy(invoices, ({ company }) => company),
    byName,
  };
}

/** A number without its signs, and its digits alone when they are many enough to be nothing else. */
function formsOf(number: string): string[] {
  const whole = tokensOf(number).join("");
  const digits = whole.replaceAll(/\D/g, "");
  return digits !== whole && digits.length >= 7 ? [whole, digits] : [whole];
}

/** All that stands in a line that may name a payer or an invoice; how it was paid names neither. */
export const wordsOf = ({ label, beside }: Line): string =>
  [label, beside?.party_name, ...(beside?.references ?? []), beside?.end_to_end_id]
    .filter((part) => part !== undefined && part !== "")
    .join(" | ");

const MOST_JOINED = 5;

/** Open invoices whose full number is legible, in the order of the text; a line break or a sign may cut it. */
export function numbersIn(text: string, desk: Desk): DeskInvoice[] {
  const tokens = tokensOf(text);
  const found: DeskInvoice[] = [];
  for (let at = 0; at < tokens.length; at++) {
    for (let size = MOST_JOINED; size > 0; size--) {
      const invoices = desk.byNumber.get(tokens.slice(at, at + size).join(""));
      const [invoice] = invoices ?? [];
      if (!invoice || invoices?.length !== 1 || at + size > tokens.length) continue;
      if (!found.includes(invoice)) found.push(invoice);
      at += size - 1;
      break;
    }
  }
  return found;
}

const MOST_WORDS = 9;

/** The one company whose whole name is legible; null when none is, when several share it, or when two are named. */
export function companyIn(text: string, desk: Desk): string | null {
  const tokens = tokensOf(text);
  const named: ReadonlySet<string>[] = [];
  for (let at = 0; at < tokens.length; at++)
    for (let size = Math.min(MOST_WORDS, tokens.length - at); size > 0; size--) {
      const ids = desk.byName.get(tokens.slice(at, at + size).join(" "));
      if (!ids) continue;
      named.push(ids);
      at += size - 1;
      break;
    }
  const [first, ...others] = named;
  if (!first) return null;
  // A company and its cinema may both be named; what all have in common is one company.
  const common = [...first].filter((id) => others.every((ids) => ids.has(id)));
  return common.length === 1 ? (common[0] ?? null) : null;
}

const SHORT_LIST =
  /(?:^|[^A-Z0-9])(?:V\/)?(?:FACTURES?|FACTS?|FAC|FA)(?:[ .:°]+(?:N[O°]?(?= ))?|N) *((?:\d{2,5})(?:(?: *(?:,|;|\/|\+) *| ET | - | )\d{2,5})*)(?![\dA-Z]|[,./-]\d)/g;

/** What is quoted behind a word for an invoice, by its counter or the end of it. */
export function countersIn(text: string): number[] {
  return [...capitals(text).replaceAll(/ +/g, " ").matchAll(SHORT_LIST)].flatMap(([, list = ""]) =>
    (list.match(/\d+/g) ?? []).map(Number),
  );
}

export const isQuotedBy = (counter: number, { number }: DeskInvoice): boolean => {
  const own = counterOf(number);
  return own === counter || (counter > 99 && String(own).endsWith(String(counter)));
};
