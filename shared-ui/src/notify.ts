import type { ReactNode } from "react";
import { loadToasts } from "./toast-loading.ts";

/** SPEC §9 */
const ERROR_TOAST_MS = 5_000;
const SUCCESS_TOAST_MS = 3_000;
const ANSWERABLE_TOAST_MS = 8_000;

/** A confirmation, 3 s. */
export function notifySuccess(message: string, title?: string): void {
  void show({ message, title, color: "green", autoClose: SUCCESS_TOAST_MS });
}

/** An error, 5 s. An error shows once: not here when a field or a dialog already says it. */
export function notifyError(message: string, title?: string): void {
  void show({ message, title, color: "red", autoClose: ERROR_TOAST_MS });
}

/** What failed, as an error's title over its reason; alone when nobody knows the reason. */
export function notifyFailure(text: string, reason?: string): void {
  if (reason) notifyError(reason, text);
  else notifyError(text);
}

/** A confirmation with something to do about it, such as undoing: longer, and in the place of the last one of this name. */
export async function notifyAnswerable(id: string, message: ReactNode): Promise<void> {
  const { showToast, hideToast } = await loadToasts();
  hideToast(id);
  showToast({ id, message, color: "green", autoClose: ANSWERABLE_TOAST_MS });
}

/**
 * Shows a message until `dismissLasting(id)` or until the person closes it; it is there once, however often it is asked for.
 * @param onClose it went away, whoever closed it
 */
export async function notifyLasting(
  id: string,
  { title, message, onClose }: { title: string; message: ReactNode; onClose: () => void },
): Promise<void> {
  const { showToast } = await loadToasts();
  showToast({ id, title, message, onClose, autoClose: false, color: "petrol" });
}

export async function dismissLasting(id: string): Promise<void> {
  const { hideToast } = await loadToasts();
  hideToast(id);
}

async function show({
  title,
  ...toast
}: {
  message: string;
  title: string | undefined;
  color: string;
  autoClose: number;
}): Promise<void> {
  const { showToast } = await loadToasts();
  showToast({ ...toast, ...(title ? { title } : {}) });
}
