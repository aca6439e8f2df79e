import { open, readFile } from "node:fs/promises";
import { isArchive, readBankStatement, type StatementReading } from "../domain/parsing/bank-statement.ts";
import { answerOf, type ReadAnswer, readInThread } from "./read-in-thread.ts";

export const readStatementAt = (path: string): Promise<ReadAnswer<StatementReading>> =>
  answerOf(async () => await readBankStatement(await readFile(path)));

/**
 * Reads a statement from disk, in a thread when it is long; an archive or a workbook always, since it holds ten times its size.
 * @throws UnreadableTable with a sentence for the person who sent it
 */
export async function readStatementFile(
  { path, size }: { readonly path: string; readonly size: number },
  signal?: AbortSignal,
): Promise<StatementReading> {
  const worker = new URL("./read-bank-statement.worker.ts", import.meta.url);
  const holdsMore = isArchive(await firstBytes(path));
  return await readInThread({ path, size: holdsMore ? Infinity : size }, readStatementAt, worker, signal);
}

async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
