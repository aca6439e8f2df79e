/** Lets a few through at a time; the others wait in order. */
export interface Turnstile {
  /** Runs `work` when its turn comes; gives its place up when `signal` aborts first (and throws its reason). */
  pass<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

/**
 * Long work that holds a database session each must not take them all.
 * @param places how many work at once
 */
export function turnstile(places: number): Turnstile {
  let free = places;
  const waiting: (() => void)[] = [];
  const leave = (): void => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };
  const enter = async (signal?: AbortSignal): Promise<void> => {
    signal?.throwIfAborted();
    if (free > 0) {
      free -= 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const give = (): void => {
        signal?.removeEventListener("abort", giveUp);
        resolve();
      };
      const giveUp = (): void => {
        waiting.splice(waiting.indexOf(give), 1);
        reject(signal?.reason as Error);
      };
      waiting.push(give);
      signal?.addEventListener("abort", giveUp, { once: true });
    });
  };
  return {
    async pass(work, signal) {
      await enter(signal);
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
