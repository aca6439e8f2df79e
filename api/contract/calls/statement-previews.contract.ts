import { z } from "zod";
import { BANKS, BOOKS } from "../rules/invalidated.ts";
import { booksPolicy } from "../rules/books.policy.ts";
import { civilDateSchema } from "../units/civil-date-schema.ts";
import { currencyCodeSchema, moneySchema } from "../units/money-schema.ts";
import { statementStatsSchema } from "./banking.contract.ts";
import { chosenLayoutsSchema } from "./statement-columns.contract.ts";
import { defineRoute, idSchema, writtenIdSchema } from "./route.contract.ts";

const PREVIEWS = "/banking/statement-previews/";

/** A statement that nobody has imported is kept that long (BANK-32). */
export const PREVIEW_STORED_HOURS = 24;
/** Operations that a preview shows; the others are counted. */
export const PREVIEW_LINES = 100;
/** Of more new operations nobody is told what would be lettered: that is found out at the import. */
export const PREVIEW_PLANNED_LINES = 5000;

const balanceSchema = z.object({ date: civilDateSchema, amount: moneySchema });

/** An account that the file brings something of. */
export const previewedAccountSchema = z.object({
  /** Null: the import will make it, or it is the only one and nobody has named it yet. */
  id: idSchema.nullable(),
  label: z.string(),
  /** Empty while no account is known. */
  ledger_account: z.string(),
  is_new: z.boolean(),
  /** Operations of the file, those that are known already among them. */
  line_count: z.number().int(),
  opening_balance: balanceSchema.nullable(),
  closing_balance: balanceSchema.nullable(),
});
export type PreviewedAccount = z.infer<typeof previewedAccountSchema>;

export const previewedLineSchema = z.object({
  transaction_date: civilDateSchema,
  label: z.string(),
  amount: moneySchema,
  currency_code: currencyCodeSchema,
  /** It is here already, or twice in the file. */
  is_known: z.boolean(),
});

const storedFile = {
  id: z.uuid(),
  file_name: z.string(),
  file_size: z.number().int(),
  expires_at: z.iso.datetime(),
};

export const readPreviewSchema = z.object({
  outcome: z.literal("read"),
  ...storedFile,
  ...statementStatsSchema.pick({
    bank: true,
    file_format: true,
    rows_read: true,
    ignored: true,
    credits: true,
    debits: true,
    total_credits: true,
    total_debits: true,
    currency: true,
    period_start: true,
    period_end: true,
    errors_count: true,
    errors: true,
    columns_from: true,
  }).shape,
  /** What the import would bring; totals above are theirs. */
  new_count: z.number().int(),
  known_count: z.number().int(),
  accounts: z.array(previewedAccountSchema),
  /** The file leaves something without an account, and there are several: the one that it would go to. */
  account_to_choose: idSchema.nullable(),
  /** What to check: sums and balances that do not agree, a hundred at most. */
  notes: z.array(z.string()),
  /** Days that a person confirms before the import: to come, or before the account existed. */
  days_to_confirm: z.array(z.string()),
  /** What would be lettered at once; null when there are too many operations to find out now. */
  lettering: z.object({ count: z.number().int(), total: moneySchema }).nullable(),
  /** The first ones, the newest first. */
  lines: z.array(previewedLineSchema),
  /** What this very file brought, once it was imported from here. */
  imported: statementStatsSchema.nullable(),
});
export type ReadPreview = z.infer<typeof readPreviewSchema>;

export const statementPreviewSchema = z.discriminatedUnion("outcome", [
  readPreviewSchema,
  /** A table whose columns say nothing to us; it is stored, so that its person can say which column is what. */
  z.object({ outcome: z.literal("unknown_layout"), ...storedFile, message: z.string() }),
]);
export type StatementPreview = z.infer<typeof statementPreviewSchema>;

/** The bank account of what the statement leaves without one; else the first one. */
const accountQuery = z.object({
  bank_account: writtenIdSchema(
    "Choisissez un compte bancaire de la liste, celui-ci n’existe pas.",
  ).optional(),
});
const previewParams = z.object({ id: z.uuid() });

export const previewStatement = defineRoute({
  method: "POST",
  path: PREVIEWS,
  summary: "Keeps a bank statement as it came and tells what its import would bring; nothing counts yet",
  access: booksPolicy.importBankLines,
  query: accountQuery,
  upload: "file",
  /** What is said of the columns of its tables (BANK-30); it counts for the import too, which remembers it. */
  uploadFields: { layout: chosenLayoutsSchema },
  response: statementPreviewSchema,
  status: 201,
});

export const readStatementPreview = defineRoute({
  method: "GET",
  path: `${PREVIEWS}:id/`,
  summary: "Tells anew what a stored statement would bring, on another account too",
  access: booksPolicy.importBankLines,
  params: previewParams,
  query: accountQuery,
  response: statementPreviewSchema,
});

export const importPreviewedStatement = defineRoute({
  method: "POST",
  path: `${PREVIEWS}:id/import/`,
  invalidates: [...BOOKS, ...BANKS, "/banking/statement-layouts/", "/banking/statement-imports/", PREVIEWS],
  summary: "Imports a stored statement and letters what is certain; doing it twice answers the first result",
  access: booksPolicy.importBankLines,
  idempotent: "by-itself",
  params: previewParams,
  body: z.strictObject({
    bank_account: idSchema.optional(),
    /** Needed when the preview asks about days. */
    days_confirmed: z.boolean().optional(),
  }),
  response: z.object({ stats: statementStatsSchema }),
});

export const dropStatementPreview = defineRoute({
  method: "DELETE",
  path: `${PREVIEWS}:id/`,
  summary: "Removes a stored statement that nobody has imported",
  access: booksPolicy.importBankLines,
  params: previewParams,
  status: 204,
});
