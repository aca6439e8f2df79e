import { z } from "zod";
import { booksPolicy } from "../rules/books.policy.ts";
import { civilDateSchema, instantSchema } from "../units/civil-date-schema.ts";
import { moneySchema } from "../units/money-schema.ts";
import { accountOfFileSchema } from "./bank-accounts.contract.ts";
import { MOST_COLUMNS, MOST_LABEL_PARTS } from "../rules/statement-files.ts";
import { defineRoute, idParamsSchema, idSchema } from "./route.contract.ts";

/** Rows between the header and the first operation, and rows that a person is shown. */
const MOST_ROWS = 40;
/** Tables of one file that may have a layout of their own. */
const MOST_LAYOUTS = 20;

export const DECIMAL_MARKS = ["any", "comma", "dot"] as const;
export const DATE_ORDERS = ["day_first", "month_first"] as const;
export const AMOUNT_SIGNS = ["as_written", "reversed"] as const;

const column = z
  .number()
  .int()
  .min(0)
  .max(MOST_COLUMNS - 1);
const headerKey = z.string().regex(/^[0-9a-f]{64}$/);

/** What a person says of the columns of a table, as far as it is said; columns from 0. */
export const columnChoiceSchema = z.strictObject({
  date: column.nullable(),
  value_date: column.nullable(),
  /** In the order in which they make the label. */
  labels: z.array(column).max(MOST_LABEL_PARTS),
  amount: column.nullable(),
  debit: column.nullable(),
  credit: column.nullable(),
  /** Says which way the money goes. */
  sense: column.nullable(),
  /** What `sense` says of a debit; empty: the words that banks use. */
  debit_word: z.string().trim().max(40),
  balance: column.nullable(),
  currency: column.nullable(),
  reference: column.nullable(),
  account: column.nullable(),
  /** Operations of which it says that they are not settled are left out. */
  status: column.nullable(),
  decimal_mark: z.enum(DECIMAL_MARKS),
  date_order: z.enum(DATE_ORDERS),
  /** `reversed`: what the column of amounts writes above zero leaves the account. */
  sign: z.enum(AMOUNT_SIGNS),
});
export type ColumnChoice = z.output<typeof columnChoiceSchema>;

/** What lacks before a table can be read so, by the field of the choice that it is said under. */
export function choiceProblems({
  date,
  labels,
  amount,
  debit,
  credit,
  sign,
}: ColumnChoice): Partial<Record<"date" | "labels" | "amount" | "sign", string>> {
  const hasBoth = amount !== null && (debit !== null || credit !== null);
  return {
    ...(date === null ? { date: "Indiquez la colonne de la date." } : {}),
    ...(labels.length === 0 ? { labels: "Indiquez la colonne du libellé." } : {}),
    ...(amount === null && debit === null && credit === null
      ? { amount: "Indiquez la colonne du montant, ou celles du débit et du crédit." }
      : {}),
    ...(hasBoth ? { amount: "Gardez soit le montant, soit le débit et le crédit." } : {}),
    ...(sign === "reversed" && amount === null && !(debit === null && credit === null)
      ? { sign: "Le sens ne s’inverse que pour une colonne de montants." }
      : {}),
  };
}

/** A choice with which a table can be read, and the tables that it is for. */
export const chosenLayoutSchema = z.strictObject({
  /** Of the row of names, or of the shape of a table without one: as `describeStatement` gives it. */
  header_key: headerKey,
  /** Rows between the names, or the beginning of the table, and the first operation. */
  skip: z.number().int().min(0).max(MOST_ROWS),
  columns: columnChoiceSchema.superRefine((choice, context) => {
    for (const [field, message] of Object.entries(choiceProblems(choice)))
      context.addIssue({ code: "custom", path: [field], message });
  }),
});
export type ChosenLayout = z.output<typeof chosenLayoutSchema>;

/** The field `layout` of an upload: JSON of these. */
export const chosenLayoutsSchema = z.array(chosenLayoutSchema).max(MOST_LAYOUTS);

/** Code of a refusal that a choice of columns mends. */
export const UNKNOWN_COLUMNS = "unknown_columns";

