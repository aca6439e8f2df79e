import { concurrencyLimiter, IMPORTS_WAITING_EACH } from "./concurrency-limiter.ts";

/** Where a node reads and letters statements, so many at a time (LET-17): each fills a core. */
export interface StatementPlaces {
  /** Runs `work` when its turn comes; gives its place up when `signal` aborts first. @throws 429 at once when many of the same distributor wait */
  forReading<T>(distributorId: number, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** The same of an import, of which a distributor has one at a time: its next one waits for it without a place, which is others'. */
  forImport<T>(distributorId: number, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

export function statementPlaces(atOnce: number): StatementPlaces {
  const places = concurrencyLimiter(atOnce, atOnce, IMPORTS_WAITING_EACH);
  const imports = concurrencyLimiter(Number.MAX_SAFE_INTEGER, 1, IMPORTS_WAITING_EACH);
  return {
    forReading: (distributorId, work, signal) => places.run(work, signal, distributorId),
    forImport: (distributorId, work, signal) =>
      imports.run(() => places.run(work, signal), signal, distributorId),
  };
}
