import { useSyncExternalStore } from "react";

const HEADER = "x-data-behind-ms";
/** Less is what a screen takes to be read. */
const WORTH_TELLING_MS = 2_000;
/** How long an age is told at least, when no list is read after it. */
const TOLD_MS = 10_000;

const watchers = new Set<() => void>();
let told: number | undefined;
let end: ReturnType<typeof setTimeout> | undefined;

/**
 * Notes how much older than now the lists of an answer may be that was read from a standby (OPS-11). Answers of the database itself say nothing of it.
 * @param read gives a header of the answer, or null
 */
export function noteDataAge(read: (header: string) => string | null): void {
  const header = read(HEADER);
  if (header === null) return;
  clearTimeout(end);
  const age = Number(header);
  if (age >= WORTH_TELLING_MS) {
    tell(Math.ceil(age / 1000));
    end = setTimeout(tell, Math.max(TOLD_MS, age), undefined);
  } else tell(undefined);
}

function tell(seconds: number | undefined): void {
  if (seconds === told) return;
  told = seconds;
  for (const watcher of watchers) watcher();
}

function subscribe(onChange: () => void): () => void {
  watchers.add(onChange);
  return () => watchers.delete(onChange);
}

/** How many seconds older than now the lists may be that were read last; undefined where nobody would notice, and some time after. */
export const useDataAge = (): number | undefined => useSyncExternalStore(subscribe, () => told);
