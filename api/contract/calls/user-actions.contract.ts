import { z } from "zod";
import { BOOKS } from "../rules/invalidated.ts";
import { FIELD_MESSAGES } from "../rules/field-messages.ts";
import { booksPolicy } from "../rules/books.policy.ts";
import { civilDateSchema, instantSchema } from "../units/civil-date-schema.ts";
import { currencyCodeSchema, moneySchema } from "../units/money-schema.ts";
import { accountFilterSchema } from "./bank-accounts.contract.ts";
import { invoiceStatusSchema } from "./invoices.contract.ts";
import { lineOriginSchema } from "./line-evidence.contract.ts";
import {
  defineRoute,
  idParamsSchema,
  idSchema,
  listOf,
  pageSchema,
  periodFields,
  repeated,
  searchSchema,
} from "./route.contract.ts";

export const REJECTION_REASON_MAX = 500;

export const USER_ACTION_STATUSES = [
  "PENDING",
  "DONE",
  "REJECTED",
  "CREATED",
  "AWAITING_INVOICE_SELECTION",
] as const;
export const userActionStatusSchema = z.enum(USER_ACTION_STATUSES);
export type UserActionStatus = z.infer<typeof userActionStatusSchema>;

/** What makes a ready-made set of invoices one: the engine's own names. */
export const CANDIDATE_KINDS = [
  "single_reference",
  "reference_set",
  "weak_reference",
  "typo_reference",
  "exact_single",
  "near_single",
  "bank_charges",
  "week_set",
  "whole_balance",
  "subset",
  "oldest_first",
  "partial",
  "overpaid",
  "amount_only",
] as const;

/**
 * `other` stands for a name that this reader does not know: sets are kept as they were proposed, so that one engine's names meet
 * another's, and a page that was opened before an update reads what comes after it.
 */
export const candidateKindSchema = z.enum([...CANDIDATE_KINDS, "other"]).catch("other");
export type CandidateKind = z.output<typeof candidateKindSchema>;

export const candidateSchema = z.object({
  invoice_ids: z.array(idSchema),
  kind: candidateKindSchema,
  /** In French, for people. */
  reasons: z.array(z.string()),
  difference: moneySchema,
  alternatives: z.number().int(),
});

export const personSchema = z.object({ first_name: z.string(), last_name: z.string(), email: z.string() });
export type PersonName = z.infer<typeof personSchema>;

/** Who or what closed an action, when and why. */
export const decisionSchema = z.object({
  /** `closed`: done without invoices. */
  outcome: z.enum(["lettered", "closed", "rejected"]),
  /** The engine's own, for `reasons`. */
  is_automatic: z.boolean(),
  /** Null when the system did it, or somebody out of the reader's sight (a super admin). */
  decided_by: personSchema.nullable(),
  decided_at: instantSchema.nullable(),
  /** What let the engine decide alone (G1…G4); empty for people. */
  gate: z.string(),
  /** The evidence, in French; empty for people, who need none. */
  reasons: z.array(z.string()),
  /** Of a bulk acceptance: `POST /banking/revert-group/` undoes all of it. */
  group_key: z.uuid().nullable(),
});
export type Decision = z.infer<typeof decisionSchema>;

export const userActionSchema = z.object({
  id: idSchema,
  status: userActionStatusSchema,
  reason: z.string(),
  reason_code: z.string(),
  explanation: z.array(z.string()),
  transaction_id: idSchema.nullable(),
  transaction_date: civilDateSchema.nullable(),
  transaction_description: z.string(),
  transaction_amount: moneySchema.nullable(),
  currency_code: currencyCodeSchema,
  created_at: instantSchema,
  suggested_invoices: z.object({ near_rounded: z.array(idSchema), partial: z.array(idSchema) }),
  candidates: z.array(candidateSchema),
  /** What the decision allocated; empty while the action is open. */
  allocations: z.array(z.object({ invoice_id: idSchema, invoice_number: z.string(), amount: moneySchema })),
  /** What the decision kept beyond the invoices (LET-3). */
  surplus_amount: moneySchema,
  /** Null while the action is open. */
  decision: decisionSchema.nullable(),
  /** Bank lines that want the same invoice, look like this one or return it. */
  related_transactions: z.array(
    z.object({
      transaction_id: idSchema,
      transaction_date: civilDateSchema,
      label: z.string(),
      amount: moneySchema,
      user_action_id: idSchema.nullable(),
      status: userActionStatusSchema.nullable(),
    }),
  ),
  /** Who is to decide it (LET-52); absent from servers of before. */
  assigned_to: personSchema.extend({ id: idSchema }).nullable().optional(),
  /** COM-3; absent from servers of before. */
  comment_count: z.number().int().optional(),
  file_count: z.number().int().optional(),
  /** What an action without bank line is about. */
  invoice_id: idSchema.nullable(),
  cinema_id: idSchema.nullable(),
});
export type UserAction = z.infer<typeof userActionSchema>;

