import { userActionSchema } from "@bobine/contract/user-actions";
import type { DraftKind } from "@bobine/shared-auth";

/** Why an action was rejected, while it is not saved (LET-53). */
export const rejectionDraft = (action: number): DraftKind<string> => ({
  name: `rejection/${action}`,
  version: 1,
  schema: userActionSchema.shape.transaction_description,
});
