import type { Tx } from "../../db/scope.ts";
import { accountNamed, currencyPart } from "../../domain/bank-account.ts";
import type { StatementReading } from "../../domain/parsing/bank-statement.ts";
import { namesNoAccount, statementOfAccount } from "../../domain/parsing/statement-of-account.ts";
import type { LineIdentity } from "../../domain/parsing/statement-line.ts";
import type { Upload } from "../../http/receive-upload.ts";
import { bankAccountErrors } from "./bank-accounts.errors.ts";
import { bankAccountsRepository as repository, type KnownAccount } from "./bank-accounts.repository.ts";

/**
 * The statement with the account that the user chose for what names none (BANK-15). A file that is here already keeps the account that
 * it came in with, so that the same file again brings nothing (BANK-10). The caller holds `lockStatements`.
 * @throws 400 when the account is not the distributor's, and when the same file is here on another one
 */
export async function onAccountOfFile(
  tx: Tx,
  distributorId: number,
  file: Pick<Upload, "sha256">,
  statement: StatementReading,
  chosenId: number | undefined,
): Promise<StatementReading> {
  const accounts = await repository.list(tx, distributorId);
  const [first] = accounts;
  const chosen = accounts.find((account) => account.id === chosenId);
  if (chosenId !== undefined && !chosen) throw bankAccountErrors.unknown();
  if (!first || !namesNoAccount(statement)) return statement;
  const before = await repository.accountsOfFile(tx, distributorId, file.sha256, first.id);
  const wholes = new Set(before.map((id) => wholeOf(id, accounts)));
  const [known] = wholes.size === 1 ? wholes : [];
  if (chosen && known && chosen !== known) throw bankAccountErrors.importedOn(known.label);
  const account = chosen ?? known ?? first;
  return account === first ? statement : statementOfAccount(statement, account);
}

/**
 * What belongs to no account, or to one of several that end alike, is the first one's, which is undefined while none is known.
 * @returns null of an account that is not known yet
 */
export function accountMeant(
  name: string,
  accounts: readonly KnownAccount[],
): KnownAccount | undefined | null {
  const [first] = accounts;
  if (name === "") return first;
  const isUnsure = accounts.some((one) => accountNamed(name, [one]));
  return accountNamed(name, accounts) ?? (isUnsure ? first : null);
}

/** What is in another currency is on a part of the account that its file was of (BANK-38). */
function wholeOf(id: number, accounts: readonly KnownAccount[]): KnownAccount | undefined {
  const account = accounts.find((one) => one.id === id);
  const part = account && currencyPart(account.number);
  return part ? (accountNamed(part.number, accounts) ?? accounts[0]) : account;
}

/** A line that is compared with those of another source. A saved one may be on an account that it does not name. */
export type ComparedLine = LineIdentity & { readonly bank_account_id?: number | null };

/**
 * The line with the account that it is compared on: what names none is of the one that it was kept on while that was the first (BANK-15), unless
 * that is in another currency, where a lot keeps it, else of the first one.
 */
export function withAccountName(line: ComparedLine, accounts: readonly KnownAccount[]): LineIdentity {
  if (line.bank_account !== "") return line;
  const own = accounts.find(({ id }) => id === line.bank_account_id);
  const account = own && ["EUR", line.currency_code].includes(own.currency) ? own : accounts[0];
  return account ? { ...line, bank_account: account.number } : line;
}

/** The same of lines of several accounts (BANK-11): beside a single account what names none may be of any that the other source names. */
export const withAccountNames = (
  lines: readonly ComparedLine[],
  accounts: readonly KnownAccount[],
): readonly LineIdentity[] =>
  accounts.length < 2 ? lines : lines.map((line) => withAccountName(line, accounts));
