import { counted } from "@bobine/contract/french";
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

/** Sentences about amounts in other currencies on accounts in euros: no sum has them. */
export function foreignNotes(lines: readonly Line[], accountOf: AccountOf): string[] {
  const stray = lines.filter(
    (line) =>
      line.currency_code !== EURO && (accountOf(line.bank_account)?.currency ?? line.currency_code) === EURO,
  );
  const groups = Map.groupBy(stray, (line) =>
    [line.currency_code, accountOf(line.bank_account)?.label ?? ""].join("\\n"),
  );
  return [...groups].map(([key, own]) => {
    const [currency = "", label = ""] = key.split("\\n");
    return `${counted(own.length, "opération", "opérations")} en ${currency} sur le compte en euros «${NBSP}${label}${NBSP}»${NBSP}: hors des soldes, du lettrage et des exports.`;
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
