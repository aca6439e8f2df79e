import { z } from "zod";
import { booksPolicy } from "../rules/books.policy.ts";
import { isIban, NUMBER_MESSAGES } from "../rules/business-numbers.ts";
import { civilDateSchema } from "../units/civil-date-schema.ts";
import { moneySchema } from "../units/money-schema.ts";
import {
  amountFields,
  defineRoute,
  idParamsSchema,
  idSchema,
  lettersField,
  periodFields,
  writtenIdSchema,
} from "./route.contract.ts";

/** A distributor has so many bank accounts at most. */
export const MOST_BANK_ACCOUNTS = 50;

/** What one knows an account by at a glance, beside its name. */
export const ACCOUNT_COLOURS = ["blue", "teal", "green", "yellow", "orange", "red", "grape", "gray"] as const;

const ACCOUNTS = "/banking/accounts/";

/** An IBAN, a number, or the end of one as the bank shows it: `****5722`; behind a currency, its part in that (BANK-38): `USD*FR76…`. */
const number = z
  .string()
  .transform((text) => text.toUpperCase().replaceAll(/[\s.-]/g, ""))
  .pipe(
    z
      .string()
      .regex(/^(?:[A-Z]{3}\*)?\*{0,20}[A-Z0-9]{4,34}$/, "Saisissez l’IBAN du compte, ou son numéro.")
      .refine((text) => !/^[A-Z]{2}\d{2}[A-Z0-9]{11}/.test(text) || isIban(text), NUMBER_MESSAGES.iban),
  )
  .meta({ examples: ["FR1420041010050500013M02606"] });
const label = z.string().trim().min(1, "Indiquez le nom du compte.").max(60);
const ledgerAccount = z
  .string()
  .trim()
  .regex(/^512[0-9]{3,5}$/, "Saisissez un compte 512 de 6 à 8 chiffres, par exemple 512100.")
  .meta({ examples: ["512100"] });
/** What is on the account before the first line of a day; both or neither. */
const opening = {
  opening_date: civilDateSchema.nullable(),
  opening_balance: moneySchema.nullable(),
};

/** The day on which the bank opened the account; null while nobody has said it. No operation is older (BANK-33). */
const openedOn = civilDateSchema.nullable();
/** The name of the bank; empty while nobody knows it. */
const bank = z.string().trim().max(60);
/** Empty of an account without one. */
const colour = z.enum(["", ...ACCOUNT_COLOURS], "Choisissez une couleur de la liste.");
const currency = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{3}$/, "Saisissez une devise de trois lettres, par exemple EUR.")
  .meta({ examples: ["EUR"] });

const accountInQuery = writtenIdSchema(
  "Choisissez un compte bancaire de la liste, celui-ci n’existe pas.",
).optional();
/** The bank account of what a statement leaves without one; else the first one (BANK-15). */
export const accountOfFileSchema = z.object({ bank_account: accountInQuery });
/** Of a list of bank lines: those of one account alone. */
export const accountFilterSchema = z.object({ bank_account: accountInQuery });
/** The same, and with `open` those alone that have no end yet (LET-46). */
export const lineFilterSchema = accountFilterSchema.extend({
  /** Without an end (LET-46). */
  open: z.enum(["true"]).optional(),
  /** Those of them that no open action asks about. */
  unasked: z.enum(["true"]).optional(),
  /** Credits that nobody is asked about (LET-51). */
  ignored: z.enum(["true"]).optional(),
  /** Days of the bank. */
  ...periodFields,
  ...amountFields,
  ...lettersField,
});
export type LineFilter = z.output<typeof lineFilterSchema>;

export const bankAccountSchema = z.object({
  id: idSchema,
  number: z.string(),
  label: z.string(),
  ledger_account: z.string(),
  /** BQ of the only account, BQ1, BQ2 of several. */
  journal: z.string(),
  bank,
  colour,
  /** Of its lines. Those of another one than EUR are neither lettered nor in the books (BANK-38). */
  currency: z.string(),
  ...opening,
  opened_on: openedOn,
  /** A lot holds entries of it: its account in the books and its journal stay. */
  is_posted: z.boolean(),
});
export type BankAccount = z.output<typeof bankAccountSchema>;

export const listBankAccounts = defineRoute({
  method: "GET",
  path: ACCOUNTS,
  summary:
    "The bank accounts of the distributor, the first one first, which also has the lines that name none",
  access: booksPolicy.readBankLines,
  response: z.object({ results: z.array(bankAccountSchema) }),
});

const INVALIDATED = [ACCOUNTS, "/banking/ties/", "/banking/statement-previews/", "/accounting/"] as const;

export const addBankAccount = defineRoute({
  method: "POST",
  path: ACCOUNTS,
  invalidates: INVALIDATED,
  summary: "Adds a bank account; lines that name it and that no lot holds become its own",
  access: booksPolicy.importBankLines,
  body: z.strictObject({
    number,
    label,
    ledger_account: ledgerAccount.optional(),
    bank: bank.optional(),
    colour: colour.optional(),
    /** EUR without it; it stays what it is. */
    currency: currency.optional(),
    opening_date: opening.opening_date.optional(),
    opening_balance: opening.opening_balance.optional(),
    opened_on: openedOn.optional(),
  }),
  response: bankAccountSchema,
  status: 201,
  idempotent: "in-transaction",
});

export const changeBankAccount = defineRoute({
  method: "PATCH",
  path: `${ACCOUNTS}:id/`,
  invalidates: INVALIDATED,
  summary: "Changes a bank account; its account in the books stays once a lot holds entries of it",
  access: booksPolicy.importBankLines,
  params: idParamsSchema,
  body: z.strictObject({
    number: number.optional(),
    label: label.optional(),
    bank: bank.optional(),
    colour: colour.optional(),
    ledger_account: ledgerAccount.optional(),
    opening_date: opening.opening_date.optional(),
    opening_balance: opening.opening_balance.optional(),
    opened_on: openedOn.optional(),
  }),
  response: bankAccountSchema,
});
