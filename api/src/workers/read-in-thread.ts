import { UnreadableTable } from "../domain/parsing/tables/file-row.ts";
import { runInWorker } from "./run-in-worker.ts";

/** What a thread can post: an error would lose its class. */
export type ReadAnswer<Reading> = { readonly reading: Reading } | { readonly unreadable: string };

/** Reading this much takes some ten milliseconds. */
const SMALL_BYTES = 256 * 1024;

/** @returns the reading, or the sentence that refuses the file */
export async function answerOf<Reading>(read: () => Promise<Reading>): Promise<ReadAnswer<Reading>> {
  try {
    return { reading: await read() };
  } catch (error) {
    if (error instanceof UnreadableTable) return { unreadable: error.message };
    throw error;
  }
}

/**
 * Reads a file of a person, in a thread when it is long.
 * @param readHere reads the file at a path; `worker` posts its answer for the same path
 * @throws UnreadableTable with a sentence for the person who sent it
 */
export async function readInThread<Reading>(
  file: { readonly path: string; readonly size: number },
  readHere: (path: string) => Promise<ReadAnswer<Reading>>,
  worker: URL,
  signal?: AbortSignal,
): Promise<Reading> {
  const answer =
    file.size <= SMALL_BYTES
      ? await readHere(file.path)
      : await runInWorker<ReadAnswer<Reading>>(worker, file.path, { signal });
  if ("unreadable" in answer) throw new UnreadableTable(answer.unreadable);
  return answer.reading;
}
