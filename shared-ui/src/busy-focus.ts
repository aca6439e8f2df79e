import { focused } from "./focus-place.ts";

/**
 * A browser takes the focus from a control that is disabled while it works, and does not give it back: who has a keyboard alone begins at the top of the
 * page again. It goes back to the control once that can be pressed again, unless it is elsewhere by then.
 * @returns ends it
 */
export function watchBusyControls(): () => void {
  let last: WeakRef<HTMLElement> | undefined;
  const note = ({ target }: FocusEvent): void => {
    if (target instanceof HTMLElement) last = new WeakRef(target);
  };
  const enabled = new MutationObserver((changes) => {
    const control = last?.deref();
    if (!control?.isConnected || control.matches(":disabled")) return;
    if (focused() !== undefined || changes.every(({ target }) => target !== control)) return;
    control.focus({ preventScroll: true });
  });
  document.addEventListener("focusin", note);
  enabled.observe(document.body, { attributeFilter: ["disabled"], subtree: true });
  return () => {
    document.removeEventListener("focusin", note);
    enabled.disconnect();
  };
}
