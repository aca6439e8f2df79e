import { bankPartSchema } from "@bobine/contract/bank-parts";
import type { DraftKind } from "@bobine/shared-auth";

const { account: text } = bankPartSchema.shape;

/** Where a credit goes, as it is typed. */
export interface ApplyForm {
  /** An invoice's id. */
  invoice: string;
  /** What the screen calls it. */
  name: string;
  amount: string;
  /** The amount that the screen filled in last: it follows the choice while nobody has typed another. */
  suggested?: string | undefined;
  /** Null while nobody has chosen one: it is today. */
  date: string | null;
}

export const applyDraft = (credit: string): DraftKind<ApplyForm> => ({
  name: `apply-credit/${credit}`,
  version: 2,
  schema: bankPartSchema
    .pick({})
    .extend({ invoice: text, name: text, amount: text, suggested: text.optional(), date: text.nullable() }),
});
