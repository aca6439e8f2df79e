import {
  type ChoosableInvoice,
  choosableInvoiceSchema,
  type UserAction,
} from "@bobine/contract/user-actions";
import type { DraftKind } from "@bobine/shared-auth";

type Choice = DraftKind<ChoosableInvoice[]>;
const schema = choosableInvoiceSchema.array();

/** The invoices ticked in the dialog of an action, while they are not confirmed. */
export const selectionDraft = ({ id }: Pick<UserAction, "id">): Choice => ({
  name: `invoice-selection/${id}`,
  version: 2,
  schema,
});

/** Those chosen on the workbench: going to another action and back loses none. */
export const workbenchDraft = ({ id }: Pick<UserAction, "id">): Choice => ({
  name: `desk-selection/${id}`,
  version: 1,
  schema,
});
