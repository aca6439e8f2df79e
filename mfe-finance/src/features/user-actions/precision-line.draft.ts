import { candidateSchema, userActionSchema } from "@bobine/contract/user-actions";
import type { DraftKind } from "@bobine/shared-auth";

const { reason: text } = userActionSchema.shape;

/** The line and the sample as they are typed, while they are not saved. */
export interface PrecisionLineForm {
  line: string;
  sample: string;
}

export const PRECISION_LINE_DRAFT: DraftKind<PrecisionLineForm> = {
  name: "precision-line",
  version: 1,
  schema: candidateSchema.pick({}).extend({ line: text, sample: text }),
};
