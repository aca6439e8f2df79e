// When a person last did something at the product, in any tab of this browser. What a page does by itself, such as a list that renews itself,
// is no action: the server ends the session of a screen that nobody attends.

import { LAST_ACTION_KEY } from "./session-storage.ts";

/** Not the pointer's moves: a list that changes under it makes some. Screen readers and dictation send a click and an input alone. */
const ACTIONS = ["pointerdown", "keydown", "wheel", "touchmove", "click", "input"] as const;
/** An action is written down this often at most. */
const REST_MS = 15_000;
/** After so long the session may have been renewed as unattended: the server is told of the return at once. */
const AWAY_MS = 10 * 60_000;

/** In this page; to open it is an action. */
let lastHere = Date.now();
const watchers = new Set<() => void>();

for (const action of ACTIONS) window.addEventListener(action, onAction, { capture: true, passive: true });
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") onAction();
});

function onAction(): void {
  // Wheels and keys come often: storage is not read for each.
  const here = Date.now() - lastHere;
  if (here >= 0 && here < REST_MS) return;
  const away = Date.now() - lastAction();
  if (away < REST_MS) return;
  recordAction();
  if (away >= AWAY_MS) for (const notify of watchers) notify();
}

/** Kept where the other tabs see it: whichever of them renews the session speaks for all. */
export function recordAction(): void {
  lastHere = Date.now();
  try {
    localStorage.setItem(LAST_ACTION_KEY, String(lastHere));
  } catch {
    // Full: this tab alone knows.
  }
}

/** What is in the future was noted before the clock was put right. */
function lastAction(): number {
  const noted = [lastHere, Number(localStorage.getItem(LAST_ACTION_KEY))];
  return Math.max(0, ...noted.filter((at) => at <= Date.now()));
}

/** For how long nobody has done anything, in whole seconds. */
export const idleSeconds = (): number => Math.floor((Date.now() - lastAction()) / 1000);

/** Tells when somebody is back after a while. */
export function whenSomebodyReturns(notify: () => void): void {
  watchers.add(notify);
}
