import { matchingValue } from "@bobine/shared-ui/lists";

/** What narrows a list of amounts that may be lettered (UI-26). */
export interface Narrowing {
  /** Without its sign: `118.97`. */
  readonly amount_from: string | undefined;
  readonly amount_to: string | undefined;
  /** In capital letters. */
  readonly letters: string | undefined;
}

const isAmount = (text: string): text is string => /^\d{1,10}(\.\d{1,2})?$/.test(text);
export const isLetters = (text: string): text is string => /^[A-Z]{3,8}$/.test(text);

/** As it stands in the address. */
export const NARROWING_ADDRESS = {
  amount_from: matchingValue(isAmount),
  amount_to: matchingValue(isAmount),
  letters: matchingValue(isLetters),
};

export const NOTHING_NARROWED: Narrowing = {
  amount_from: undefined,
  amount_to: undefined,
  letters: undefined,
};
