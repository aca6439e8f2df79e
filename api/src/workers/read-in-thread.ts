import { UnreadableTable } from "../domain/parsing/tables/file-row.ts";
import { runInWorker } from "./run-in-worker.ts";

/** What a thread can post: an error would lose its class. */
export type ReadAnswer<Reading> =
  | { readonly reading: Reading }
  | { readonly unreadable: string; readonly mendedBy: UnreadableTable["mendedBy"] };

/** Reading this much takes some ten milliseconds. */
const SMALL_BYTES = 256 * 1024;

/** @returns the reading, or the sentence that refuses the file */
export async function answerOf<Reading>(read: () => Promise<Reading>): Promise<ReadAnswer<Reading>> {
  try {
    return { reading: await read() };
  } catch (error) {
    if (error instanceof UnreadableTable) return { unreadable: error.message, mendedBy: error.mendedBy };
    throw error;
  }
}

/**
 * Reads a file of a person, in a thread when it is long.
 * @param file `input` says where it is, for `readHere`; `worker` posts its answer for the same
 * @throws UnreadableTable with a sentence for the person who sent it
 */
export async function readInThread<Input, Reading>(
  file: { readonly input: Input; readonly size: number },
  readHere: (input: Input) => Promise<ReadAnswer<Reading>>,
  worker: URL,
  signal?: AbortSignal,
): Promise<Reading> {
  const answer =
    file.size <= SMALL_BYTES
      ? await readHere(file.input)
      : await runInWorker<ReadAnswer<Reading>>(worker, file.input, { signal });
  if ("unreadable" in answer) throw new UnreadableTable(answer.unreadable, answer.mendedBy);
  return answer.reading;
}
