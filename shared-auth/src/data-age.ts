import { useSyncExternalStore } from "react";

const HEADER = "x-data-behind-ms";
/** Less is what a screen takes to be read. */
const WORTH_TELLING_MS = 2_000;
/** A screen asks for its lists at once; what answers later than that without an age is of another moment. */
const SAME_MOMENT_MS = 5_000;

const watchers = new Set<() => void>();
let told: { readonly seconds: number; readonly at: number } | undefined;

/**
 * Notes how much older than now an answer may be that was read from a standby (OPS-11). What comes from the database itself has no age.
 * @param read gives a header of the answer, or null
 * @param now in milliseconds of any clock that only goes on
 */
export function noteDataAge(read: (header: string) => string | null, now = performance.now()): void {
  const age = Number(read(HEADER) ?? 0);
  const before = told?.seconds;
  if (age >= WORTH_TELLING_MS) told = { seconds: Math.ceil(age / 1000), at: now };
  else if (told && now - told.at > SAME_MOMENT_MS) told = undefined;
  if (told?.seconds !== before) for (const watcher of watchers) watcher();
}

function subscribe(onChange: () => void): () => void {
  watchers.add(onChange);
  return () => watchers.delete(onChange);
}

/** How many seconds older than now what is on the screen may be; undefined where nobody would notice. */
export const useDataAge = (): number | undefined => useSyncExternalStore(subscribe, () => told?.seconds);
