import { readFile } from "node:fs/promises";
import { type CinemaRow, readCinemaXlsx } from "../domain/parsing/cinema-xlsx.ts";
import { answerOf, type ReadAnswer, readInThread } from "./read-in-thread.ts";

export const readCinemasAt = (path: string): Promise<ReadAnswer<CinemaRow[]>> =>
  answerOf(async () => await readCinemaXlsx(await readFile(path)));

/**
 * Reads a workbook of cinemas from disk, always in a thread: it holds ten times its size.
 * @throws UnreadableStatement with a sentence for the person who sent it
 */
export const readCinemaFile = (file: { readonly path: string }, signal?: AbortSignal): Promise<CinemaRow[]> =>
  readInThread(
    { path: file.path, size: Infinity },
    readCinemasAt,
    new URL("./read-cinema-xlsx.worker.ts", import.meta.url),
    signal,
  );
