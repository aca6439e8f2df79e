import { availableParallelism, totalmem } from "node:os";

/** What a process may use: a container may have less memory than its machine. */
export interface Machine {
  readonly cores: number;
  /** Bytes. */
  readonly memory: number;
}

export const thisMachine = (): Machine => ({
  cores: availableParallelism(),
  memory: Math.min(totalmem(), process.constrainedMemory() || Infinity),
});

const GIB = 2 ** 30;

/** A node reads and letters that many whatever its size, so that a long one does not keep all others waiting; more by an operator's choice alone. */
const [FEWEST, MOST] = [2, 8];

/**
 * How many statements a node reads and letters at a time (LET-17): each fills a core, and the heap of its thread may come to a GiB, of which half
 * of the memory is kept for everything else.
 */
export const statementsAtOnceOn = ({ cores, memory }: Machine): number =>
  Math.max(FEWEST, Math.min(MOST, cores, Math.floor(memory / (2 * GIB))));

/** Sessions of the pool of requests: an import holds two, its lock and its work, and six are left to everybody else. */
export const requestSessions = (statementsAtOnce: number): number => 6 + 2 * statementsAtOnce;
