import { createHash } from "node:crypto";
import type { BankAccount } from "../bank-account.ts";
import type { StatementReading } from "./bank-statement.ts";

/** Whether a statement leaves something without saying of which account it is. */
export const namesNoAccount = ({ lines, balances }: Pick<StatementReading, "lines" | "balances">): boolean =>
  [...lines, ...balances].some(({ bank_account }) => bank_account === "");

/** What a line that names no account is known by on one that is not the first. */
export const fingerprintOnAccount = (fingerprint: string, accountId: number): string =>
  createHash("sha256").update(`account ${accountId}\n${fingerprint}`).digest("hex");

/**
 * The statement as one of this account: lines and balances that name none are its own (BANK-15). Two accounts may have the same
 * operation, a fee of the same day and amount, so its fingerprint is another one in each.
 */
export function statementOfAccount(
  statement: StatementReading,
  { id, number }: Pick<BankAccount, "id" | "number">,
): StatementReading {
  const onIt = <One extends { readonly bank_account: string }>(line: One): One =>
    line.bank_account === "" ? { ...line, bank_account: number } : line;
  const { corrected } = statement;
  return {
    ...statement,
    ...(corrected
      ? {
          corrected: corrected.map((one) => ({
            ...one,
            line: onIt(one.line),
            ...(one.instead ? { instead: onIt(one.instead) } : {}),
          })),
        }
      : {}),
    lines: statement.lines.map((line) =>
      line.bank_account === ""
        ? {
            ...line,
            bank_account: number,
            fingerprint: fingerprintOnAccount(line.fingerprint, id),
          }
        : line,
    ),
    balances: statement.balances.map(onIt),
  };
}
