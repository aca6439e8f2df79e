import { type Creditable, creditableSchema } from "@bobine/contract/invoice-detail";
import type { DraftKind } from "@bobine/shared-auth";

const { film_title: text } = creditableSchema.shape;

/** The reason of « Passer en défaut » or « Rouvrir » while it is not sent. */
export const commentDraft = (invoice: number): DraftKind<string> => ({
  name: `invoice-comment/${invoice}`,
  version: 1,
  schema: text,
});

/** What is typed of a credit note. */
export interface CreditNoteForm {
  /** `part` for an amount per film; anything else is all that is left. */
  extent: string;
  amounts: { line_id: number; amount: string }[];
  reason: string;
  /** What was left of each film when it was sent, while nobody knows whether it was done: sent again, it is the same action (API-10). */
  sentFor: Creditable[];
}

export const NEW_CREDIT_NOTE: CreditNoteForm = { extent: "whole", amounts: [], reason: "", sentFor: [] };

export const creditNoteDraft = (invoice: number): DraftKind<CreditNoteForm> => ({
  name: `credit-note/${invoice}`,
  version: 2,
  schema: creditableSchema.pick({}).extend({
    extent: text,
    amounts: creditableSchema.pick({ line_id: true }).extend({ amount: text }).array(),
    reason: text,
    sentFor: creditableSchema.array(),
  }),
});
