import { describeError } from "@bobine/shared-auth";
import { notifyError } from "@bobine/shared-ui";

/** Tells by a toast what failed (SPEC §8), with the reason below it when there is one. */
export function tellFailure(error: unknown, text: string): void {
  const { message } = describeError(error, text);
  if (message === text) notifyError(text);
  else notifyError(message, text);
}
