import { open, readFile } from "node:fs/promises";
import { isArchive, readBankStatement, type StatementReading } from "../domain/parsing/bank-statement.ts";
import type { KnownLayout } from "../domain/parsing/chosen-layout.ts";
import { answerOf, type ReadAnswer, readInThread } from "./read-in-thread.ts";

interface Task {
  readonly path: string;
  /** What people have said of the columns of tables (BANK-30). */
  readonly known: readonly KnownLayout[];
}

export const readStatementAt = ({ path, known }: Task): Promise<ReadAnswer<StatementReading>> =>
  answerOf(async () => await readBankStatement(await readFile(path), known));

/**
 * Reads a statement from disk, in a thread when it is long; an archive or a workbook always, since it holds ten times its size.
 * @throws UnreadableTable with a sentence for the person who sent it
 */
export async function readStatementFile(
  file: { readonly path: string; readonly size: number },
  known: readonly KnownLayout[] = [],
  signal?: AbortSignal,
): Promise<StatementReading> {
  const worker = new URL("./read-bank-statement.worker.ts", import.meta.url);
  const task = { path: file.path, known };
  return await readInThread({ input: task, size: await sizeToRead(file) }, readStatementAt, worker, signal);
}

/** What an archive holds says nothing of its size. */
export const sizeToRead = async ({
  path,
  size,
}: {
  readonly path: string;
  readonly size: number;
}): Promise<number> => (isArchive(await firstBytes(path)) ? Infinity : size);

async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
