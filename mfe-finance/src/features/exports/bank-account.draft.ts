import { type BankAccount, addBankAccount, bankAccountSchema } from "@bobine/contract/bank-accounts";
import { type CivilDate, isCivilDate } from "@bobine/contract/civil-date";
import { type Cents, cents, centsToWire, type Money } from "@bobine/contract/money";
import type { DraftKind } from "@bobine/shared-auth";
import { centsTyped } from "../../typed-amount.ts";
import { ACCOUNT_TEXTS as TEXTS } from "./banks.texts.ts";

/** A bank account as it is typed. */
export interface TypedAccount {
  number: string;
  label: string;
  bank: string;
  colour: string;
  currency: string;
  ledger_account: string;
  opened_on: string;
  opening_date: string;
  opening_balance: string;
}

/** What is sent of it. */
export interface AccountChange {
  number: string;
  label: string;
  bank: string;
  colour: BankAccount["colour"];
  /** Of a new one: it stays what it is. */
  currency?: string;
  ledger_account?: string;
  opened_on: CivilDate | null;
  opening_date: CivilDate | null;
  opening_balance: Money | null;
}

const { label: text } = bankAccountSchema.shape;

/** @param id null: a new one */
export const accountDraft = (id: number | null): DraftKind<TypedAccount> => ({
  name: `bank-account-${id ?? "new"}`,
  version: 3,
  schema: bankAccountSchema.pick({ number: true, label: true, ledger_account: true }).extend({
    bank: text,
    colour: text,
    currency: text,
    opened_on: text,
    opening_date: text,
    opening_balance: text,
  }),
});

/**
 * What a person reads on the statement of an account, while it is not saved.
 * @param date that is proposed for it
 */
export const balanceDraft = (
  account: number | null,
  date: CivilDate,
): DraftKind<{ date: string; balance: string }> => ({
  name: `bank-balance-${account ?? "none"}-${date}`,
  version: 1,
  schema: bankAccountSchema.pick({}).extend({ date: text, balance: text }),
});

export const typedAccount = (
  account: BankAccount | null,
  proposed: { readonly date: CivilDate; readonly balance: Money } | null,
): TypedAccount => ({
  number: account?.number ?? "",
  label: account?.label ?? "",
  bank: account?.bank ?? "",
  colour: account?.colour ?? "",
  currency: account?.currency ?? "EUR",
  ledger_account: account?.ledger_account ?? "",
  opened_on: account?.opened_on ?? "",
  opening_date: account?.opening_date ?? proposed?.date ?? "",
  opening_balance: (account?.opening_balance ?? proposed?.balance ?? "").replace(".", ","),
});

/** `-12,00`: an account may be overdrawn. */
export function balanceTyped(typed: string): Cents | undefined {
  const [, minus = "", amount = ""] = /^\s*([-\u2212]?)(.*)$/.exec(typed) ?? [];
  const value = centsTyped(amount);
  return value === undefined ? undefined : cents(minus === "" ? value : 0 - value);
}

/**
 * What is sent, or field → what is wrong with it.
 * @param isNew the currency of an account stays what it is
 */
export function accountChange(
  typed: TypedAccount,
  isNew: boolean,
): { readonly change: AccountChange } | { readonly wrong: Record<string, string> } {
  const {
    number: ofNumber,
    label: ofLabel,
    ledger_account: ofLedger,
    bank: ofBank,
  } = addBankAccount.body.shape;
  const currency = addBankAccount.body.shape.currency.safeParse(typed.currency);
  const wrong: Record<string, string> = {};
  const ledger_account = typed.ledger_account.trim();
  for (const [field, schema, value] of [
    ["number", ofNumber, typed.number],
    ["label", ofLabel, typed.label],
    ["bank", ofBank, typed.bank],
    ["ledger_account", ofLedger, ledger_account === "" ? undefined : ledger_account],
  ] as const) {
    const message = schema.safeParse(value).error?.issues[0]?.message;
    if (message) wrong[field] = message;
  }
  if (!currency.success) wrong["currency"] = currency.error.issues[0]?.message ?? "";
  const colour = addBankAccount.body.shape.colour.safeParse(typed.colour).data ?? "";
  const date = isCivilDate(typed.opening_date) ? typed.opening_date : null;
  const balance = typed.opening_balance.trim() === "" ? null : balanceTyped(typed.opening_balance);
  if (balance === undefined) wrong["opening_balance"] = TEXTS.notAmount;
  if (Object.keys(wrong).length > 0 || balance === undefined) return { wrong };
  return {
    change: {
      number: typed.number.trim(),
      label: typed.label.trim(),
      bank: typed.bank.trim(),
      colour,
      ...(isNew && currency.data !== undefined ? { currency: currency.data } : {}),
      ...(ledger_account === "" ? {} : { ledger_account }),
      opened_on: isCivilDate(typed.opened_on) ? typed.opened_on : null,
      opening_date: date,
      opening_balance: balance === null ? null : centsToWire(balance),
    },
  };
}
