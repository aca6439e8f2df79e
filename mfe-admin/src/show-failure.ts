import { describeError } from "@bobine/shared-auth";
import { notifyFailure } from "@bobine/shared-ui";

/** Tells by a toast what failed (TXT-1), with the reason below it when there is one. */
export function showFailure(error: unknown, text: string): void {
  notifyFailure(text, describeError(error, text).reason);
}

/** Shows why something was refused whose screen has none of the fields that the API tells it by (TXT-1, CIN-2). */
export function showRefusal(error: unknown, text: string): void {
  notifyFailure(text, reasonOf(error));
}

/** The same in one sentence after another, for a dialog. */
export function describeRefusal(error: unknown, text: string): string {
  const reason = reasonOf(error);
  return reason === undefined ? text : `${text}. ${reason}`;
}

function reasonOf(error: unknown): string | undefined {
  const { reason, fieldErrors } = describeError(error);
  return reason ?? ([...new Set(Object.values(fieldErrors))].join(" ") || undefined);
}
