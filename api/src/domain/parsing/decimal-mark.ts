import type { Cents } from "@bobine/contract/money";
import { frenchAmount, isUnclearAmount } from "./french-number.ts";
import { amountWith } from "./marked-cells.ts";
import type { Layout, TableMark } from "./statement-columns.ts";

const NBSP = "\u00a0";

const [COMMA, DOT] = [0x2c, 0x2e];
const LAST_MARK = /([.,])(\d+)\D*$/;
const isMark = (code: number): boolean => code === COMMA || code === DOT;

/**
 * What the amounts of a table say of its decimal mark (BANK-6): beside `12,50` or `1 007,250`, `12,500` is twelve and a half; beside `500`, it is
 * twelve thousand five hundred, for a table writes decimals at all amounts or at none.
 */
export class MarksOfAmounts {
  #comma = false;
  #dot = false;
  #hasWhole = false;
  #unclear: string | undefined;

  /** @param text of a cell; one that is no amount says nothing */
  add(text: string): void {
    const { length } = text;
    // Nearly all have two decimals, behind a mark that is known.
    const code = text.charCodeAt(length - 3);
    if ((code === COMMA && this.#comma) || (code === DOT && this.#dot)) return;
    if (isMark(code) && frenchAmount(text) !== undefined) this.#addMark(code === COMMA);
    else if (length > 0) this.#addRare(text);
  }

  #addRare(text: string): void {
    const amount = frenchAmount(text);
    if (amount === undefined) return;
    const [, mark, digits = ""] = LAST_MARK.exec(text) ?? [];
    if (mark === undefined) this.#hasWhole ||= amount !== 0;
    else if (isUnclearAmount(text)) this.#unclear ??= text.trim();
    else {
      const isOfThousands = digits.length === 3 && text.split(mark).length > 2;
      this.#addMark((mark === ",") !== isOfThousands);
    }
  }

  #addMark(isComma: boolean): void {
    if (isComma) this.#comma = true;
    else this.#dot = true;
  }

  /**
   * @param beside amounts of another kind in the same table, which tell where these do not
   * @returns undefined when some may be read in two ways, and the others do not say in which
   */
  mark(beside = new MarksOfAmounts()): TableMark | undefined {
    if (this.#unclear === undefined && beside.#unclear === undefined) return "any";
    const own = this.#sure ?? beside.#sure;
    if (own !== undefined) return own;
    return this.#unclear === undefined || this.#hasWhole || beside.#hasWhole ? "any" : undefined;
  }

  get #sure(): Exclude<TableMark, "any"> | undefined {
    if (this.#comma) return this.#dot ? "mixed" : "comma";
    return this.#dot ? "dot" : undefined;
  }

  /** What is wrong with them when there is no `mark`. */
  sentence(): string {
    return `Les montants de ce fichier peuvent se lire de deux façons («${NBSP}${this.#unclear ?? ""}${NBSP}»)`;
  }
}

/** The marks of a table's rows as they come; undefined when they are told already. Balances tell where amounts do not. */
export function marksOfTable({ amount, debit, credit, balance, mark, cells }: AmountColumns):
  | {
      add(cells: readonly string[]): void;
      mark(): TableMark | undefined;
      sentence(): string;
    }
  | undefined {
  if (mark !== undefined || (cells?.decimal_mark ?? "any") !== "any") return undefined;
  const [amounts, balances] = [new MarksOfAmounts(), new MarksOfAmounts()];
  const columns = [amount, debit, credit].filter((column) => column !== undefined);
  return {
    add(row) {
      for (const column of columns) amounts.add(row[column] ?? "");
      if (balance !== undefined) balances.add(row[balance] ?? "");
    },
    mark: () => amounts.mark(balances),
    sentence: () => amounts.sentence(),
  };
}

type AmountColumns = Pick<Layout, "amount" | "debit" | "credit" | "balance" | "mark" | "cells">;

/** An amount of a table that has told its mark, in cents; undefined when it is none, or may be read in two ways. */
export function amountOfTable(text: string, mark: TableMark): Cents | undefined {
  if (mark === "mixed") return frenchAmount(text, "unclear");
  // What is none by itself is none with a mark.
  return frenchAmount(text) === undefined ? undefined : amountWith(text, mark);
}
