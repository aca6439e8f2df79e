import type { ReactNode } from "react";

/** What is asked of a toast. */
export interface ToastRequest {
  title?: string | undefined;
  message: ReactNode;
  color: "green" | "red" | "petrol";
  /** It stays until it is closed when there is none. */
  closesAfterMs?: number;
  /** It went away, whoever closed it. */
  onClose?: () => void;
}

export interface Toast extends ToastRequest {
  /** Its name when it has one, else a number of its own. */
  readonly id: string;
  /** Another one for each that is shown, also under one name. */
  readonly key: number;
}

let toasts: readonly Toast[] = [];
let lastKey = 0;
const watching = new Set<() => void>();

/** All that are asked for, the oldest first. They are kept outside the page's tree: one may be asked for before it is drawn. */
export const currentToasts = (): readonly Toast[] => toasts;

/** @param id its name: one that is there already stays as it is */
export function showToast(request: ToastRequest, id?: string): void {
  if (id !== undefined && toasts.some((toast) => toast.id === id)) return;
  lastKey += 1;
  change([...toasts, { ...request, id: id ?? String(lastKey), key: lastKey }]);
}

export function hideToast(id: string): void {
  const gone = toasts.find((toast) => toast.id === id);
  if (!gone) return;
  change(toasts.filter((toast) => toast !== gone));
  gone.onClose?.();
}

/** Forgets them without a word to those who asked: for tests. */
export const forgetToasts = (): void => change([]);

/** @returns how to stop */
export function watchToasts(notify: () => void): () => void {
  watching.add(notify);
  return () => watching.delete(notify);
}

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const notify of watching) notify();
}