const shownRowSchema = z.strictObject({
  /** Where it stands in its file, from 1. */
  line: z.number().int().positive().max(Number.MAX_SAFE_INTEGER),
  cells: z.array(z.string().max(200)).max(MOST_COLUMNS),
});

/** A table of a file as it begins, for a person who says which column is what. */
export const statementTableSchema = z.object({
  /** Of the sheet, or of the file in an archive; empty of a file that is one table. */
  name: z.string(),
  /** The sign between its cells; empty of a sheet. */
  separator: z.string(),
  /** `key` is the one of a table whose names of columns stand in this row. */
  rows: z.array(shownRowSchema.strip().extend({ key: headerKey })),
  /** Of a table without names of columns. */
  shape_key: headerKey,
  /** How many columns it has. */
  width: z.number().int(),
  /** Index in `rows` of the names of its columns; null: it has none. */
  header: z.number().int().nullable(),
  /** Index in `rows` of the first operation. */
  first: z.number().int(),
  choice: columnChoiceSchema.strip(),
  /** Where the choice comes from: an earlier import, names of columns that are known, or what the cells look like. */
  origin: z.enum(["remembered", "recognised", "guessed"]),
});
export type StatementTable = z.output<typeof statementTableSchema>;

export const describeStatement = defineRoute({
  method: "POST",
  path: "/banking/statement-columns/",
  summary:
    "How the tables of a bank's file begin and what their columns may be, those that are not recognised first; nothing is saved",
  access: booksPolicy.importBankLines,
  query: accountOfFileSchema,
  upload: "file",
  /** What is said already of other tables of the file. */
  uploadFields: { layout: chosenLayoutsSchema },
  response: z.object({ tables: z.array(statementTableSchema) }),
});

/** How a row reads under a choice of columns. */
export const rowPreviewSchema = z.object({
  line: z.number().int(),
  kind: z.enum(["operation", "ignored", "error"]),
  date: civilDateSchema.nullable(),
  value_date: civilDateSchema.nullable(),
  label: z.string(),
  amount: moneySchema.nullable(),
  currency_code: z.string(),
  balance: moneySchema.nullable(),
  /** Of a row in error: what cannot be read. */
  message: z.string(),
});
export type RowPreview = z.output<typeof rowPreviewSchema>;

export const previewColumns = defineRoute({
  method: "POST",
  path: "/banking/statement-columns/preview/",
  summary: "How rows of a table read under a choice of columns; nothing is saved",
  access: booksPolicy.importBankLines,
  body: z.strictObject({
    /** From the first operation on. */
    rows: z.array(shownRowSchema).max(MOST_ROWS),
    columns: chosenLayoutSchema.shape.columns,
  }),
  response: z.object({
    rows: z.array(rowPreviewSchema),
    /** What to check of them together: a column of balances that does not follow the amounts. */
    notes: z.array(z.string()),
  }),
});

/** A choice of columns that an import has made known. */
export const rememberedLayoutSchema = z.object({
  id: idSchema,
  /** Null: the first account. */
  bank_account_id: idSchema.nullable(),
  /** Names of the columns, as the file writes them; empty of a table without. */
  header: z.array(z.string()),
  columns: columnChoiceSchema.strip(),
  created_at: instantSchema,
  used_at: instantSchema,
});
export type RememberedLayout = z.output<typeof rememberedLayoutSchema>;

const LAYOUTS = "/banking/statement-layouts/";
export const listStatementLayouts = defineRoute({
  method: "GET",
  path: LAYOUTS,
  summary: "The choices of columns that statements of an account are read by, the one used last first",
  access: booksPolicy.readBankLines,
  response: z.object({ results: z.array(rememberedLayoutSchema) }),
});
export const forgetStatementLayout = defineRoute({
  method: "DELETE",
  path: `${LAYOUTS}:id/`,
  invalidates: [LAYOUTS],
  summary: "Forgets a choice of columns: a statement with them is asked about again; what was imported stays",
  access: booksPolicy.importBankLines,
  params: idParamsSchema,
  status: 204,
});
