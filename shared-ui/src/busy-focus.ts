import { focused } from "./focus-place.ts";

/** The dialog that has the focus while a control of it works, which a browser takes it from. */
let standIn: WeakRef<HTMLElement> | undefined;

/** True when nothing that one can press has the focus: the page forgot it, or a dialog keeps it for a control that works. */
export const isFocusAway = (): boolean => {
  const now = focused();
  return now === undefined || now === standIn?.deref();
};

/** Tells the focus of something one can press from that which a dialog keeps for it. */
export const isStandIn = (element: HTMLElement): boolean => element === standIn?.deref();

/**
 * A browser takes the focus from a control that is disabled while it works, and does not give it back: who has a keyboard alone begins at the top of the
 * page again. A dialog keeps it meanwhile, as one that is open does (UI-30). It goes back to the control once that can be pressed again, unless it is
 * elsewhere by then.
 * @returns ends it
 */
export function watchBusyControls(): () => void {
  let last: WeakRef<HTMLElement> | undefined;
  const note = ({ target }: FocusEvent): void => {
    if (target instanceof HTMLElement && !isStandIn(target)) last = new WeakRef(target);
  };
  const switched = new MutationObserver((changes) => {
    const control = last?.deref();
    // A fieldset is disabled with all that is in it.
    if (!control?.isConnected || changes.every(({ target }) => !target.contains(control))) return;
    if (!control.matches(":disabled")) {
      if (isFocusAway()) control.focus({ preventScroll: true });
    } else if (isFocusAway() || focused() === control) {
      const dialog = control.closest<HTMLElement>("[role=dialog]");
      standIn = dialog ? new WeakRef(dialog) : undefined;
      dialog?.focus({ preventScroll: true });
    }
  });
  document.addEventListener("focusin", note);
  switched.observe(document.body, { attributeFilter: ["disabled"], subtree: true });
  return () => {
    document.removeEventListener("focusin", note);
    switched.disconnect();
  };
}
