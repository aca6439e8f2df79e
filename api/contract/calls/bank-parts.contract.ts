import { z } from "zod";
import { booksPolicy } from "../rules/books.policy.ts";
import { BOOKS } from "../rules/invalidated.ts";
import { civilDateSchema } from "../units/civil-date-schema.ts";
import { type Cents, cents } from "../units/money.ts";
import { currencyCodeSchema, moneySchema } from "../units/money-schema.ts";
import { clientCreditSchema, creditIdSchema } from "./client-credits.contract.ts";
import { defineRoute, idParamsSchema, idSchema } from "./route.contract.ts";

/** A bank line is split into so many parts at most. */
export const MOST_PARTS = 500;
/** A distributor's own list has so many accounts at most. */
export const MOST_ACCOUNTS = 100;

const SMALL_FEE: Cents = cents(30_00);
const LARGEST_FEE: Cents = cents(200_00);
const FEE_SHARE = 20;

/**
 * LET-42: what banks may keep of a receipt: a twentieth of what was sent, 30,00 € in any case, never more than 200,00 €.
 * @param sent what was received and what was kept of it
 */
export const largestFeeOf = (sent: Cents): Cents =>
  cents(Math.min(LARGEST_FEE, Math.max(SMALL_FEE, Math.floor(sent / FEE_SHARE))));

/** What a part of a bank line may be, beside the payment of an invoice. */
export const BANK_PART_KINDS = [
  "fees",
  "account",
  "unknown",
  "write_off",
  "credit",
  "advance",
  "refund",
] as const;
export type BankPartKind = (typeof BANK_PART_KINDS)[number];

const ACCOUNT = /^[1-9][0-9]{2,7}$/;
export const accountCodeSchema = z
  .string()
  .regex(ACCOUNT, "Saisissez un numéro de compte de 3 à 8 chiffres, par exemple 613200.")
  .meta({ examples: ["613200"] });
/** Amounts are signed as on the statement. */
const amount = moneySchema.meta({ examples: ["-12.50"] });

export const requestedPartSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("invoice"), invoice_id: idSchema, amount }),
  /** Bank fees, also what a foreign bank kept of a receipt. */
  z.strictObject({ kind: z.literal("fees"), amount }),
  /** An account of the distributor's list. */
  z.strictObject({ kind: z.literal("account"), account: accountCodeSchema, amount }),
  /** Nobody knows yet. */
  z.strictObject({ kind: z.literal("unknown"), amount }),
  /** What little an invoice is paid short (negative) or too much. */
  z.strictObject({ kind: z.literal("write_off"), invoice_id: idSchema, amount }),
  /** What a client paid too much: it stays his. */
  z.strictObject({ kind: z.literal("credit"), cinema_id: idSchema, amount }),
  /** What a client paid before its invoice. */
  z.strictObject({ kind: z.literal("advance"), cinema_id: idSchema, amount }),
  /** Negative: a credit of the client, used beside the invoices of the line. Those are then given with what they are settled of in all. */
  z.strictObject({ kind: z.literal("client_credit"), credit: creditIdSchema, amount }),
  /** Of a debit: a credit of a client that is given back. */
  z.strictObject({ kind: z.literal("refund"), credit: creditIdSchema, amount }),
  /** Of a debit: what an earlier receipt paid of an invoice, which is due again. */
  z.strictObject({ kind: z.literal("return"), transaction_id: idSchema, invoice_id: idSchema, amount }),
]);
export type RequestedPart = z.output<typeof requestedPartSchema>;

/** What a bank line pays of an invoice, and what that still owes afterwards. */
export const allocatedInvoiceSchema = z.object({
  invoice_id: idSchema,
  invoice_number: z.string(),
  amount: moneySchema,
  outstanding: moneySchema,
});

/** An invoice that a proposal would pay, or would make due again, with how much. */
const proposedInvoiceSchema = z.object({
  id: idSchema,
  invoice_number: z.string(),
  cinema_name: z.string(),
  amount: moneySchema,
});

