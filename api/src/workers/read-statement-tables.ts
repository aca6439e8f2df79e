import { readFile } from "node:fs/promises";
import type { StatementTable } from "@bobine/contract/statement-columns";
import type { KnownLayout } from "../domain/parsing/chosen-layout.ts";
import { statementTables } from "../domain/parsing/statement-tables.ts";
import { sizeToRead } from "./read-bank-statement.ts";
import { answerOf, type ReadAnswer, readInThread } from "./read-in-thread.ts";

interface Task {
  readonly path: string;
  readonly known: readonly KnownLayout[];
}

export const readTablesAt = ({ path, known }: Task): Promise<ReadAnswer<StatementTable[]>> =>
  answerOf(async () => await statementTables(await readFile(path), known));

/**
 * The tables of a statement on disk as they begin, read in a thread when it is long.
 * @throws UnreadableTable with a sentence for the person who sent it
 */
export const readStatementTables = async (
  file: { readonly path: string; readonly size: number },
  known: readonly KnownLayout[],
  signal?: AbortSignal,
): Promise<StatementTable[]> =>
  await readInThread(
    { input: { path: file.path, known }, size: await sizeToRead(file) },
    readTablesAt,
    new URL("./read-statement-tables.worker.ts", import.meta.url),
    signal,
  );
