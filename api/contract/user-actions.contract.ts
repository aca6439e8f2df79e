import { z } from "zod";
import { booksPolicy } from "./books.policy.ts";
import { civilDateSchema, instantSchema } from "./civil-date.contract.ts";
import { moneySchema } from "./money.contract.ts";
import { defineRoute, idParamsSchema, idSchema, listOf, pageSchema, repeated } from "./route.contract.ts";

export const USER_ACTION_STATUSES = [
  "PENDING",
  "DONE",
  "REJECTED",
  "CREATED",
  "AWAITING_INVOICE_SELECTION",
] as const;
export const userActionStatusSchema = z.enum(USER_ACTION_STATUSES);
export type UserActionStatus = z.infer<typeof userActionStatusSchema>;

export const candidateSchema = z.object({
  invoice_ids: z.array(idSchema),
  kind: z.string(),
  /** In French, for people. */
  reasons: z.array(z.string()),
  difference: moneySchema,
  alternatives: z.number().int(),
});
export type Candidate = z.infer<typeof candidateSchema>;

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
  currency_code: z.string(),
  created_at: instantSchema,
  suggested_invoices: z.object({ near_rounded: z.array(idSchema), partial: z.array(idSchema) }),
  candidates: z.array(candidateSchema),
  /** What the decision allocated; empty while the action is open. */
  allocations: z.array(z.object({ invoice_id: idSchema, invoice_number: z.string(), amount: moneySchema })),
});
export type UserAction = z.infer<typeof userActionSchema>;

/** SPEC §4: DONE and REJECTED are closed, only 'Annuler' is offered on them. */
export const isClosed = (status: UserActionStatus): boolean => status === "DONE" || status === "REJECTED";

/** SPEC §4: moves that PATCH may make. Choosing invoices and undoing have their own calls. */
export function canMoveUserAction(from: UserActionStatus, to: UserActionStatus): boolean {
  if (isClosed(from)) return false;
  if (to === "REJECTED") return true;
  return to === "DONE" && from !== "AWAITING_INVOICE_SELECTION";
}

export const listUserActions = defineRoute({
  method: "GET",
  path: "/user-actions/",
  summary: "User actions, open ones first, newest first",
  access: booksPolicy.readUserActions,
  query: z.object({ page: pageSchema, status: repeated(userActionStatusSchema) }),
  response: listOf(userActionSchema),
});
export const updateUserAction = defineRoute({
  method: "PATCH",
  path: "/user-actions/:id/",
  summary: "Resolves or rejects an action",
  access: booksPolicy.decideUserActions,
  params: idParamsSchema,
  body: z.strictObject({ status: z.enum(["DONE", "REJECTED"]) }),
  response: userActionSchema,
});
