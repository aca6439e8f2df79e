import { candidateSchema, type UserAction } from "@bobine/contract/user-actions";
import type { DraftKind } from "@bobine/shared-auth";

/** The invoices chosen for an action, by id, while they are not confirmed. */
export const selectionDraft = ({ id }: Pick<UserAction, "id">): DraftKind<number[]> => ({
  name: `invoice-selection/${id}`,
  version: 1,
  schema: candidateSchema.shape.invoice_ids,
});
