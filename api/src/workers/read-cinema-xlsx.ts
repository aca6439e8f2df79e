import { readFile } from "node:fs/promises";
import { cinemaChangeSchema } from "@bobine/contract/cinemas";
import { beginsAsXlsx, type CinemaRow, readCinemaXlsx } from "../domain/parsing/cinema-xlsx.ts";
import { readFields } from "../http/field-errors.ts";
import { type PackedRows, packedRows, unpackedRows } from "./packed-rows.ts";
import { answerOf, type ReadAnswer, readInThread } from "./read-in-thread.ts";

/** What tells which cinema a row means, and what only one may have. */
const IDENTITY = [
  "name",
  "city",
  "cnc_authorization",
  "short_name_code",
  "screens",
  "is_validated",
] as const satisfies (keyof CinemaRow["cinema"])[];

/** A row of a list, and what the schema of a cinema makes of it. What both would tell is not posted twice. */
export interface ReadCinemaRow extends Omit<CinemaRow, "cinema"> {
  readonly cinema: Pick<CinemaRow["cinema"], (typeof IDENTITY)[number]>;
  readonly fields: ReturnType<typeof readFields<typeof cinemaChangeSchema>>;
}

/** What needs only the row is done in the thread: thousands of rows are half a second of schema. */
function withFields(row: CinemaRow): ReadCinemaRow {
  const { is_validated: _, ...listed } = row.cinema;
  const cinema = Object.fromEntries(
    IDENTITY.filter((key) => key in row.cinema).map((key) => [key, row.cinema[key]]),
  );
  return { ...row, cinema, fields: readFields(cinemaChangeSchema, listed) };
}

export const readCinemasAt = (path: string): Promise<ReadAnswer<readonly PackedRows<ReadCinemaRow>[]>> =>
  answerOf(async () => packedRows((await readCinemaXlsx(await readFile(path))).map(withFields)));

/**
 * Reads a workbook of cinemas from disk in a thread, since it holds ten times its size; what is no workbook is refused here.
 * @throws UnreadableTable with a sentence for the person who sent it
 */
export const readCinemaFile = async (
  file: { readonly path: string; readonly head: Uint8Array },
  signal?: AbortSignal,
): Promise<ReadCinemaRow[]> =>
  unpackedRows(
    await readInThread(
      { input: file.path, size: beginsAsXlsx(file.head) ? Infinity : 0 },
      readCinemasAt,
      new URL("./read-cinema-xlsx.worker.ts", import.meta.url),
      signal,
    ),
  );
