import { describeError } from "@bobine/shared-auth";
import { notifyFailure } from "@bobine/shared-ui";

/** Tells by a toast what failed (TXT-1), with the reason below it when there is one. */
export function showFailure(error: unknown, text: string): void {
  notifyFailure(text, describeError(error, text).reason);
}
