import { MOST_BANK_ACCOUNTS } from "@bobine/contract/bank-accounts";
import { isIban } from "@bobine/contract/business-numbers";
import type { Tx } from "../../db/scope.ts";
import {
  accountNamed,
  type AccountFields,
  type BankAccount,
  currencyPart,
  freeLedgerAccount,
  journalsWithOneMore,
  partLabel,
  standardLabel,
  UNNAMED,
} from "../../domain/bank-account.ts";
import { STANDARD_BOOK } from "../../domain/exports/bank-books.ts";
import { bankAccountErrors } from "./bank-accounts.errors.ts";
import { bankAccountsRepository as repository, type KnownAccount } from "./bank-accounts.repository.ts";

/** By its name the id of an account; null: the first one. */
export type AccountIds = ReadonlyMap<string, number | null>;

/**
 * The accounts that lines name, made when they are not known yet (BANK-15). The caller holds `lockStatements`.
 * @param currencies by name, of accounts that are made (BANK-38)
 */
export async function accountsOfLines(
  tx: Tx,
  distributorId: number,
  names: readonly string[],
  currencies: ReadonlyMap<string, string> = new Map(),
): Promise<AccountIds> {
  const found = new Map<string, number | null>();
  const named = names.filter((name) => name !== "");
  if (named.length === 0) return found;
  let accounts = await repository.list(tx, distributorId);
  for (const name of named) {
    const currency = currencies.get(name) ?? "EUR";
    if (accounts.length === 0 && !currencyPart(name) && currency !== "EUR") {
      const bringsEuros = currencies.get("") === "EUR";
      if (await openForEuros(tx, distributorId, name, bringsEuros))
        accounts = await repository.list(tx, distributorId);
    }
    const before = accounts;
    if (await learn(tx, distributorId, name, accounts)) accounts = await repository.list(tx, distributorId);
    const account = accountNamed(name, accounts);
    if (account && currency !== "EUR" && !before.some(({ id }) => id === account.id)) {
      await repository.setCurrency(tx, account.id, currency);
      accounts = await repository.list(tx, distributorId);
    }
    found.set(name, account?.id ?? null);
  }
  return found;
}

/** The accounts of further names beside those that are known already. */
export async function withAccountsNamed(
  tx: Tx,
  distributorId: number,
  known: AccountIds,
  names: readonly string[],
  currencies?: ReadonlyMap<string, string>,
): Promise<AccountIds> {
  const others = new Set(names.filter((name) => !known.has(name)));
  return new Map([...known, ...(await accountsOfLines(tx, distributorId, [...others], currencies))]);
}

/** What a source says of its bank is said of the accounts that it names, unless somebody has said so (BANK-38). */
export async function nameBanks(
  tx: Tx,
  distributorId: number,
  bank: string | null,
  names: readonly string[],
  accounts: AccountIds,
): Promise<void> {
  if (bank === null) return;
  const ids = new Set(names.map((name) => accounts.get(name) ?? null));
  await repository.nameBank(
    tx,
    distributorId,
    [...ids].filter((id) => id !== null),
    bank,
  );
}

/** @returns whether a name has changed what is known of the accounts */
async function learn(
  tx: Tx,
  distributorId: number,
  name: string,
  accounts: readonly KnownAccount[],
): Promise<boolean> {
  const part = currencyPart(name);
  if (part) return await learnPart(tx, distributorId, { ...part, name }, accounts);
  const account = accountNamed(name, accounts);
  if (account) {
    if (!isIban(name) || isIban(account.number)) return false;
    await repository.update(tx, { ...account, number: name });
    return true;
  }
  if (accounts.length === 0) {
    await openFirst(tx, distributorId, name);
    return true;
  }
  // One of several that end alike: nobody knows which.
  const isUnsure = accounts.some((one) => accountNamed(name, [one]));
  if (isUnsure || accounts.length >= MOST_BANK_ACCOUNTS) return false;
  await openAccount(tx, distributorId, accounts, { number: name });
  return true;
}

/** The part of an account in another currency than euros, made beside it (BANK-38). @returns whether it was */
async function learnPart(
  tx: Tx,
  distributorId: number,
  part: { readonly name: string; readonly currency: string; readonly number: string },
  known: readonly KnownAccount[],
): Promise<boolean> {
  if (accountNamed(part.name, known)) return false;
  if (known.length === 0) {
    const { iban } = await repository.ibans(tx, distributorId);
    await openFirst(tx, distributorId, part.number === UNNAMED ? iban || UNNAMED : part.number);
  }
  const accounts = known.length === 0 ? await repository.list(tx, distributorId) : known;
  if (accounts.length >= MOST_BANK_ACCOUNTS) return false;
  const whole = wholeOf(part.number, accounts);
  await openAccount(tx, distributorId, accounts, {
    number: part.name,
    label: partLabel(whole?.label ?? standardLabel(part.number), part.currency),
    bank: whole?.bank,
    currency: part.currency,
  });
  return true;
}

/** The account beside which its part in another currency stands. */
const wholeOf = (number: string, accounts: readonly KnownAccount[]): KnownAccount | undefined =>
  accountNamed(number, accounts) ?? (number === UNNAMED ? accounts[0] : undefined);

/**
 * Before the first account is made in another currency: euros that name no account get one of their own, which is the first (BANK-38).
 * @param name of the account that is made next
 * @param bringsEuros of no account, with what makes it
 * @returns whether it was made
 */
