/**
 * Remembers where the focus is, and how to come back to it later: to the element itself or, when it is gone, as near as
 * what is left allows (a control of its row, its table, the dialog around it or below, the screen).
 */
export function placeOf(element: Element | null): () => void {
  const start = element instanceof HTMLElement && element !== document.body ? element : undefined;
  const row = start?.closest("tr");
  const table = start?.closest<HTMLElement>("section[tabindex]");
  const dialog = start?.closest<HTMLElement>("[role=dialog]");
  return () => {
    const control = row?.querySelector<HTMLElement>("button:not(:disabled), input:not(:disabled), a[href]");
    const below = [...document.querySelectorAll<HTMLElement>("[role=dialog]")].at(-1);
    for (const place of [start, control, table, dialog, below, document.querySelector("main")]) {
      if (!place?.isConnected) continue;
      place.focus({ preventScroll: true });
      if (document.activeElement === place) return;
    }
  };
}
