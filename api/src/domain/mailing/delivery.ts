/** What a mail server said of one recipient, or of the message. */
export interface Answer {
  readonly code: number;
  readonly text: string;
}

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
  const recipients = before.map((recipient) =>
    recipient.state === "waiting" ? afterTry(outcome, recipient.address) : recipient,
  );
  const has = (state: RecipientState): boolean => recipients.some((recipient) => recipient.state === state);
  const response = cut(
    outcome.kind === "taken" ? "" : outcome.kind === "not_taken" ? written(outcome.answer) : outcome.problem,
  );
  if (has("waiting")) {
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

function afterTry(outcome: HandOver, address: string): RecipientResult {
  switch (outcome.kind) {
    case "away":
      return { address, state: "waiting", response: cut(outcome.problem) };
    case "in_doubt": {
      const own = outcome.refused.get(address);
      return own ? answered(address, own) : { address, state: "unconfirmed", response: cut(outcome.problem) };
    }
    case "taken": {
      const own = outcome.refused.get(address);
      return own ? answered(address, own) : { address, state: "accepted", response: "" };
    }
    case "not_taken":
      return answered(address, outcome.refused.get(address) ?? outcome.answer);
  }
}

const answered = (address: string, answer: Answer): RecipientResult => ({
  address,
  state: isForGood(answer) ? "refused" : "waiting",
  response: cut(written(answer)),
});

const written = (answer: Answer): string => answer.text || String(answer.code);
/** Answers are somebody else's text: one line, not too long. */
const cut = (text: string): string => text.replaceAll(/\p{Cc}+/gu, " ").slice(0, LONGEST_RESPONSE);
