import type { MailState } from "@bobine/contract/mail-values";

const POLL_MS = 5_000;

/** How soon mails are looked at again: while one of them is under way (MAIL-8). */
export const untilMailsLeft = (
  mails: readonly { readonly state: MailState }[] | undefined,
): number | false =>
  mails?.some(({ state }) => state === "waiting" || state === "sending") ? POLL_MS : false;
