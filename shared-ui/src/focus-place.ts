/** Where the focus was outside of dialogs when it was last remembered: one that takes the place of another knows only that one. */
let outside: WeakRef<HTMLElement> | undefined;

/**
 * Remembers where the focus is before something that may take it away: a dialog, an action that replaces its button.
 * @returns call it afterwards: if the focus is lost it goes back to the same element or, when that is gone, as near as
 * what is left allows (a control of its row, its table, the dialog around it or below, what a dialog before it was opened from, the screen)
 */
export function rememberFocus(): () => void {
  const start = focused();
  const row = start?.closest("tr");
  const table = start?.closest<HTMLElement>("section[tabindex]");
  const dialog = start?.closest<HTMLElement>("[role=dialog]");
  if (start && !dialog) outside = new WeakRef(start);
  const goBack = () => {
    const control = row?.querySelector<HTMLElement>("button:not(:disabled), input:not(:disabled), a[href]");
    const below = [...document.querySelectorAll<HTMLElement>("[role=dialog]")].at(-1);
    for (const place of [
      start,
      control,
      table,
      dialog,
      below,
      outside?.deref(),
      document.querySelector("main"),
    ]) {
      if (!place?.isConnected) continue;
      place.focus({ preventScroll: true });
      if (document.activeElement === place) return;
    }
  };
  return () => {
    // A dialog that closes stays in the page while it fades, with the focus in it: on itself, or on a control that is no longer busy.
    const closing = focused()?.closest("[role=dialog]");
    // After the next render: a control that was busy can take the focus again, one that was replaced is gone.
    setTimeout(() => {
      const now = focused();
      if (now === undefined || closing?.contains(now) === true) goBack();
    });
  };
}

/** The element with the focus; undefined when it is lost, which a browser tells as « the body has it ». */
export function focused(): HTMLElement | undefined {
  const active = document.activeElement;
  return active instanceof HTMLElement && active !== document.body ? active : undefined;
}