/** A client credit that was used beside a bank line. */
export const usedCreditSchema = z.object({
  credit: creditIdSchema,
  /** In French: what it is. */
  label: z.string(),
  invoice_id: idSchema,
  invoice_number: z.string(),
  amount: moneySchema,
});

/** A part as it was decided. */
export const bankPartSchema = z.object({
  id: idSchema,
  kind: z.enum(BANK_PART_KINDS),
  amount: moneySchema,
  /** Of the kind `account`; empty otherwise. */
  account: z.string(),
  account_label: z.string(),
  /** Of a write-off; empty otherwise. */
  invoice_number: z.string(),
  /** Of a client's money; empty otherwise. */
  client_account: z.string(),
  cinema_name: z.string(),
  /** The client credit that it is, or that a refund gives back; null of other parts. */
  credit: creditIdSchema.nullable(),
  /** What of a credit is not used yet; null of parts that are none. */
  remaining: moneySchema.nullable(),
});
export type BankPart = z.output<typeof bankPartSchema>;

export const decideParts = defineRoute({
  method: "POST",
  path: "/banking/transactions/:id/parts/",
  invalidates: BOOKS,
  summary:
    "Decides a bank line, credit or debit, as parts that sum to its amount: invoices and client credits, fees, accounts, advances, write-offs, refunds, returns, not known yet",
  access: booksPolicy.decideUserActions,
  idempotent: "in-transaction",
  params: idParamsSchema,
  body: z.strictObject({
    parts: z.array(requestedPartSchema).min(1, "Indiquez au moins une part.").max(MOST_PARTS),
  }),
  response: z.object({
    message: z.string(),
    transaction_id: idSchema,
    /** Closed by it; null of a line that nobody was asked about. */
    user_action_id: idSchema.nullable(),
    allocations: z.array(allocatedInvoiceSchema),
    parts: z.array(bankPartSchema),
    credit_uses: z.array(usedCreditSchema),
  }),
});

export const acceptInternalTransfer = defineRoute({
  method: "POST",
  path: "/banking/transactions/:id/internal-transfer/",
  invalidates: BOOKS,
  summary:
    "Decides a bank line and another one as the two sides of a transfer between own accounts; doing it twice answers the same",
  access: booksPolicy.decideUserActions,
  idempotent: "in-transaction",
  params: idParamsSchema,
  body: z.strictObject({ other_transaction_id: idSchema }),
  response: z.object({ message: z.string(), transaction_ids: z.array(idSchema) }),
});

export const accountChoiceSchema = z.object({
  code: accountCodeSchema,
  label: z.string().trim().min(1, "Donnez un libellé au compte.").max(60),
});
export type AccountChoice = z.output<typeof accountChoiceSchema>;

