import { z } from "zod";
import { BANKS, BOOKS } from "../rules/invalidated.ts";
import { booksPolicy } from "../rules/books.policy.ts";
import { civilDateSchema } from "../units/civil-date-schema.ts";
import { moneySchema } from "../units/money-schema.ts";
import { STATEMENT_FORMATS } from "./banking.contract.ts";
import { defineRoute, idParamsSchema, idSchema, listOf, noBodySchema, pageSchema } from "./route.contract.ts";

const IMPORTS = "/banking/statement-imports/";
const INVALIDATED = [...BOOKS, ...BANKS, IMPORTS, "/banking/statement-previews/"] as const;

/** Imports a page. */
export const IMPORTS_PAGE_SIZE = 20;

const personSchema = z.object({ first_name: z.string(), last_name: z.string(), email: z.string() });

/** A bank statement that was imported, and what became of it. */
export const statementImportSchema = z.object({
  id: idSchema,
  file_name: z.string(),
  file_size: z.number().int(),
  created_at: z.string(),
  /** Null of one that nobody asked for. */
  created_by: personSchema.nullable(),
  bank: z.string().nullable(),
  file_format: z.enum(STATEMENT_FORMATS).nullable(),
  period_start: civilDateSchema.nullable(),
  period_end: civilDateSchema.nullable(),
  /** Operations that it brought, at the time. */
  imported: z.number().int(),
  duplicates: z.number().int(),
  /** Those of them that are here now. */
  line_count: z.number().int(),
  /** What the file says is on its accounts, by account the first opening and the last closing balance. */
  balances: z.array(
    z.object({
      /** Empty of the first account while it has no name. */
      account_label: z.string(),
      kind: z.enum(["opening", "closing"]),
      date: civilDateSchema,
      amount: moneySchema,
    }),
  ),
  /** Operations that it brought nothing of, as they were known, may have gone with an import that was taken back since. */
  may_lack: z.boolean(),
  /** Imports from before files were kept have none. */
  has_file: z.boolean(),
  taken_back: z.object({ at: z.string(), by: personSchema.nullable() }).nullable(),
});
export type StatementImport = z.infer<typeof statementImportSchema>;

export const listStatementImports = defineRoute({
  method: "GET",
  path: IMPORTS,
  summary: "The bank statements that were imported, newest first, 20 a page",
  access: booksPolicy.readBankLines,
  query: z.object({ page: pageSchema }),
  response: listOf(statementImportSchema),
});

export const downloadStatement = defineRoute({
  method: "GET",
  path: `${IMPORTS}:id/file/`,
  summary: "The file of an import, as it came",
  access: booksPolicy.readBankLines,
  params: idParamsSchema,
  binary: "application/octet-stream",
});

export const takeBackStatement = defineRoute({
  method: "POST",
  path: `${IMPORTS}:id/take-back/`,
  invalidates: INVALIDATED,
  summary:
    "Takes an import back whole: its operations go, and what was lettered of them; doing it twice answers the first result",
  access: booksPolicy.importBankLines,
  idempotent: "in-transaction",
  params: idParamsSchema,
  body: noBodySchema,
  response: z.object({ message: z.string(), removed: z.number().int() }),
});

export const previewStatementAgain = defineRoute({
  method: "POST",
  path: `${IMPORTS}:id/preview/`,
  summary: "Keeps the file of an import once more, for a preview of what it would bring now",
  access: booksPolicy.importBankLines,
  params: idParamsSchema,
  body: noBodySchema,
  response: z.object({ preview: z.uuid() }),
  status: 201,
});
