import {
  type AccountChoice,
  accountChoiceSchema,
  bankPartSchema,
  MOST_ACCOUNTS,
} from "@bobine/contract/bank-parts";
import type { Cents } from "@bobine/contract/money";
import type { DraftKind } from "@bobine/shared-auth";
import { ACCOUNTS_TEXTS as TEXTS } from "./account-choices.texts.ts";
import type { SavedChoices } from "./bank-parts.queries.ts";
import { amountText } from "./typed-parts.ts";

const { account: text } = bankPartSchema.shape;

/** The list of accounts, the largest difference that may be written off, and the distributor's own words, as they are typed. */
interface TypedAccounts {
  accounts: AccountChoice[];
  limit: string;
  /** One in a line. */
  words: string;
}

export interface AccountsForm extends TypedAccounts {
  /** What it began with: whether somebody else changed it meanwhile is told by that. */
  read: TypedAccounts;
}

/** The form, as it begins. */
export const accountsForm = (
  accounts: readonly AccountChoice[],
  limit: Cents,
  words: readonly string[],
): AccountsForm => {
  const read = {
    accounts: accounts.map(({ code, label }) => ({ code, label })),
    limit: amountText(limit),
    words: words.join("\n"),
  };
  return { ...read, read };
};

/** What is sent of it: what nobody touched is not. */
export function changedChoices({ accounts, words, read }: AccountsForm, limit: Cents): SavedChoices {
  const now = accounts.map(({ code, label }) => ({ code: code.trim(), label: label.trim() }));
  const [known, typed] = [wordsOf(read.words), wordsOf(words)];
  return {
    ...(isSame(now, read.accounts) ? {} : { accounts: { known: read.accounts, now } }),
    ...(amountText(limit) === read.limit ? {} : { limit }),
    ...(isSame(typed, known) ? {} : { words: { known, now: typed } }),
  };
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The form with what somebody else changed of the list since it was read; where both changed an account, one's own stays. */
export function joinedForm(form: AccountsForm, now: readonly AccountChoice[]): AccountsForm {
  const labels = (list: readonly AccountChoice[]) =>
    new Map(list.map(({ code, label }) => [code.trim(), label.trim()]));
  const [read, theirs, own] = [labels(form.read.accounts), labels(now), labels(form.accounts)];
  const isUntouched = ({ code, label }: AccountChoice) => read.get(code.trim()) === label.trim();
  const kept = form.accounts
    .filter((one) => theirs.has(one.code.trim()) || !isUntouched(one))
    .map((one) => (isUntouched(one) ? { ...one, label: theirs.get(one.code.trim()) ?? one.label } : one));
  const added = now.filter(({ code }) => !read.has(code) && !own.has(code));
  const accounts = now.map(({ code, label }) => ({ code, label }));
  return {
    ...form,
    accounts: [...kept, ...added.map(({ code, label }) => ({ code, label }))],
    read: { ...form.read, accounts },
  };
}

/** Words of a text, one in a line. */
export const wordsOf = (text: string): string[] =>
  text
    .split("\n")
    .map((word) => word.trim())
    .filter((word) => word !== "");

const typedSchema = bankPartSchema.pick({}).extend({
  accounts: bankPartSchema.pick({}).extend({ code: text, label: text }).array(),
  limit: text,
  words: text,
});

/** What is typed while it is not saved. */
export const ACCOUNTS_DRAFT: DraftKind<AccountsForm> = {
  name: "account-choices",
  version: 4,
  schema: typedSchema.extend({ read: typedSchema }),
  isWhole: true,
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