/** LET-4: DONE and REJECTED are closed, only 'Annuler' is offered on them. */
export const isClosed = (status: UserActionStatus): boolean => status === "DONE" || status === "REJECTED";

/** LET-4: moves that PATCH may make. Choosing invoices and undoing have their own calls. */
export function canMoveUserAction(from: UserActionStatus, to: UserActionStatus): boolean {
  if (isClosed(from)) return false;
  if (to === "REJECTED") return true;
  return to === "DONE" && from !== "AWAITING_INVOICE_SELECTION";
}

const wordSchema = z.string().regex(/^[a-z][a-z_]{0,49}$/, "Choisissez une raison de la liste.");

/** Within open ones and within closed ones: by the bank's day or by the amount of its line, else newest first (UI-12). */
export const USER_ACTION_ORDERINGS = [
  "transaction_date",
  "-transaction_date",
  "transaction_amount",
  "-transaction_amount",
] as const;
export type UserActionOrdering = (typeof USER_ACTION_ORDERINGS)[number];

/** What narrows the list. Repeated parameters are alternatives. */
export const userActionFilterSchema = accountFilterSchema.extend({
  status: repeated(userActionStatusSchema),
  reason_code: repeated(wordSchema),
  /** Kind of the first candidate: those that can be accepted together. */
  suggestion: repeated(z.enum(CANDIDATE_KINDS, "Choisissez un genre de proposition de la liste.")),
  /** `true`: only those whose first candidate differs by less than a cent. */
  exact: z.enum(["true"]).optional(),
  /** `automatic`: only those whose automatic lettering people took apart, of those that decide whether it pauses (LET-15). */
  undone: z.enum(["automatic"]).optional(),
  /** `me`: only what is the caller's to decide; `nobody`: what is nobody's yet (LET-52). */
  assigned: z.enum(["me", "nobody"], "Choisissez «\u00a0me\u00a0» ou «\u00a0nobody\u00a0».").optional(),
  /** Words of the label, or an amount with a comma or a dot. */
  search: searchSchema,
  ordering: z.enum(USER_ACTION_ORDERINGS, FIELD_MESSAGES.choice(USER_ACTION_ORDERINGS.join(", "))).optional(),
  /** Days of the bank; of what no bank line asks, those on which it was asked. */
  ...periodFields,
});

export const listUserActions = defineRoute({
  method: "GET",
  path: "/user-actions/",
  summary:
    "User actions, open ones first, newest first. Whole and streamed without `page`, 100 a page with it",
  access: booksPolicy.readUserActions,
  query: userActionFilterSchema.extend({ page: pageSchema }),
  response: listOf(userActionSchema),
});

/** Why nobody is asked about a credit (LET-51). `earlier` is of before reasons were kept. */
export const ignoredReasonSchema = z.enum(["bank_operation", "other_currency", "other_purpose", "earlier"]);
export type IgnoredReason = z.output<typeof ignoredReasonSchema>;

/** How long the queue is, and what it is made of. */
export const userActionOverviewSchema = z.object({
  open: z.object({
    count: z.number().int(),
    /** Sum of their bank lines in euros. */
    amount: moneySchema,
    oldest_created_at: instantSchema.nullable(),
    oldest_transaction_date: civilDateSchema.nullable(),
  }),
  done: z.number().int(),
  rejected: z.number().int(),
  /** Bank lines in euros that have no end, and that no open action asks about (LET-46). */
  lines_without_end: z.number().int(),
  /** Credits that nobody is asked about, and that nobody has decided, by their reason (LET-51). Absent from servers of before. */
  ignored: z.array(z.object({ reason: ignoredReasonSchema, count: z.number().int() })).optional(),
  /** Closed by people since midnight in Paris: with `open`, how far today's work is. */
  closed_today: z.number().int(),
  /** Of the open ones, most frequent first. */
  by_reason: z.array(
    z.object({
      reason_code: z.string(),
      reason: z.string(),
      count: z.number().int(),
      oldest_created_at: instantSchema,
    }),
  ),
  /** Of the open ones that have a candidate: the kind of the first, and how many of them differ by less than a cent. */
  by_suggestion: z.array(
    z.object({ kind: candidateKindSchema, count: z.number().int(), exact: z.number().int() }),
  ),
});
export type UserActionOverview = z.infer<typeof userActionOverviewSchema>;

export const readUserActionOverview = defineRoute({
  method: "GET",
  path: "/user-actions/overview/",
  summary: "Counts of the queue, or of one bank account's: how many wait, since when, for which reasons",
  access: booksPolicy.readUserActions,
  query: accountFilterSchema,
  response: userActionOverviewSchema,
});

