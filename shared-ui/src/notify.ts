import type { ReactNode } from "react";
import { hideToast, showToast } from "./toast-list.ts";

const ERROR_TOAST_MS = 5_000;
const SUCCESS_TOAST_MS = 3_000;
const ANSWERABLE_TOAST_MS = 8_000;

/** A confirmation, 3 s. */
export function notifySuccess(message: string, title?: string): void {
  showToast({ title, message, color: "green", closesAfterMs: SUCCESS_TOAST_MS });
}

/** An error, 5 s. An error shows once: not here when a field or a dialog already says it. */
export function notifyError(message: string, title?: string): void {
  showToast({ title, message, color: "red", closesAfterMs: ERROR_TOAST_MS });
}

/** What failed, as an error's title over its reason; alone when nobody knows the reason. */
export function notifyFailure(text: string, reason?: string): void {
  if (reason) notifyError(reason, text);
  else notifyError(text);
}

/** A confirmation with something to do about it, such as undoing: longer, and in the place of the last one of this name. */
export function notifyAnswerable(id: string, message: ReactNode): void {
  hideToast(id);
  showToast({ message, color: "green", closesAfterMs: ANSWERABLE_TOAST_MS }, id);
}

/**
 * Shows a message until `dismissLasting(id)` or until the person closes it; it is there once, however often it is asked for.
 * @param onClose it went away, whoever closed it
 */
export function notifyLasting(
  id: string,
  { title, message, onClose }: { title: string; message: ReactNode; onClose: () => void },
): void {
  showToast({ title, message, onClose, color: "petrol" }, id);
}

export const dismissLasting = (id: string): void => hideToast(id);
