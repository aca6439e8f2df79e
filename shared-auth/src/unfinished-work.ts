import { useEffect } from "react";

/** What a person would lose, or not see the end of. */
export type WorkKind = "form" | "upload" | "reconciliation";

export interface UnfinishedWork {
  readonly kind: WorkKind;
  /** Names it for the person, in French: « Informations du compte ». */
  readonly label: string;
  /** True when a reload brings it back: a form that keeps a draft. */
  readonly survivesReload: boolean;
}

const works = new Map<symbol, UnfinishedWork>();
const listeners = new Set<() => void>();

/** What is unfinished in the mounted screens, the oldest first. */
export const unfinishedWork = (): readonly UnfinishedWork[] => [...works.values()];

/** Calls `tell` when something begins that a person could lose. @returns ends it */
export function whenWorkBegins(notify: () => void): () => void {
  listeners.add(notify);
  return () => void listeners.delete(notify);
}

/**
 * How a screen, of the host or of a remote, answers « may we leave? » (FED-9, FED-6): it says what is unfinished for as
 * long as it is. Whoever wants to change the distributor or to reload the page asks `unfinishedWork()`, which needs no
 * answer from the remote's code: a remote that hangs cannot keep the person waiting, nor be forgotten.
 * @param kind undefined while there is nothing to lose
 */
export function useUnfinishedWork(kind: WorkKind | undefined, label: string, survivesReload = false): void {
  useEffect(() => {
    if (kind === undefined) return;
    const me = Symbol(label);
    works.set(me, { kind, label, survivesReload });
    for (const notify of listeners) notify();
    // Only while there is something to lose: a page that listens is not kept by the browser for « Back ».
    if (works.size === 1) window.addEventListener("beforeunload", confirmBeforeUnload);
    return () => {
      works.delete(me);
      if (works.size === 0) window.removeEventListener("beforeunload", confirmBeforeUnload);
    };
  }, [kind, label, survivesReload]);
}

/** The browser's own question, when the tab is closed or the address changed by hand. */
const confirmBeforeUnload = (event: BeforeUnloadEvent): void => event.preventDefault();

/** Reloads the page without the browser's question: the person has been asked. */
export function reloadPage(): void {
  window.removeEventListener("beforeunload", confirmBeforeUnload);
  window.location.reload();
}