/** A decision of people or of the engine, or its undoing. What was accepted at once is one entry. */
export const historyEntrySchema = z.object({
  /** Unique in the answer. */
  key: z.string(),
  at: instantSchema,
  kind: z.enum(["lettered", "closed", "rejected", "reverted"]),
  is_automatic: z.boolean(),
  /** Null when the system did it, or somebody out of the reader's sight. */
  actor: personSchema.nullable(),
  group_key: z.uuid().nullable(),
  count: z.number().int(),
  /** Sum of their bank lines in euros. */
  amount: moneySchema,
  /** The first five bank labels, or descriptions. */
  subjects: z.array(z.string()),
  /** Why it was rejected, when somebody said so (LET-53). */
  rejection_reason: z.string().default(""),
  /** The first hundred. */
  user_action_ids: z.array(idSchema),
  /** Of them, the bank lines that nobody was asked about: these are undone by the line. */
  transaction_ids: z.array(idSchema),
  /** How many of them stand still: these can be undone. */
  standing: z.number().int(),
});
export type HistoryEntry = z.infer<typeof historyEntrySchema>;

export const HISTORY_ENTRIES = 50;
export const listDecisions = defineRoute({
  method: "GET",
  path: "/user-actions/history/",
  summary: "The latest fifty decisions, newest first: who decided what and when, to undo it",
  access: booksPolicy.readUserActions,
  /** `me`: the caller's own; `people` by default: anybody's but the engine's. */
  query: z.object({ by: z.enum(["me", "people", "all"]).optional() }),
  response: z.object({ results: z.array(historyEntrySchema) }),
});

/** An invoice as one chooses it for a bank line. */
export const choosableInvoiceSchema = z.object({
  id: idSchema,
  invoice_number: z.string(),
  invoice_date: civilDateSchema,
  due_date: civilDateSchema,
  cinema_id: idSchema,
  cinema_name: z.string(),
  week_display: z.string(),
  film_titles: z.array(z.string()),
  total_amount: moneySchema,
  outstanding: moneySchema,
  status: invoiceStatusSchema,
  /** Its PDF, if there is one: `GET /invoices/files/{id}/`. */
  file_id: idSchema.nullable(),
});
export type ChoosableInvoice = z.infer<typeof choosableInvoiceSchema>;

/** Where what an action asks for is written (UI-25). */
export const remedySchema = z.object({
  /** A cinema's card, which super admins write; or the distributor's own company, which its people complete. */
  place: z.enum(["cinema", "company"]),
  cinema: z
    .object({
      id: idSchema,
      name: z.string(),
      city: z.string(),
      /** Of a file alone: the console attaches it first. */
      is_sandboxed: z.boolean(),
    })
    .nullable(),
  /** Fields of the place that are empty now; the first of them is opened. */
  fields: z.array(z.string()),
  /** The distributor's own setting for the cinema that says it too: its people write it themselves. */
  settings_field: z.enum(["additional_invoice_emails", "additional_reminder_emails"]).nullable(),
});
export type Remedy = z.infer<typeof remedySchema>;

export const userActionDetailSchema = userActionSchema.extend({
  /** Null when nothing is to be written anywhere, or when that is done. */
  remedy: remedySchema.nullable(),
  /** Of its bank line; null of an action without one. */
  origin: lineOriginSchema.nullable(),
  candidates: z.array(
    candidateSchema.extend({
      invoices: z.array(choosableInvoiceSchema),
      /** False once one of its invoices is paid, in default or gone. `difference` is that of now. */
      is_available: z.boolean(),
    }),
  ),
  /** What happened to its bank line, newest first. */
  events: z.array(
    z.object({
      key: z.string(),
      at: instantSchema,
      kind: z.enum(["imported", "lettered", "reverted"]),
      is_automatic: z.boolean(),
      actor: personSchema.nullable(),
      invoice_numbers: z.array(z.string()),
      reasons: z.array(z.string()),
    }),
  ),
});
export type UserActionDetail = z.infer<typeof userActionDetailSchema>;

export const getUserAction = defineRoute({
  method: "GET",
  path: "/user-actions/:id/",
  summary: "One action with the invoices of its candidates as they are now, and the history of its bank line",
  access: booksPolicy.readUserActions,
  params: idParamsSchema,
  response: userActionDetailSchema,
});
export const updateUserAction = defineRoute({
  method: "PATCH",
  path: "/user-actions/:id/",
  invalidates: BOOKS,
  summary: "Resolves or rejects an action; a rejection may say why",
  access: booksPolicy.decideUserActions,
  params: idParamsSchema,
  body: z.strictObject({
    status: z.enum(["DONE", "REJECTED"]),
    /** Read of a rejection alone. */
    rejection_reason: z.string().trim().max(REJECTION_REASON_MAX, FIELD_MESSAGES.maxLength).optional(),
    /** Says why of what is rejected already; of anything else it is a 409 `not_rejected` instead of a decision (LET-53). */
    only_explains: z.boolean().optional(),
  }),
  response: userActionSchema,
});
export const assignUserAction = defineRoute({
  method: "PUT",
  path: "/user-actions/:id/assignee/",
  invalidates: ["/user-actions/"],
  summary: "Gives an action to somebody of the distributor who decides, or to nobody. Again: nothing changes",
  access: booksPolicy.decideUserActions,
  params: idParamsSchema,
  body: z.strictObject({ user: idSchema.nullable() }),
  response: userActionSchema,
});
