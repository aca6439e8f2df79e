import { z } from "zod";
import { BOOKS } from "../rules/invalidated.ts";
import { allocatedInvoiceSchema } from "./bank-parts.contract.ts";
import { NO_INVOICE_SELECTED } from "./banking.contract.ts";
import { booksPolicy } from "../rules/books.policy.ts";
import { clientAccountSchema } from "./client-accounts.contract.ts";
import { instantSchema } from "../units/civil-date-schema.ts";
import { moneySchema } from "../units/money-schema.ts";
import {
  defineRoute,
  idParamsSchema,
  idSchema,
  listOf,
  pageSchema,
  repeated,
  searchSchema,
  writtenIdSchema,
} from "./route.contract.ts";
import { choosableInvoiceSchema, personSchema } from "./user-actions.contract.ts";

/** How far from an amount that is searched an invoice may be: bank charges, rounding (LET-9). In euros. */
export const NEAR_AMOUNT_EUROS = 12;
export const UNPAID_PAGE_SIZE = 50;

export const unpaidInvoiceSchema = choosableInvoiceSchema.extend({
  /** What of the search found it best; `text` without any number or amount. */
  found_by: z.enum(["number", "amount", "near_amount", "text"]),
});
export type UnpaidInvoice = z.infer<typeof unpaidInvoiceSchema>;

export const searchUnpaidInvoices = defineRoute({
  method: "GET",
  path: "/banking/unpaid-invoices/",
  summary:
    "Unpaid invoices to choose from, best found first, 50 a page. Search: several numbers (blanks, commas, bars), an amount with comma or dot, cinema, week, film",
  access: booksPolicy.readInvoices,
  query: z.object({
    search: searchSchema,
    page: pageSchema,
    cinema: repeated(writtenIdSchema("Choisissez un cinéma par son identifiant.")),
    /** Those of this client too, whichever of its cinemas they are of; together with `cinema`, one of both is enough. */
    client_account: clientAccountSchema.optional(),
  }),
  response: listOf(unpaidInvoiceSchema),
});

export const BULK_LINES = 100;
const bulkOutcomes = ["lettered", "would_letter", "refused"] as const;

export const bulkLineSchema = z.object({
  user_action_id: idSchema,
  outcome: z.enum(bulkOutcomes),
  /** Of a refusal; both empty otherwise. */
  code: z.string(),
  message: z.string(),
  transaction_description: z.string(),
  transaction_amount: moneySchema.nullable(),
  /** Transaction minus what is left of the invoices; null when there is nothing to compare. */
  difference: moneySchema.nullable(),
  allocations: z.array(allocatedInvoiceSchema),
  surplus_amount: moneySchema,
});
export type BulkLine = z.infer<typeof bulkLineSchema>;

export const bulkReconciliation = defineRoute({
  method: "POST",
  path: "/banking/bulk-reconciliation/",
  invalidates: BOOKS,
  summary:
    "Letters several bank lines at once, each whole or not at all; `dry_run` tells what would happen. The same group again answers the first results",
  access: booksPolicy.decideUserActions,
  idempotent: "by-itself",
  body: z.strictObject({
    /** Made by the caller, once for each acceptance: it makes a second submission the first one. */
    group_key: z.uuid(),
    dry_run: z.boolean().optional(),
    lines: z
      .array(
        z.strictObject({
          user_action_id: idSchema,
          invoice_ids: z.array(idSchema).min(1, NO_INVOICE_SELECTED).max(100),
          /** A difference of a cent or more is refused without it (LET-2). */
          accept_difference: z.boolean().optional(),
          /** LET-2: what the person saw these invoices owe, after the lines before it. When they owe something else by now, a difference is refused. */
          seen_outstanding: moneySchema.meta({ examples: ["110.00"] }).optional(),
          /**
           * Of a dry run: whether the lines after it find what it pays gone. One that is not taken is told as if it were, after those
           * that are (LET-47). Without it a line is taken.
           */
          taken: z.enum(["always", "when_exact", "never"]).optional(),
        }),
      )
      .min(1)
      .max(BULK_LINES),
  }),
  response: z.object({
    group_key: z.uuid(),
    is_dry_run: z.boolean(),
    accepted: z.number().int(),
    refused: z.number().int(),
    /** Sum of the bank lines that are, or would be, lettered. */
    accepted_amount: moneySchema,
    lines: z.array(bulkLineSchema),
  }),
});

export const revertGroup = defineRoute({
  method: "POST",
  path: "/banking/revert-group/",
  invalidates: BOOKS,
  summary: "Undoes what still stands of a bulk acceptance, line by line; doing it twice changes nothing more",
  access: booksPolicy.decideUserActions,
  idempotent: "by-itself",
  body: z.strictObject({ group_key: z.uuid() }),
  response: z.object({
    group_key: z.uuid(),
    message: z.string(),
    reverted: z.number().int(),
    lines: z.array(
      z.object({
        user_action_id: idSchema,
        /** `already`: it was undone before; `other`: another decision was taken since, which stays. */
        outcome: z.enum(["reverted", "already", "other"]),
      }),
    ),
  }),
});

