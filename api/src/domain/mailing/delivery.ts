import { type Answer, isOfMailbox, isOfRelay } from "./smtp-answers.ts";

/** How a hand-over ended. */
export type HandOver =
  /** The message was taken; not for those who were refused. */
  | { readonly kind: "taken"; readonly refused: ReadonlyMap<string, Answer> }
  /** It was not, and each recipient may have an answer of its own. */
  | { readonly kind: "not_taken"; readonly answer: Answer; readonly refused: ReadonlyMap<string, Answer> }
  /** The server was not there, or went away before the end of the message. */
  | { readonly kind: "away"; readonly problem: string }
  /** The whole message was written and no answer came: it may have left. */
  | { readonly kind: "in_doubt"; readonly problem: string; readonly refused: ReadonlyMap<string, Answer> };

/** `waiting` at the end of a mail: it has not got it, and the address is not to blame. */
export type RecipientState = "waiting" | "accepted" | "refused" | "unconfirmed";
export interface RecipientResult {
  readonly address: string;
  readonly state: RecipientState;
  readonly response: string;
}

export interface Delivery {
  readonly recipients: RecipientResult[];
  readonly state: "waiting" | "sent" | "refused" | "failed" | "unconfirmed";
  /** Minutes until the next try, when it waits for one. */
  readonly retryInMinutes: number | null;
  readonly response: string;
}

/** Minutes before each next try: within the hour at first, then over three days, as mail servers do (RFC 5321 §4.5.4.1). */
const RETRY_MINUTES = [1, 5, 15, 30, 60, 120, 240, 480, 720, 1440, 1440] as const;
const LONGEST_RESPONSE = 500;

/** @param attempts tries made so far, the last one included; null when no other is made */
export const retryAfter = (attempts: number): number | null => RETRY_MINUTES[attempts - 1] ?? null;

/** RFC 5321 §4.2.1: a 5yz answer is for good, a 4yz one may be otherwise later. */
const isForGood = (answer: Answer): boolean => answer.code >= 500;

/**
 * What becomes of a mail after a try.
 * @param before its recipients; only those who wait took part in the try
 * @param attempts tries made so far, this one included
 */
export function deliveryAfter(
  outcome: HandOver,
  before: readonly RecipientResult[],
  attempts: number,
): Delivery {
  const tried = before.map((recipient) =>
    recipient.state === "waiting"
      ? afterTry(outcome, recipient.address)
      : { result: recipient, isForLater: false },
  );
  const recipients = tried.map(({ result }) => result);
  const has = (state: RecipientState): boolean => recipients.some((recipient) => recipient.state === state);
  const response = cut(
    outcome.kind === "taken" ? "" : outcome.kind === "not_taken" ? written(outcome.answer) : outcome.problem,
  );
  if (tried.some(({ isForLater }) => isForLater)) {
    const retryInMinutes = retryAfter(attempts);
    if (retryInMinutes !== null) return { recipients, state: "waiting", retryInMinutes, response };
  }
  const state = has("unconfirmed")
    ? "unconfirmed"
    : has("accepted")
      ? "sent"
      : has("waiting")
        ? "failed"
        : "refused";
  return { recipients, state, retryInMinutes: null, response };
}

interface Tried {
  readonly result: RecipientResult;
  /** Another try may give something else. */
  readonly isForLater: boolean;
}

function afterTry(outcome: HandOver, address: string): Tried {
  const own = outcome.kind === "away" ? undefined : outcome.refused.get(address);
  if (own) return refusedRecipient(address, own);
  const ended = (state: RecipientState, text: string, isForLater = false): Tried => ({
    result: { address, state, response: cut(text) },
    isForLater,
  });
  switch (outcome.kind) {
    case "away":
      return ended("waiting", outcome.problem, true);
    case "in_doubt":
      return ended("unconfirmed", outcome.problem);
    case "taken":
      return ended("accepted", "");
    case "not_taken":
      // Said of the message: its addresses are as good as before (MAIL-14).
      return ended("waiting", written(outcome.answer), !isForGood(outcome.answer));
  }
}

/** MAIL-14: only what a server says of the mailbox itself is its refusal. */
function refusedRecipient(address: string, answer: Answer): Tried {
  const text = written(answer);
  const isRefused = isForGood(answer) && isOfMailbox(text);
  return {
    result: { address, state: isRefused ? "refused" : "waiting", response: cut(text) },
    isForLater: !isForGood(answer) || isOfRelay(text),
  };
}

const written = ({ code, text }: Answer): string => text || String(code);
/** Answers are somebody else's text: one line, not too long. */
const cut = (text: string): string => text.replaceAll(/\p{Cc}+/gu, " ").slice(0, LONGEST_RESPONSE);
