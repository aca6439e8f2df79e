import { z } from "zod";
import { booksPolicy } from "../rules/books.policy.ts";
import { civilDateSchema } from "../units/civil-date-schema.ts";
import { moneySchema } from "../units/money-schema.ts";
import { boxOfficeStatsSchema } from "./box-office.contract.ts";
import { defineRoute } from "./route.contract.ts";

/** Cinema weeks that a preview lists, those that wait for somebody first; the others are counted. */
export const PREVIEW_WEEKS = 500;

/**
 * What the import makes of a cinema's week:
 * - `issued`: its documents are issued at once; `unchanged`: there is nothing to issue;
 * - `set_aside`: its declarations contradict known ones, and nothing else of it is new;
 * - what its documents wait for, as `DECLARATION_OUTCOMES` has it. They are told as they would be then.
 */
export const PREVIEWED_OUTCOMES = [
  "to_check",
  "set_aside",
  "client_incomplete",
  "cinema_not_validated",
  "supplier_incomplete",
  "automation_off",
  "not_validated",
  "issued",
  "unchanged",
] as const;
export type PreviewedOutcome = (typeof PREVIEWED_OUTCOMES)[number];

export const DOCUMENT_KINDS = ["invoice", "complement", "credit_note"] as const;
export type PreviewedDocumentKind = (typeof DOCUMENT_KINDS)[number];

export const previewedWeekSchema = z.object({
  /**
   * As the file names it: looking at a file does not open a cinema (SEC-16). One that it takes something from without naming it, by
   * its own name.
   */
  cinema_name: z.string(),
  city: z.string(),
  week_start: civilDateSchema,
  outcome: z.enum(PREVIEWED_OUTCOMES),
  /** What the cinema or the distributor lacks, when it waits for that. */
  missing: z.array(z.string()),
  /** None has a number yet. */
  documents: z.array(
    z.object({
      kind: z.enum(DOCUMENT_KINDS),
      total_net_amount: moneySchema,
      total_amount: moneySchema,
      /** Number of the invoice that a credit note takes from. */
      corrects: z.string().nullable(),
    }),
  ),
  /** Declarations of the file for it. */
  new_count: z.number().int(),
  corrected_count: z.number().int(),
  known_count: z.number().int(),
  set_aside_count: z.number().int(),
});
export type PreviewedWeek = z.infer<typeof previewedWeekSchema>;

const sumSchema = z.object({ count: z.number().int(), total: moneySchema });

export const reportPreviewSchema = z.object({
  file_name: z.string(),
  /** What the import would count. */
  stats: boxOfficeStatsSchema,
  /** Wednesdays of weeks that are not over: the import is confirmed first (BOX-10). */
  unfinished_weeks: z.array(civilDateSchema),
  /** What would be issued at once, VAT included. */
  issued: z.object({ invoice: sumSchema, complement: sumSchema, credit_note: sumSchema }),
  /** Documents that would wait. */
  held: sumSchema,
  /** Declarations that are refused, by cinema as the file names it (empty: not at all), in its order: of the first errors of `stats`. */
  refused: z.array(z.object({ cinema_name: z.string(), messages: z.array(z.string()) })),
  /** Cinema weeks for which nothing is issued or waits. */
  unchanged_count: z.number().int(),
  weeks_count: z.number().int(),
  weeks: z.array(previewedWeekSchema),
});
export type ReportPreview = z.infer<typeof reportPreviewSchema>;

export const previewReport = defineRoute({
  method: "POST",
  path: "/box-office/report-previews/",
  summary: "Tells what the import of a box-office report would issue, hold and refuse; nothing is saved",
  access: booksPolicy.importBoxOffice,
  upload: "xml_file",
  response: reportPreviewSchema,
});
