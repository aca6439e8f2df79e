import { errors } from "../errors.ts";

/** Far more than the screens of a distributor's people ask for at once: whoever sends so many fills a node (OPS-10). */
const MOST_WAITING_EACH = 10;
/** Files that people or their programs send one beside the other. */
export const IMPORTS_WAITING_EACH = 20;

/** Lets a few through at a time; the others wait in order. */
export interface ConcurrencyLimiter {
  /**
   * Runs `work` when its turn comes; gives its place up when `signal` aborts first (and throws its reason).
   * @param owner for whom: one owner takes no more than its share of the places. None for what the node does by itself, which is never refused
   * @throws 429 at once when many of the same owner wait
   */
  run<T>(work: () => Promise<T>, signal?: AbortSignal, owner?: number): Promise<T>;
}

interface Waiting {
  readonly owner: number | undefined;
  readonly give: () => void;
}

/**
 * Long work that holds a database session each must not take them all.
 * @param places how many work at once
 * @param share how many of them for the same owner
 * @param mostWaiting of the same owner
 */
export function concurrencyLimiter(
  places: number,
  share = places,
  mostWaiting = MOST_WAITING_EACH,
): ConcurrencyLimiter {
  let free = places;
  const waiting: Waiting[] = [];
  const taken = new Map<number | undefined, number>();
  const hasRoom = (owner: number | undefined): boolean =>
    free > 0 && (owner === undefined || (taken.get(owner) ?? 0) < share);
  const take = (owner: number | undefined): void => {
    free -= 1;
    taken.set(owner, (taken.get(owner) ?? 0) + 1);
  };
  const leave = (owner: number | undefined): void => {
    free += 1;
    const left = (taken.get(owner) ?? 0) - 1;
    if (left > 0) taken.set(owner, left);
    else taken.delete(owner);
    const next = waiting.findIndex((one) => hasRoom(one.owner));
    if (next >= 0) waiting.splice(next, 1)[0]?.give();
  };
  const enter = async (owner: number | undefined, signal?: AbortSignal): Promise<void> => {
    signal?.throwIfAborted();
    if (hasRoom(owner)) {
      take(owner);
      return;
    }
    if (owner !== undefined && waiting.filter((one) => one.owner === owner).length >= mostWaiting)
      throw errors.tooManyWaiting();
    await new Promise<void>((resolve, reject) => {
      const one: Waiting = {
        owner,
        give: () => {
          signal?.removeEventListener("abort", giveUp);
          take(owner);
          resolve();
        },
      };
      const giveUp = (): void => {
        waiting.splice(waiting.indexOf(one), 1);
        reject(signal?.reason as Error);
      };
      waiting.push(one);
      signal?.addEventListener("abort", giveUp, { once: true });
    });
  };
  return {
    async run(work, signal, owner) {
      await enter(owner, signal);
      try {
        return await work();
      } finally {
        leave(owner);
      }
    },
  };
}
