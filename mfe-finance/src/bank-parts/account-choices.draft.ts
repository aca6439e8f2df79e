import {
  type AccountChoice,
  accountChoiceSchema,
  bankPartSchema,
  MOST_ACCOUNTS,
} from "@bobine/contract/bank-parts";
import type { DraftKind } from "@bobine/shared-auth";
import { ACCOUNTS_TEXTS as TEXTS } from "./account-choices.texts.ts";

const { account: text } = bankPartSchema.shape;

/** The list of accounts, the largest difference that may be written off, and the distributor's own words, as they are typed. */
export interface AccountsForm {
  accounts: AccountChoice[];
  limit: string;
  /** One in a line. */
  words: string;
}

/** Words of a text, one in a line. */
export const wordsOf = (text: string): string[] =>
  text
    .split("\n")
    .map((word) => word.trim())
    .filter((word) => word !== "");

/** What is typed while it is not saved. */
export const ACCOUNTS_DRAFT: DraftKind<AccountsForm> = {
  name: "account-choices",
  version: 3,
  schema: bankPartSchema.pick({}).extend({
    accounts: bankPartSchema.pick({}).extend({ code: text, label: text }).array(),
    limit: text,
    words: text,
  }),
};

/** Field → what is wrong with it: `code-0`, `label-0`. */
export function wrongAccounts(typed: readonly AccountChoice[]): Record<string, string> {
  const { code: ofCode, label: ofLabel } = accountChoiceSchema.shape;
  const wrong: Record<string, string> = {};
  for (const [place, { code, label }] of typed.entries()) {
    const message = ofCode.safeParse(code.trim()).error?.issues[0]?.message;
    if (message) wrong[`code-${place}`] = message;
    else if (typed.findIndex((other) => other.code.trim() === code.trim()) < place)
      wrong[`code-${place}`] = TEXTS.twice;
    const ofName = ofLabel.safeParse(label).error?.issues[0]?.message;
    if (ofName) wrong[`label-${place}`] = ofName;
  }
  return wrong;
}

/** The list with an account in another place. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const one = list[from];
  if (one === undefined || to < 0 || to >= list.length) return [...list];
  const rest = list.filter((_, place) => place !== from);
  return [...rest.slice(0, to), one, ...rest.slice(to)];
}

export const isFull = (typed: readonly AccountChoice[]): boolean => typed.length >= MOST_ACCOUNTS;
