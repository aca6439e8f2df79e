import { z } from "zod";
import { booksPolicy } from "../rules/books.policy.ts";
import { civilDateSchema } from "../units/civil-date-schema.ts";
import { currencyCodeSchema, moneySchema } from "../units/money-schema.ts";
import { bankAccountSchema } from "./bank-accounts.contract.ts";
import { defineRoute, idSchema } from "./route.contract.ts";

/** `2026-10` */
const month = z.string().regex(/^\d{4}-\d{2}$/);

/** A month of a bank account. Balances are null while no opening balance is known before it. */
export const tiedMonthSchema = z.object({
  month,
  opening_balance: moneySchema.nullable(),
  line_count: z.number().int(),
  movements: moneySchema,
  closing_balance: moneySchema.nullable(),
  /** The last balance that the bank gives in the month. `gap`: it less what lines make on that day. */
  stated: z.object({ date: civilDateSchema, balance: moneySchema, gap: moneySchema.nullable() }).nullable(),
  /** Of its account in the books, in the exports. */
  ledger_balance: moneySchema.nullable(),
  /** `open`: nothing contradicts, and no balance of the bank proves it. */
  state: z.enum(["tied", "gap", "open"]),
});
export type TiedMonth = z.output<typeof tiedMonthSchema>;

const lineSchema = z.object({
  transaction_id: idSchema,
  transaction_date: civilDateSchema,
  label: z.string(),
  amount: moneySchema,
  currency_code: currencyCodeSchema,
});

/** What keeps an account from being tied, beside what its months tell. */
export const tieRemarkSchema = z.discriminatedUnion("kind", [
  /** `proposed`: what its first balance and the lines before it come to. */
  z.object({
    kind: z.literal("no_opening"),
    proposed: z.object({ date: civilDateSchema, balance: moneySchema }).nullable(),
  }),
  z.object({ kind: z.literal("before_opening"), count: z.number().int(), amount: moneySchema }),
  /** Months without a line and without a balance, both included. */
  z.object({ kind: z.literal("no_statement"), from: month, to: month }),
  /** Between the ends of two days, balances less lines. */
  z.object({ kind: z.literal("gap"), from: civilDateSchema, to: civilDateSchema, amount: moneySchema }),
  /** Two balances of the end of one day. */
  z.object({ kind: z.literal("contradiction"), date: civilDateSchema, balances: z.array(moneySchema) }),
  /** Lines of another currency are in no entry: the first of them, and how many there are. */
  z.object({ kind: z.literal("foreign"), count: z.number().int(), lines: z.array(lineSchema) }),
  /** One operation that two sources may have brought: the first of them. */
  z.object({ kind: z.literal("double"), count: z.number().int(), lines: z.array(lineSchema) }),
]);
export type TieRemark = z.output<typeof tieRemarkSchema>;

const lateLineSchema = z.object({
  transaction_date: civilDateSchema,
  /** In the exports. */
  entered_on: civilDateSchema,
  label: z.string(),
  amount: moneySchema,
});

export const tiedAccountSchema = z.object({
  /** Null: lines are here, and no account is known yet. */
  account: bankAccountSchema.nullable(),
  months: z.array(tiedMonthSchema),
  remarks: z.array(tieRemarkSchema),
  /**
   * What the books have later than the bank, by the end of a month of the year at least: the first of it, and how much there is. It came in, or
   * was taken back (below zero for a receipt), after a lot had taken its day.
   */
  late: z.object({ count: z.number().int(), lines: z.array(lateLineSchema) }),
});
export type TiedAccount = z.output<typeof tiedAccountSchema>;

export const tiesSchema = z.object({
  year: z.number().int(),
  /** Those that have lines or an opening balance, and this one. */
  years: z.array(z.number().int()),
  accounts: z.array(tiedAccountSchema),
});
export type Ties = z.output<typeof tiesSchema>;

const TIES = "/banking/ties/";

export const readTies = defineRoute({
  method: "GET",
  path: TIES,
  summary:
    "Whether the lines of each bank account, what the bank says and the books are one sum, by month of a year",
  access: booksPolicy.exportBooks,
  query: z.object({
    year: z
      .string()
      .regex(/^20\d{2}$/, "Choisissez une année entre 2000 et 2099.")
      .optional(),
  }),
  response: tiesSchema,
});

export const stateBalance = defineRoute({
  method: "PUT",
  path: `${TIES}balances/`,
  invalidates: [TIES],
  summary:
    "What the bank says is on an account at the end of a day, when no statement tells; null takes it back",
  access: booksPolicy.importBankLines,
  body: z.strictObject({
    /** Null: the first account. */
    account_id: idSchema.nullable(),
    date: civilDateSchema,
    balance: moneySchema.nullable(),
  }),
  response: z.object({ date: civilDateSchema, balance: moneySchema.nullable() }),
});
