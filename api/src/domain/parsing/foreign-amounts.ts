import { counted } from "@bobine/contract/french";
import { currencyPart, currencyPartOf } from "../bank-account.ts";
import type { StatementReading } from "./bank-statement.ts";

const NBSP = "\u00a0";
const EURO = "EUR";

type Line = Pick<StatementReading["lines"][number], "bank_account" | "currency_code">;
/** An account that a file names; undefined of one that is not known yet. */
type AccountOf = (name: string) => { readonly label: string; readonly currency: string } | undefined;

/** The currency of an account that a file makes: the one of all its lines, else euros (BANK-38). */
export function currenciesOf(lines: readonly Line[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { bank_account, currency_code } of lines) {
    const known = found.get(bank_account);
    found.set(bank_account, known === undefined || known === currency_code ? currency_code : EURO);
  }
  return found;
}

/** A line in another currency than its account, when that is not in euros: nobody may put it there. */
export const strayLine = <One extends Line>(lines: readonly One[], accountOf: AccountOf): One | undefined =>
  lines.find((line) => {
    const account = accountOf(line.bank_account);
    return account && account.currency !== EURO && account.currency !== line.currency_code;
  });

/**
 * Each line on an account of its currency: what is in another one than the euros of its account goes to that account's part in it. Who
 * has seen a line before knows it by its fingerprint, which stays. A file that makes an account has it all in one currency, or in euros.
 * @param accountOf null of a name that is not known yet; undefined while no account is known
 */
export function onOwnCurrency<One extends Line>(
  lines: readonly One[],
  accountOf: (name: string) => { readonly number: string; readonly currency: string } | undefined | null,
): readonly One[] {
  if (lines.every(({ currency_code }) => currency_code === EURO)) return lines;
  const made = currenciesOf(lines);
  return lines.map((line) => {
    const { bank_account, currency_code } = line;
    if (currency_code === EURO) return line;
    const account = accountOf(bank_account);
    const isOwn =
      account === null ? made.get(bank_account) === currency_code : account?.currency === currency_code;
    if (isOwn || (account && account.currency !== EURO)) return line;
    return { ...line, bank_account: currencyPartOf(account?.number ?? bank_account, currency_code) };
  });
}

/** Sentences about amounts that went to the part of an account in their currency: no sum has them. */
export function foreignNotes(lines: readonly Line[], labelOf: (number: string) => string): string[] {
  const parts = Map.groupBy(lines, ({ bank_account }) => bank_account);
  return [...parts].flatMap(([name, own]) => {
    const part = currencyPart(name);
    return part
      ? `${counted(own.length, "opération", "opérations")} en ${part.currency} sur un compte à part, «${NBSP}${labelOf(part.number)} (${part.currency})${NBSP}»${NBSP}: hors des soldes, du lettrage et des exports.`
      : [];
  });
}

/** Without the balances of accounts whose lines are all in another currency: nobody says that they are in euros. */
export function withoutForeignBalances(statement: StatementReading): StatementReading {
  const euros = new Set(
    statement.lines.flatMap((line) => (line.currency_code === EURO ? line.bank_account : [])),
  );
  const names = new Set(statement.lines.map((line) => line.bank_account));
  const balances = statement.balances.filter(
    ({ bank_account }) => euros.has(bank_account) || !names.has(bank_account),
  );
  return balances.length === statement.balances.length ? statement : { ...statement, balances };
}
