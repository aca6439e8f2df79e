// When a person last did something at the product, in any tab of this browser. What a page does by itself, such as a list that renews itself,
// is no deed: the server ends the session of a screen that nobody attends.

import { DEED_KEY } from "./session-storage.ts";

/** Not the pointer's moves: a list that changes under it makes some. */
const DEEDS = ["pointerdown", "keydown", "wheel", "touchmove"] as const;
/** A deed is written down this often at most. */
const REST_MS = 15_000;
/** After so long the session may have been renewed as unattended: the server is told of the return at once. */
const AWAY_MS = 10 * 60_000;

/** In this page; to open it is a deed. */
let lastHere = Date.now();
const watchers = new Set<() => void>();

for (const deed of DEEDS) window.addEventListener(deed, onDeed, { capture: true, passive: true });
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") onDeed();
});

function onDeed(): void {
  const away = Date.now() - lastDeed();
  if (away < REST_MS) return;
  noteDeed();
  if (away >= AWAY_MS) for (const tell of watchers) tell();
}

/** Kept where the other tabs see it: whichever of them renews the session speaks for all. */
export function noteDeed(): void {
  lastHere = Date.now();
  try {
    localStorage.setItem(DEED_KEY, String(lastHere));
  } catch {
    // Full: this tab alone knows.
  }
}

/** What is in the future was noted before the clock was put right. */
function lastDeed(): number {
  const noted = [lastHere, Number(localStorage.getItem(DEED_KEY))];
  return Math.max(0, ...noted.filter((at) => at <= Date.now()));
}

/** For how long nobody has done anything, in whole seconds. */
export const idleSeconds = (): number => Math.floor((Date.now() - lastDeed()) / 1000);

/** Tells when somebody is back after a while. */
export function whenSomebodyReturns(tell: () => void): void {
  watchers.add(tell);
}
