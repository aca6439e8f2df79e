import { isFocusAway, isStandIn } from "./busy-focus.ts";

const CONTROLS = "a[href], button, input, select, textarea, [tabindex]";
/** What belongs together: beyond it, the nearest control has nothing to do with the one that is gone. */
const PLACES = "section, nav, aside, [role=region], [role=tabpanel], [role=dialog]";
/** `Dialog` gives the focus back itself, however late on a busy machine. */
const DIALOG = "[role=dialog][aria-modal=true]";
/** A menu gives it back within this time. */
const GIVEN_BACK_MS = 100;

/** Where something was. */
interface Gap {
  /** What was around it, the nearest first: more of it may go until the focus is given. */
  around: readonly HTMLElement[];
  /** What stood before it there. */
  before: Node | null;
}

/**
 * A browser forgets the focus with the element that has it: who has a keyboard alone begins at the top of the page again. What takes the
 * place of the element gets it (UI-30). Not after a press of a pointer, which knows where it is, and not with another address, whose
 * screen is another place.
 * @returns ends it
 */
export function watchLostFocus(): () => void {
  let last: { element: WeakRef<HTMLElement>; path: string } | undefined;
  let isByKeys = false;
  let giving: ReturnType<typeof setTimeout> | undefined;
  const note = ({ target }: Event): void => {
    if (target instanceof HTMLElement && target !== document.body && !isStandIn(target))
      last = { element: new WeakRef(target), path: location.pathname };
  };
  const onKey = (event: KeyboardEvent): void => {
    isByKeys = true;
    note(event);
  };
  const onPointer = (): void => {
    isByKeys = false;
    last = undefined;
  };
  const removed = new MutationObserver((changes) => {
    const element = last?.element.deref();
    if (!last || !element || element.isConnected || !isFocusAway()) return;
    const isForUs = isByKeys && last.path === location.pathname && element.closest(DIALOG) === null;
    last = undefined;
    if (!isForUs) return;
    const gap = gapOf(element, changes);
    const isOurs = gap.around.some((one) => one.matches("main, [role=dialog]"));
    // After the effects of what came: a field that takes the focus itself has it.
    clearTimeout(giving);
    giving = setTimeout(
      () => {
        if (isFocusAway()) fill(gap);
      },
      isOurs ? 0 : GIVEN_BACK_MS,
    );
  });
  document.addEventListener("focusin", note);
  document.addEventListener("keydown", onKey, { capture: true });
  document.addEventListener("pointerdown", onPointer, { capture: true });
  removed.observe(document.body, { childList: true, subtree: true });
  return () => {
    document.removeEventListener("focusin", note);
    document.removeEventListener("keydown", onKey, { capture: true });
    document.removeEventListener("pointerdown", onPointer, { capture: true });
    removed.disconnect();
    clearTimeout(giving);
  };
}

function gapOf(element: HTMLElement, changes: readonly MutationRecord[]): Gap {
  let gone: Node = element.getRootNode();
  // What it was removed from may be gone too, later in the same step.
  for (const { removedNodes, target, previousSibling } of changes) {
    if (![...removedNodes].includes(gone)) continue;
    if (target.isConnected) return { around: ancestorsOf(target), before: previousSibling };
    gone = target.getRootNode();
  }
  return { around: [], before: null };
}

function ancestorsOf(target: Node): HTMLElement[] {
  const all: HTMLElement[] = [];
  for (let at: Node | null = target; at; at = at.parentNode) if (at instanceof HTMLElement) all.push(at);
  return all;
}

/** Gives the focus to what is there now, to what stands next to it in the same place or, where nothing does, to the screen. */
function fill({ around, before }: Gap): void {
  const main = document.querySelector<HTMLElement>("main");
  const left = around.filter((one) => one.isConnected);
  const end = left.findIndex((one) => one.matches(PLACES));
  // Outside of any such place, only what is in the very same one.
  for (const at of left.slice(0, end === -1 ? 1 : end + 1)) {
    if (main !== null && at.contains(main)) break;
    // A list that scrolls is a stop of its own; from row to row, no control stands for another.
    if (at.tabIndex >= 0 && take(at)) return;
    if (!at.matches("table, thead, tbody") && controlsIn(at, before).some(take)) return;
    if (take(at)) return;
  }
  const dialog = [...document.querySelectorAll<HTMLElement>(DIALOG)].at(-1);
  if (!dialog || !take(dialog)) main?.focus({ preventScroll: true });
}

/** Those behind the gap, then those before it, the nearest first. */
function controlsIn(place: HTMLElement, before: Node | null): HTMLElement[] {
  const all = [...place.querySelectorAll<HTMLElement>(CONTROLS)].filter((one) => one.tabIndex >= 0);
  if (!before?.isConnected || !place.contains(before)) return all;
  const isBefore = (one: Node) =>
    before.contains(one) || (before.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
  return [...all.filter((one) => !isBefore(one)), ...all.filter(isBefore).toReversed()];
}

/** @returns false when it cannot have the focus: it is hidden, or disabled */
function take(place: HTMLElement): boolean {
  place.focus({ preventScroll: true });
  return document.activeElement === place;
}
