import { create } from "zustand";

const HEADER = "x-data-behind-ms";
/** Less is what a screen takes to be read. */
const WORTH_TELLING_MS = 2_000;
/** How long an age is told at least, when no list is read after it. */
const TOLD_MS = 10_000;

/** In seconds; undefined where nobody would notice. */
const useTold = create<number | undefined>(() => undefined);
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

const tell = (seconds: number | undefined): void => useTold.setState(seconds, true);

/** How many seconds older than now the lists may be that were read last; undefined where nobody would notice, and some time after. */
export const useDataAge = (): number | undefined => useTold();
