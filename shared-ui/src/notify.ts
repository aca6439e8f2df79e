import { notifications } from "@mantine/notifications";

/** SPEC §9 */
const ERROR_TOAST_MS = 5_000;
const SUCCESS_TOAST_MS = 3_000;

/** A confirmation, 3 s. */
export function notifySuccess(message: string, title?: string): void {
  notifications.show({ message, ...(title ? { title } : {}), color: "green", autoClose: SUCCESS_TOAST_MS });
}

/** An error, 5 s. An error shows once: not here when a field or a dialog already says it. */
export function notifyError(message: string, title?: string): void {
  notifications.show({ message, ...(title ? { title } : {}), color: "red", autoClose: ERROR_TOAST_MS });
}
