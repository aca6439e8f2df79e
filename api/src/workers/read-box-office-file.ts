import { createReadStream } from "node:fs";
import { Worker } from "node:worker_threads";
import type { CivilDate } from "@bobine/contract/civil-date";
import {
  type BoxOfficeDeclaration,
  type BoxOfficeReading,
  readBoxOfficeXml,
  UnreadableReport,
} from "../domain/parsing/box-office-xml.ts";
import type { UnreadableCode } from "../domain/parsing/box-office-types.ts";

export interface BoxOfficeTask {
  readonly path: string;
  readonly today: CivilDate;
  readonly batchSize: number;
}
export type BoxOfficeMessage =
  | { readonly kind: "batch"; readonly json: string }
  | { readonly kind: "done"; readonly reading: BoxOfficeReading }
  | { readonly kind: "unreadable"; readonly code: UnreadableCode; readonly message: string }
  | { readonly kind: "failed"; readonly message: string };

/** What one piece of the file holds of a detailed report: more would only live longer and cost more to collect. */
const BATCH = 100;
const MAX_HEAP_MB = 128;
/** Nearly all that a reader makes dies young: with the small default it would spend a third of its time collecting. */
const YOUNG_HEAP_MB = 48;
const TOO_COMPLEX =
  "Le fichier XML dépasse les limites acceptées (imbrication, attributs ou longueur de texte).";

/** The week of one cinema is some ten kilobytes: reading so much takes some milliseconds, and starting a thread 200. */
const SMALL_BYTES = 64 * 1024;

interface ReadFileOptions {
  readonly today: CivilDate;
  readonly onDeclarations: (batch: BoxOfficeDeclaration[]) => Promise<void>;
  readonly signal?: AbortSignal;
}

/**
 * Reads a report file, in a worker thread with a bounded heap unless it is small. `onDeclarations` is awaited before it is
 * called again.
 * @param file.size in bytes
 * @param options.signal stops the reading; the promise then rejects with its reason
 * @throws UnreadableReport when the file is refused; anything else is our failure
 */
export async function readBoxOfficeFile(
  file: { readonly path: string; readonly size: number },
  options: ReadFileOptions,
): Promise<BoxOfficeReading> {
  options.signal?.throwIfAborted();
  return file.size <= SMALL_BYTES
    ? await readHere(file.path, options)
    : await readInWorker(file.path, options);
}

const readHere = (
  path: string,
  { today, onDeclarations, signal }: ReadFileOptions,
): Promise<BoxOfficeReading> =>
  readBoxOfficeXml(createReadStream(path), {
    today,
    batchSize: BATCH,
    onDeclarations: async (batch) => {
      signal?.throwIfAborted();
      await onDeclarations(batch);
    },
  });

/** The reader is never more than a few batches ahead of `onDeclarations`. */
async function readInWorker(path: string, options: ReadFileOptions): Promise<BoxOfficeReading> {
  const task: BoxOfficeTask = { path, today: options.today, batchSize: BATCH };
  const worker = new Worker(new URL("./box-office-worker.ts", import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
  });
  let written: Promise<void> = Promise.resolve();
  try {
    return await new Promise<BoxOfficeReading>((resolve, reject) => {
      options.signal?.addEventListener("abort", () => reject(options.signal?.reason as Error), {
        once: true,
      });
      worker.on("error", (error: NodeJS.ErrnoException) => {
        // A file that needs more memory than any real report is refused, it does not stop the server.
        reject(
          error.code === "ERR_WORKER_OUT_OF_MEMORY" ? new UnreadableReport("limits", TOO_COMPLEX) : error,
        );
      });
      worker.on("exit", (code) => reject(new Error(`the report reader ended with ${code}`)));
      worker.on("message", (message: BoxOfficeMessage) => {
        switch (message.kind) {
          case "batch":
            // One after the other, in the order of the file.
            written = written
              .then(() => options.onDeclarations(JSON.parse(message.json) as BoxOfficeDeclaration[]))
              .then(() => worker.postMessage("written"));
            written.catch(reject);
            break;
          case "done":
            resolve(message.reading);
            break;
          case "unreadable":
            reject(new UnreadableReport(message.code, message.message));
            break;
          case "failed":
            reject(new Error(message.message));
        }
      });
    });
  } finally {
    await worker.terminate();
  }
}
