import {
  addBankAccount,
  changeBankAccount,
  listBankAccounts,
  MOST_BANK_ACCOUNTS,
  type BankAccount as ListedAccount,
} from "@bobine/contract/bank-accounts";
import {
  addDays,
  civilDate,
  type CivilDate,
  civilDateInParis,
  frenchDate,
} from "@bobine/contract/civil-date";
import { euros } from "@bobine/contract/french";
import { centsFromWire, centsToWire, type Money } from "@bobine/contract/money";
import type { FastifyInstance } from "fastify";
import { lockStatements } from "../../db/locks.ts";
import type { Tx } from "../../db/scope.ts";
import type { OpeningBalance } from "../../domain/bank-account.ts";
import { must } from "../../domain/must.ts";
import { errors } from "../../errors.ts";
import { auditSourceOf, writeAudit } from "../../http/audit.ts";
import { mountRoute } from "../../http/mount-route.ts";
import type { Services } from "../../services.ts";
import { openAccount, openForEuros } from "./accounts-of-lines.ts";
import { bankAccountErrors } from "./bank-accounts.errors.ts";
import { bankAccountsRepository as repository, type KnownAccount } from "./bank-accounts.repository.ts";

/** The bank accounts of a distributor (BANK-15, EXP-14). */
export function mountBankAccounts(app: FastifyInstance, services: Services): void {
  mountRoute(
    app,
    services,
    listBankAccounts,
    async ({ distributorId, transaction }) => ({
      results: (await transaction((tx) => repository.list(tx, distributorId))).map(accountOnWire),
    }),
    { readsAtOnce: () => true },
  );

  mountRoute(app, services, addBankAccount, async (context) => {
    const { distributorId, body } = context;
    const { opening_date, opening_balance, ...given } = body;
    refuseFarDay(opening_date, services.clock.now());
    const opening = openingOf(opening_date ?? null, opening_balance ?? null);
    refuseOpenedLater(given.opened_on ?? null, opening, services.clock.today());
    const { currency = "EUR" } = given;
    if (opening && currency !== "EUR") throw bankAccountErrors.openingNotInEuros(currency);
    return await context.transaction(async (tx) => {
      await lockStatements(tx, distributorId);
      let known = await repository.list(tx, distributorId);
      if (known.length === 0 && currency !== "EUR" && (await openForEuros(tx, distributorId, given.number))) {
        known = await repository.list(tx, distributorId);
        // No list has it yet, nor will when this is refused.
        const [{ ledger_account }] = known as [KnownAccount];
        if (given.ledger_account === ledger_account) throw bankAccountErrors.unnamedHave(ledger_account);
      }
      if (known.length >= MOST_BANK_ACCOUNTS) throw bankAccountErrors.tooMany();
      refuseTaken(given, known);
      const id = must(
        await openAccount(tx, distributorId, known, { ...given, opening }),
        "an account of the books that is free",
      );
      const account = await find(tx, distributorId, id);
      await writeAudit(tx, auditSourceOf(context), "other", {
        changed_fields: ["bank_account"],
        new_value: said(account),
      });
      return accountOnWire(account);
    });
  });

  mountRoute(app, services, changeBankAccount, async (context) => {
    const { distributorId, body, params } = context;
    refuseFarDay(body.opening_date, services.clock.now());
    return await context.transaction(async (tx) => {
      await lockStatements(tx, distributorId);
      const known = await repository.list(tx, distributorId);
      const before = known.find((account) => account.id === params.id);
      if (!before) throw errors.notFound();
      refuseTaken(
        body,
        known.filter((account) => account !== before),
      );
      const ledger_account = body.ledger_account ?? before.ledger_account;
      if (before.is_posted && ledger_account !== before.ledger_account)
        throw bankAccountErrors.posted(before.ledger_account);
      const wire = accountOnWire(before);
      const { opening_date = wire.opening_date, opening_balance = wire.opening_balance } = body;
      const opening = openingOf(opening_date, opening_balance);
      const { opened_on = before.opened_on } = body;
      refuseOpenedLater(opened_on, opening, services.clock.today());
      if (opening && before.currency !== "EUR") throw bankAccountErrors.openingNotInEuros(before.currency);
      await repository.update(tx, {
        ...before,
        bank: body.bank ?? before.bank,
        colour: body.colour ?? before.colour,
        number: body.number ?? before.number,
        label: body.label ?? before.label,
        ledger_account,
        opened_on,
        opening,
      });
      const after = await find(tx, distributorId, params.id);
      await writeAudit(tx, auditSourceOf(context), "other", {
        changed_fields: ["bank_account"],
        old_value: said(before),
        new_value: said(after),
      });
      return accountOnWire(after);
    });
  });
}

const find = async (tx: Tx, distributorId: number, id: number): Promise<KnownAccount> =>
  must(
    (await repository.list(tx, distributorId)).find((account) => account.id === id),
    "the account that was written",
  );

function refuseTaken(
  given: { readonly number?: string | undefined; readonly ledger_account?: string | undefined },
  others: readonly KnownAccount[],
): void {
  const named = others.find((account) => account.number === given.number);
  if (named) throw bankAccountErrors.numberTaken(named.label);
  const { ledger_account } = given;
  if (ledger_account !== undefined && others.some((account) => account.ledger_account === ledger_account))
    throw bankAccountErrors.ledgerAccountTaken(ledger_account);
}

/** Exports and ties go through the months since that day: a slip of the keyboard must not make them a century. */
function refuseFarDay(day: CivilDate | null | undefined, now: Date): void {
  const [first, last] = [civilDate("2000-01-01"), addDays(civilDateInParis(now), 365)];
  if (day && (day < first || day > last)) throw bankAccountErrors.openingDateOutside(first, last);
}

/** Nothing is on an account before the bank opens it. */
function refuseOpenedLater(
  openedOn: CivilDate | null,
  opening: OpeningBalance | null,
  today: CivilDate,
): void {
  if (openedOn === null) return;
  if (opening && openedOn > opening.date) throw bankAccountErrors.openedAfterBalance(opening.date);
  if (openedOn > today) throw bankAccountErrors.openedLater();
}

function openingOf(date: CivilDate | null, balance: Money | null): OpeningBalance | null {
  if (date === null && balance === null) return null;
  if (date === null) throw bankAccountErrors.openingDateMissing();
  if (balance === null) throw bankAccountErrors.openingBalanceMissing();
  return { date, amount: centsFromWire(balance) };
}

export const accountOnWire = ({ opening, ...account }: KnownAccount): ListedAccount => ({
  ...account,
  opening_date: opening?.date ?? null,
  opening_balance: opening === null ? null : centsToWire(opening.amount),
});

const said = ({
  label,
  number,
  ledger_account,
  bank,
  colour,
  currency,
  opened_on,
  opening,
}: KnownAccount): string =>
  [
    label,
    number,
    ledger_account,
    ...[bank, colour].filter(Boolean),
    ...(currency === "EUR" ? [] : [currency]),
    ...(opened_on === null ? [] : [`ouvert le ${frenchDate(opened_on)}`]),
    ...(opening ? [`${euros(opening.amount)} au ${frenchDate(opening.date)}`] : []),
  ].join(", ");
