import { readFile } from "node:fs/promises";
import { beginsAsXlsx, type CinemaRow, readCinemaXlsx } from "../domain/parsing/cinema-xlsx.ts";
import { answerOf, type ReadAnswer, readInThread } from "./read-in-thread.ts";

export const readCinemasAt = (path: string): Promise<ReadAnswer<CinemaRow[]>> =>
  answerOf(async () => await readCinemaXlsx(await readFile(path)));

/**
 * Reads a workbook of cinemas from disk in a thread, since it holds ten times its size; what is no workbook is refused here.
 * @throws UnreadableStatement with a sentence for the person who sent it
 */
export const readCinemaFile = (
  file: { readonly path: string; readonly head: Uint8Array },
  signal?: AbortSignal,
): Promise<CinemaRow[]> =>
  readInThread(
    { path: file.path, size: beginsAsXlsx(file.head) ? Infinity : 0 },
    readCinemasAt,
    new URL("./read-cinema-xlsx.worker.ts", import.meta.url),
    signal,
  );
