import { z } from "zod";
import { booksPolicy } from "../rules/books.policy.ts";
import { civilDateSchema, instantSchema } from "../units/civil-date-schema.ts";
import { moneySchema } from "../units/money-schema.ts";
import type { ExportFormat } from "./exports.contract.ts";
import { defineRoute, idParamsSchema, idSchema, listOf, pageSchema } from "./route.contract.ts";

export const LOTS_PAGE_SIZE = 20;

/** Accounting entries that were handed over together, and never change (EXP-10). */
export const lotSchema = z.object({
  id: idSchema,
  /** Without a gap in its year. */
  number: z.number().int(),
  year: z.number().int(),
  period_from: civilDateSchema,
  period_to: civilDateSchema,
  created_at: instantSchema,
  created_by_name: z.string(),
  entry_count: z.number().int(),
  /** Of them, those that take entries of earlier lots back. */
  reversal_count: z.number().int(),
  /** Debit, which is credit. */
  total_amount: moneySchema,
  files: z.array(z.object({ format: z.enum(["A", "B", "C"]), size: z.number().int(), sha256: z.string() })),
});
export type Lot = z.infer<typeof lotSchema>;

export const lotPreviewSchema = z.object({
  period_from: civilDateSchema,
  period_to: civilDateSchema,
  entry_count: z.number().int(),
  reversal_count: z.number().int(),
  /** Entries of days that an earlier lot closed: they get a day of this one. */
  late_count: z.number().int(),
  /** Bank lines of the period that have no end yet: their entries would be on 471000 (LET-46). */
  lines_without_end: z.number().int(),
  /** The books know days from before the first lot, or before this one when it is the first: their entries are in none. */
  has_older: z.boolean(),
  total_amount: moneySchema,
  journals: z.array(
    z.object({
      journal: z.string(),
      label: z.string(),
      entry_count: z.number().int(),
      total_amount: moneySchema,
    }),
  ),
});
export type LotPreview = z.infer<typeof lotPreviewSchema>;

/** A lot of large books, which is made beside the request: under way, or why it failed. */
export const lotPreparationSchema = z.object({
  state: z.enum(["queued", "running", "failed"]),
  /** In French; of one that is tried again by itself too. */
  message: z.string(),
  percent: z.number().int(),
  period_from: civilDateSchema,
  period_to: civilDateSchema,
  requested_at: instantSchema,
  requested_by_name: z.string(),
});
export type LotPreparation = z.infer<typeof lotPreparationSchema>;

const LOTS = "/accounting/lots/";

export const listLots = defineRoute({
  method: "GET",
  path: LOTS,
  summary: "Lots of accounting entries, the latest first",
  access: booksPolicy.exportBooks,
  query: z.object({ page: pageSchema }),
  response: listOf(lotSchema),
});

export const previewLot = defineRoute({
  method: "GET",
  path: `${LOTS}preview/`,
  summary:
    "What the next lot would hold; by default from the day after the last one to the end of the last month",
  access: booksPolicy.exportBooks,
  query: z.object({ from: civilDateSchema.optional(), to: civilDateSchema.optional() }),
  response: lotPreviewSchema,
});

export const makeLot = defineRoute({
  method: "POST",
  path: LOTS,
  summary:
    "Posts the entries of a period that no lot holds, and reverses those that changed; of large books it answers a preparation to follow",
  access: booksPolicy.closeBooks,
  body: z.strictObject({ period_from: civilDateSchema, period_to: civilDateSchema }),
  response: z.union([lotSchema, z.object({ preparation: lotPreparationSchema })]),
  status: 201,
  idempotent: "in-transaction",
  invalidates: [LOTS, "/banking/ties/"],
});

export const lotPreparation = defineRoute({
  method: "GET",
  path: `${LOTS}preparation/`,
  summary: "The lot that is under way, or why the last one that was asked for failed; else null",
  access: booksPolicy.exportBooks,
  response: z.object({ preparation: lotPreparationSchema.nullable() }),
});

const fileRoute = (format: ExportFormat) =>
  defineRoute({
    method: "GET",
    path: `${LOTS}:id/${format.toLowerCase() as Lowercase<ExportFormat>}/`,
    summary: `File of a lot, format ${format}: the same bytes each time`,
    access: booksPolicy.exportBooks,
    params: idParamsSchema,
    binary: "text/csv",
  });
export const lotFileRoutes = { A: fileRoute("A"), B: fileRoute("B"), C: fileRoute("C") };

/** `lot_2026-003_a.csv` */
export const lotFileName = ({ year, number }: Pick<Lot, "year" | "number">, format: ExportFormat): string =>
  `lot_${year}-${String(number).padStart(3, "0")}_${format.toLowerCase()}.csv`;
