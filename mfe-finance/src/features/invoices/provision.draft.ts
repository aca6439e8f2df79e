import { creditableSchema } from "@bobine/contract/invoice-detail";
import { type Cents, cents } from "@bobine/contract/money";
import type { DraftKind } from "@bobine/shared-auth";
import { amountText } from "../../bank-parts/typed-parts.ts";

const { film_title: text } = creditableSchema.shape;

/** What is typed of a provision. */
export interface ProvisionForm {
  amount: string;
  provision_account: string;
  charge_account: string;
  release_account: string;
}

export const provisionDraft = (invoice: number): DraftKind<ProvisionForm> => ({
  name: `provision/${invoice}`,
  version: 1,
  schema: creditableSchema.pick({}).extend({
    amount: text,
    provision_account: text,
    charge_account: text,
    release_account: text,
  }),
});

export const typedText = (amount: Cents): string => amountText(amount);

/** So many percent, rounded half up to the cent. */
export const rateOf = (base: Cents, percent: number): Cents => cents(Math.round((base * percent) / 100));
