import { UnreadableTable } from "../domain/parsing/tables/file-row.ts";
import { runInWorker } from "./run-in-worker.ts";

/** What a thread can post: an error would lose its class. */
export type ReadAnswer<Reading> =
  | { readonly reading: Reading }
  | { readonly unreadable: string; readonly mendedBy: UnreadableTable["mendedBy"] };

/**
 * What a thread that reads a file of a person may take: four times as many lines as a statement may have fit in it. Most of what a reader
 * makes dies young, and the lines that stay are copied twice: a nursery of that size costs a tenth less of the processor than one of half of it, and one of twice it no less.
 */
export const READING_HEAP = { maxYoungGenerationSizeMb: 48, maxOldGenerationSizeMb: 208 } as const;
const TOO_COMPLEX = "Le fichier est trop complexe pour être lu. Découpez-le en plusieurs fichiers.";

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
 * Reads a file of a person, in a thread with a bounded heap when it is long.
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
      : await runInWorker<ReadAnswer<Reading>>(worker, file.input, { signal, heap: READING_HEAP }).catch(
          refuseTooLarge,
        );
  if ("unreadable" in answer) throw new UnreadableTable(answer.unreadable, answer.mendedBy);
  return answer.reading;
}

/** What needs more memory than any real file is refused; it does not stop the server. */
function refuseTooLarge(error: NodeJS.ErrnoException): never {
  throw error.code === "ERR_WORKER_OUT_OF_MEMORY" ? new UnreadableTable(TOO_COMPLEX) : error;
}
