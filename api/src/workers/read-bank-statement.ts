import { readFile } from "node:fs/promises";
import { readBankStatement, type StatementReading } from "../domain/parsing/bank-statement.ts";
import { answerOf, type ReadAnswer, readInThread } from "./read-in-thread.ts";

export const readStatementAt = (path: string): Promise<ReadAnswer<StatementReading>> =>
  answerOf(async () => await readBankStatement(await readFile(path)));

/**
 * Reads a statement from disk, in a thread when it is long; an XLSX file always, since it holds ten times its size.
 * @throws UnreadableTable with a sentence for the person who sent it
 */
export async function readStatementFile(
  file: { readonly path: string; readonly fileName: string; readonly size: number },
  signal?: AbortSignal,
): Promise<StatementReading> {
  const isXlsx = /\.xlsx$/i.test(file.fileName);
  const worker = new URL("./read-bank-statement.worker.ts", import.meta.url);
  return await readInThread(
    isXlsx ? { path: file.path, size: Infinity } : file,
    readStatementAt,
    worker,
    signal,
  );
}