export const revertTransaction = defineRoute({
  method: "POST",
  path: "/banking/transactions/:id/revert/",
  invalidates: BOOKS,
  summary:
    "Undoes what letters a bank line, whoever decided it: for screens that know the line and not its action",
  access: booksPolicy.decideUserActions,
  idempotent: "in-transaction",
  params: idParamsSchema,
  /** Null of a line that nobody was asked about. */
  response: z.object({ message: z.string(), user_action_id: idSchema.nullable() }),
});

/** Letterings that the engine made alone, and those of them that people took apart for good. */
const measureSchema = z.object({
  automatic: z.number().int(),
  /** Without those that somebody then lettered the same way. What the bank took back is in neither count. */
  reverted: z.number().int(),
  /** Hundredths of a percent, rounded down; null without any. */
  precision_bp: z.number().int().nullable(),
});
export const PRECISION_DAYS = 90;

/** Hundredths of a percent: 9950 is 99.5 %. */
const WHOLE_BP = 10_000;
export const PRECISION_LINE_BP = { min: 9000, max: WHOLE_BP } as const;
export const MIN_SAMPLE = { min: 20, max: 10_000 } as const;

export interface PrecisionLine {
  readonly precision_line_bp: number;
  /** Fewer letterings than these count as so many. */
  readonly min_sample: number;
}

/** How sure it must be that the share of slips is above what the line allows. */
const LEAST_SURE = 0.95;

/**
 * How many of so many automatic letterings may be taken apart before automatic lettering pauses itself (LET-15): as many as chance
 * may bring where the line is kept. One more, and it is sure at 95 % that the share of slips is above what the line allows (the
 * lower end of the exact binomial interval). A small number counts as the least sample, the missing ones as right.
 */
export function slipsAllowed(automatic: number, line: PrecisionLine): number {
  const share = (WHOLE_BP - line.precision_line_bp) / WHOLE_BP;
  if (share <= 0) return 0;
  const of = Math.max(automatic, line.min_sample);
  // Terms of the binomial distribution as logarithms: the first ones of a large number are too small for a float.
  let term = of * Math.log1p(-share);
  let fewerOrAsMany = 0;
  for (let slips = 0; slips < of; slips++) {
    fewerOrAsMany += Math.exp(term);
    if (fewerOrAsMany >= LEAST_SURE) return slips;
    term += Math.log((of - slips) / (slips + 1)) + Math.log(share / (1 - share));
  }
  return of;
}

export const automaticLetteringSchema = z.object({
  is_on: z.boolean(),
  /** Why it is off: it fell under its line, or a person switched it off. */
  paused: z
    .object({ at: instantSchema, by: z.enum(["precision", "person"]), person: personSchema.nullable() })
    .nullable(),
  /** The open action that tells of it. */
  user_action_id: idSchema.nullable(),
  /** Under this precision it pauses itself. Hundredths of a percent. */
  precision_line_bp: z.number().int(),
  /** Fewer letterings than these count as so many: one slip of a beginner does not stop it. */
  min_sample: z.number().int(),
  last_90_days: measureSchema,
  ever: measureSchema,
  /** What the line is compared with: since it was last resumed, 90 days at most. */
  judged: measureSchema,
});
export type AutomaticLettering = z.infer<typeof automaticLetteringSchema>;

export const readAutomaticLettering = defineRoute({
  method: "GET",
  path: "/banking/automatic-lettering/",
  summary:
    "Whether automatic lettering runs, and how right it was: taken apart by people, of all that it lettered",
  access: booksPolicy.readUserActions,
  response: automaticLetteringSchema,
});

export const changeAutomaticLettering = defineRoute({
  method: "PATCH",
  path: "/banking/automatic-lettering/",
  invalidates: BOOKS,
  summary:
    "Pauses or resumes automatic lettering, or moves the line under which it pauses itself, at once if it is there",
  access: booksPolicy.decideUserActions,
  body: z.strictObject({
    is_on: z.boolean().optional(),
    precision_line_bp: z
      .number()
      .int()
      .min(PRECISION_LINE_BP.min)
      .max(PRECISION_LINE_BP.max)
      .meta({ examples: [9950, 9900] })
      .optional(),
    min_sample: z
      .number()
      .int()
      .min(MIN_SAMPLE.min)
      .max(MIN_SAMPLE.max)
      .meta({ examples: [600, 200] })
      .optional(),
  }),
  response: automaticLetteringSchema,
});
