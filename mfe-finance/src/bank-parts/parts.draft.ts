import { bankPartSchema } from "@bobine/contract/bank-parts";
import type { DraftKind } from "@bobine/shared-auth";
import type { TypedPart } from "./typed-parts.ts";

const { account: text } = bankPartSchema.shape;

/** What is typed of a line's parts. */
export const partsDraft = (transaction: number): DraftKind<TypedPart[]> => ({
  name: `bank-parts/${transaction}`,
  version: 2,
  schema: bankPartSchema
    .pick({})
    .extend({ choice: text, amount: text, name: text, suggested: text.optional() })
    .array(),
});
