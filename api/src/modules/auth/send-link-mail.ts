import { setTimeout as pause } from "node:timers/promises";
import type { Mail, Mailer } from "../../services.ts";

/** Within the life of a link, and while its person still looks at the page that says that it is on its way. */
const PAUSES_MS = [2_000, 10_000, 30_000, 60_000];

/**
 * Hands over a mail with a link, also when the mail server is away for a moment. It is not kept: its token is written nowhere but in
 * the mail, so that one whose node ends meanwhile is asked for again.
 * @param pausesMs before each further try
 * @throws what the last try threw, or at once the server's refusal for good (5yz)
 */
export async function sendLinkMail(
  mailer: Mailer,
  mail: Mail,
  pausesMs: readonly number[] = PAUSES_MS,
): Promise<void> {
  for (const wait of [...pausesMs, undefined]) {
    try {
      await mailer.send(mail);
      return;
    } catch (error) {
      if (wait === undefined || isForGood(error)) throw error;
      // A node that ends does not wait for it.
      await pause(wait, undefined, { ref: false });
    }
  }
}

const isForGood = (error: unknown): boolean =>
  ((error as { responseCode?: number }).responseCode ?? 0) >= 500;