export const readParts = defineRoute({
  method: "GET",
  path: "/banking/transactions/:id/parts/",
  summary: "What a bank line may be split into: the parts proposed, and the accounts to choose from",
  access: booksPolicy.readBankLines,
  params: idParamsSchema,
  response: z.object({
    transaction_id: idSchema,
    transaction_date: civilDateSchema,
    label: z.string(),
    amount: moneySchema,
    currency_code: currencyCodeSchema,
    /** What is decided of it already. */
    parts: z.array(bankPartSchema),
    /** What its words, or an earlier decision about who is named in it, propose; null when nothing does. */
    proposal: z
      .object({
        kind: z.enum(["fees", "account"]),
        account: z.string(),
        /** In French, for people. */
        reason: z.string(),
      })
      .nullable(),
    /** The other side, when it is a transfer between two own accounts that nobody has decided (LET-43). */
    internal_transfer: z
      .object({
        transaction_id: idSchema,
        transaction_date: civilDateSchema,
        label: z.string(),
        amount: moneySchema,
        /** The bank account that it is on. */
        account_label: z.string(),
        /** For both: the account 58 of the distributor's list. */
        account: z.string(),
        /** The evidence, in French. */
        reasons: z.array(z.string()),
      })
      .nullable(),
    accounts: z.array(accountChoiceSchema),
    /** What is decided of client credits beside it. */
    credit_uses: z.array(usedCreditSchema),
    /** Largest difference of one invoice that may be written off. */
    write_off_limit: moneySchema,
    /** Clients whom the line may be of: of his invoices and credits, and who is named in it. Parts that are a client's name their cinema. */
    clients: z.array(z.object({ cinema_id: idSchema, cinema_name: z.string(), client_account: z.string() })),
    /** What may be used beside its invoices, or given back by it. */
    credits: z.array(clientCreditSchema.omit({ uses: true })),
    /** Unpaid invoices of who is named in it. */
    open_invoices: z.array(
      z.object({
        id: idSchema,
        invoice_number: z.string(),
        invoice_date: civilDateSchema,
        cinema_id: idSchema,
        cinema_name: z.string(),
        client_account: z.string(),
        outstanding: moneySchema,
      }),
    ),
    /** Of a receipt that nobody has decided: invoices less client credits that are its amount to the cent, likeliest first; it is accepted as such parts. */
    net_payments: z.array(
      z.object({
        /** No other one speaks so much for itself. */
        is_likely: z.boolean(),
        /** The evidence, in French. */
        reasons: z.array(z.string()),
        /** Each with all that it owes. */
        invoices: z.array(proposedInvoiceSchema),
        /** Each with all that is left of it. */
        credits: z.array(
          z.object({
            credit: creditIdSchema,
            label: z.string(),
            /** Empty of what nobody knew. */
            cinema_name: z.string(),
            amount: moneySchema,
          }),
        ),
      }),
    ),
    /** Of a debit: the one of these credits that it proposes to give back whole (LET-44); null when none or several are as likely. */
    likely_refund: z
      .object({
        credit: creditIdSchema,
        /** The evidence, in French. */
        reasons: z.array(z.string()),
      })
      .nullable(),
    /** Of a debit that nobody has decided: earlier receipts that it may take back, likeliest first, with what each paid. */
    returns: z.array(
      z.object({
        transaction_id: idSchema,
        transaction_date: civilDateSchema,
        label: z.string(),
        amount: moneySchema,
        /** No other one speaks so much for itself: it is proposed. Of two that are as likely, neither is. */
        is_likely: z.boolean(),
        /** Somebody has decided what it pays: else it cannot be returned yet. */
        is_decided: z.boolean(),
        /** What the bank charged in the same line, below zero; null when its label names nothing. */
        fee: moneySchema.nullable(),
        /** The evidence, in French. */
        reasons: z.array(z.string()),
        /** Those that are due again. */
        invoices: z.array(proposedInvoiceSchema),
      }),
    ),
  }),
});

export const listAccountChoices = defineRoute({
  method: "GET",
  path: "/banking/account-choices/",
  summary: "The distributor's own short list of accounts for bank lines",
  access: booksPolicy.readBankLines,
  response: z.object({ results: z.array(accountChoiceSchema) }),
});

export const replaceAccountChoices = defineRoute({
  method: "PUT",
  path: "/banking/account-choices/",
  invalidates: ["/banking/account-choices/", "/banking/transactions/"],
  summary: "Replaces the list of accounts for bank lines; what was decided before keeps its account",
  access: booksPolicy.decideUserActions,
  body: z.strictObject({
    accounts: z
      .array(z.strictObject(accountChoiceSchema.shape))
      .min(1, "Indiquez au moins un compte.")
      .max(MOST_ACCOUNTS),
    /** The list as it was read: 409 when it is another one meanwhile. Without it the list is replaced whatever it is. */
    known_accounts: z.array(z.strictObject(accountChoiceSchema.shape)).max(MOST_ACCOUNTS).optional(),
  }),
  response: z.object({ results: z.array(accountChoiceSchema) }),
});