export async function openForEuros(
  tx: Tx,
  distributorId: number,
  name: string,
  bringsEuros = false,
): Promise<boolean> {
  if (!bringsEuros && !(await repository.hasUnnamedEuros(tx, distributorId))) return false;
  const { iban } = await repository.ibans(tx, distributorId);
  const isFree = iban !== "" && accountNamed(name, [{ number: iban }]) === undefined;
  await openAccount(tx, distributorId, [], { number: isFree ? iban : UNNAMED });
  return true;
}

/** The first account is that of the lines that are here, else the one that documents print; the named one may be the second. */
async function openFirst(tx: Tx, distributorId: number, name: string): Promise<void> {
  const [before] = await repository.namesWithoutAccount(tx, distributorId);
  const { iban, secondary_iban } = await repository.ibans(tx, distributorId);
  const isSecond = secondary_iban !== "" && accountNamed(name, [{ number: secondary_iban }]) !== undefined;
  const own = [iban, secondary_iban].find(
    (number) => number !== "" && accountNamed(name, [{ number }]) !== undefined,
  );
  const number = own ?? name;
  const first = before ?? (isSecond && iban !== "" ? iban : number);
  await openAccount(tx, distributorId, [], { number: first });
  const accounts = await repository.list(tx, distributorId);
  if (!accountNamed(name, accounts)) await openAccount(tx, distributorId, accounts, { number });
}

/**
 * Adds an account after those that are known, with the next account of the books and journal; lines that name it become its own.
 * The first one has the account of the books on which lots hold what names none (EXP-14).
 * @returns undefined when no account of the books is free
 */
export async function openAccount(
  tx: Tx,
  distributorId: number,
  known: readonly KnownAccount[],
  given: Pick<BankAccount, "number"> & {
    readonly [Field in "label" | "ledger_account" | "opening"]?: BankAccount[Field] | undefined;
  } & { readonly [Field in keyof AccountFields]?: AccountFields[Field] | undefined },
): Promise<number | undefined> {
  const ledger_account =
    given.ledger_account ?? freeLedgerAccount(known.map((account) => account.ledger_account));
  if (ledger_account === undefined) return undefined;
  const { account: standard } = STANDARD_BOOK;
  if (
    known.length === 0 &&
    ledger_account !== standard &&
    (await repository.hasPostedUnnamed(tx, distributorId))
  )
    throw bankAccountErrors.postedUnnamed(standard);
  const [first] = known;
  // What was of the first account of all stays there when the first one in euros comes.
  if (first && first.currency !== "EUR" && (given.currency ?? "EUR") === "EUR")
    await repository.adoptUnnamed(tx, distributorId, first);
  const posted = new Set(known.filter((one) => one.is_posted).map((one) => one.journal));
  const journals = journalsWithOneMore(
    known.map((account) => account.journal),
    (journal) => posted.has(journal),
  );
  for (const [place, account] of known.entries()) {
    const journal = journals[place] ?? account.journal;
    if (journal !== account.journal) await repository.update(tx, { ...account, journal });
  }
  const id = await repository.insert(tx, distributorId, {
    number: given.number,
    label: given.label ?? standardLabel(given.number),
    ledger_account,
    journal: journals.at(-1) ?? "BQ",
    bank: given.bank ?? "",
    colour: given.colour ?? "",
    currency: given.currency ?? "EUR",
    opened_on: given.opened_on ?? null,
    opening: given.opening ?? null,
  });
  const names = await repository.namesWithoutAccount(tx, distributorId);
  const others = known.map(({ number }) => ({ number }));
  const own = { number: given.number };
  await repository.adopt(
    tx,
    distributorId,
    id,
    names.filter((name) => accountNamed(name, [...others, own]) === own),
  );
  return id;
}

/**
 * Accounts that imports made which are taken back go with them (BANK-34), as long as nothing is on them and each is what an import would make
 * it anew; latest first, so that those that stay are what they were before.
 * @param names those of the lines that go: another number is one that a person has typed
 */
export async function closeMadeAccounts(
  tx: Tx,
  distributorId: number,
  names: readonly string[],
): Promise<void> {
  const empty = await repository.emptyOfTakenBack(tx, distributorId);
  if (empty.size === 0) return;
  const { iban, secondary_iban } = await repository.ibans(tx, distributorId);
  const numbers = [
    iban,
    secondary_iban,
    UNNAMED,
    ...names.flatMap((name) => [name, currencyPart(name)?.number ?? ""]),
  ];
  const accounts = await repository.list(tx, distributorId);
  accounts.sort((a, b) => a.id - b.id);
  const count = accounts.length;
  for (let last = accounts.at(-1); last; last = accounts.at(-1)) {
    const bank = empty.get(last.id);
    const isUntouched = numbers.includes(last.number) && isAsMade(last, accounts.slice(0, -1), bank ?? "");
    if (bank === undefined || !isUntouched) break;
    await repository.remove(tx, last.id);
    accounts.pop();
  }
  const [only, second] = accounts;
  if (accounts.length === count || !only || second || only.journal !== "BQ1" || only.is_posted) return;
  await repository.update(tx, { ...only, journal: "BQ" });
}

/** @param bank what its statement says */
function isAsMade(account: KnownAccount, before: readonly KnownAccount[], bank: string): boolean {
  const { number, label, ledger_account, colour, opened_on, opening, is_posted } = account;
  const part = currencyPart(number);
  const whole = part && wholeOf(part.number, before);
  const madeLabel = part
    ? partLabel(whole?.label ?? standardLabel(part.number), part.currency)
    : standardLabel(number);
  return (
    !is_posted &&
    label === madeLabel &&
    ["", bank, whole?.bank].includes(account.bank) &&
    ledger_account === freeLedgerAccount(before.map((one) => one.ledger_account)) &&
    colour === "" &&
    opened_on === null &&
    opening === null
  );
}
