import type { MailState } from "@bobine/contract/mail-values";

interface MailUnderWay {
  readonly state: MailState;
  readonly next_attempt_at?: string | null | undefined;
}

const POLL_MS = 5_000;
/** One that still waits so long after its hour waits for something else: that mails leave by themselves again, a working day. */
const OVERDUE_MS = 15 * 60_000;
const LONGEST_MS = 60 * 60_000;

/**
 * How soon mails are looked at again (MAIL-8): in a moment while one of them is due or being sent, at its hour when that is to come.
 * @param readAt when they were read
 */
export function untilMailsLeft(mails: readonly MailUnderWay[] | undefined, readAt: number): number | false {
  const waits = (mails ?? []).flatMap(({ state, next_attempt_at }) => {
    if (state === "sending") return POLL_MS;
    if (state !== "waiting" || !next_attempt_at) return [];
    const left = Date.parse(next_attempt_at) - readAt;
    return left < -OVERDUE_MS ? [] : Math.min(Math.max(left, POLL_MS), LONGEST_MS);
  });
  return waits.length === 0 ? false : Math.min(...waits);
}
