import { addDays, type CivilDate, frenchDate } from "@bobine/contract/civil-date";
import type { Cents } from "@bobine/contract/money";
import type { StatementBalance } from "../statement-balances.ts";
import { frenchCents } from "./format-values.ts";

/** What a statement says is on an account at the end of a day. */
export interface StatedBalance {
  readonly date: CivilDate;
  readonly amount: Cents;
  readonly currency_code: string;
}

interface Sums {
  opening: StatedBalance | undefined;
  firstLine: CivilDate | undefined;
  /** Of the whole file. */
  first: StatementBalance | undefined;
  last: StatementBalance | undefined;
  lastTold: StatedBalance | undefined;
  moved: number;
  /** Part of it could not be read: nothing adds up, and the line in error has said so. */
  isBroken: boolean;
}

const NBSP = "\u00a0";
const named = (account: string): string => (account === "" ? "du compte" : `du compte ${account}`);

/**
 * The day before whose lines an opening balance is on the account: most banks write the day of the balance before, some the first day of the
 * statement.
 */
export function firstDayOf(told: CivilDate, firstLine: CivilDate | undefined): CivilDate {
  const after = addDays(told, 1);
  return firstLine !== undefined && firstLine < after ? firstLine : after;
}

/**
 * Adds up the statements of a file, account by account: what was on the account, what moved, what is on it then (BANK-23).
 * What does not add up is a sentence.
 */
export function statementSums(): {
  open(account: string, told: StatedBalance): string | undefined;
  add(account: string, amount: Cents, date: CivilDate): void;
  break(account: string): void;
  close(account: string, told: StatedBalance): string | undefined;
  /** Accounts whose statement has begun and not ended. */
  unclosed(): string[];
  balances(): StatementBalance[];
} {
  const accounts = new Map<string, Sums>();
  const of = (account: string): Sums => {
    const known = accounts.get(account);
    if (known) return known;
    const made: Sums = {
      opening: undefined,
      firstLine: undefined,
      first: undefined,
      last: undefined,
      lastTold: undefined,
      moved: 0,
      isBroken: false,
    };
    accounts.set(account, made);
    return made;
  };

  const firstBalance = (account: string, sums: Sums): void => {
    if (sums.first || sums.opening?.currency_code !== "EUR") return;
    const { date, amount } = sums.opening;
    sums.first = {
      bank_account: account,
      kind: "opening",
      date: firstDayOf(date, sums.firstLine),
      amount,
    };
  };

  return {
    open(account, told) {
      const sums = of(account);
      const before = sums.lastTold;
      Object.assign(sums, { opening: told, firstLine: undefined, moved: 0, isBroken: false });
      if (!before || before.currency_code !== told.currency_code || before.amount === told.amount)
        return undefined;
      return `l’ancien solde ${named(account)}, ${frenchCents(told.amount)}, n’est pas le nouveau solde du ${frenchDate(before.date)}, ${frenchCents(before.amount)}${NBSP}: il manque sans doute un relevé entre les deux.`;
    },
    add(account, amount, date) {
      const sums = of(account);
      sums.moved += amount;
      if (sums.firstLine === undefined || date < sums.firstLine) sums.firstLine = date;
    },
    break(account) {
      of(account).isBroken = true;
    },
    close(account, told) {
      const sums = of(account);
      const { opening, moved, isBroken } = sums;
      firstBalance(account, sums);
      if (told.currency_code === "EUR")
        sums.last = { bank_account: account, kind: "closing", date: told.date, amount: told.amount };
      Object.assign(sums, {
        opening: undefined,
        lastTold: told,
        firstLine: undefined,
        moved: 0,
        isBroken: false,
      });
      if (!opening || isBroken || opening.amount + moved === told.amount) return undefined;
      return `l’ancien solde ${named(account)}, ${frenchCents(opening.amount)}, et les opérations, ${frenchCents(moved)}, ne donnent pas le nouveau solde du ${frenchDate(told.date)}, ${frenchCents(told.amount)}.`;
    },
    unclosed: () => [...accounts].flatMap(([account, { opening }]) => (opening ? [account] : [])),
    balances: () =>
      [...accounts].flatMap(([account, sums]) => {
        firstBalance(account, sums);
        return [sums.first, sums.last].flatMap((balance) => balance ?? []);
      }),
  };
}
