import { readFile } from "node:fs/promises";
import { readBankStatement, UnreadableStatement } from "../domain/parsing/bank-statement.ts";
import { runInWorker } from "./run-in-worker.ts";

export type BankStatement = Awaited<ReturnType<typeof readBankStatement>>;
/** What a thread can post: an error would lose its class. */
export type ReadAnswer = { readonly statement: BankStatement } | { readonly unreadable: string };
export interface ReadInput {
  readonly path: string;
  readonly fileName: string;
}

/** Reading this much takes some ten milliseconds; an XLSX file of the same size holds ten times as much. */
const SMALL_BYTES = 256 * 1024;

export async function readFileOf({ path }: ReadInput): Promise<ReadAnswer> {
  try {
    return { statement: await readBankStatement(await readFile(path)) };
  } catch (error) {
    if (error instanceof UnreadableStatement) return { unreadable: error.message };
    throw error;
  }
}

/**
 * Reads a statement from disk, in a thread when it is long.
 * @throws UnreadableStatement with a sentence for the person who sent it
 */
export async function readStatementFile(
  file: ReadInput & { readonly size: number },
  signal?: AbortSignal,
): Promise<BankStatement> {
  const input: ReadInput = { path: file.path, fileName: file.fileName };
  const answer =
    file.size <= SMALL_BYTES && !/\.xlsx$/i.test(file.fileName)
      ? await readFileOf(input)
      : await runInWorker<ReadAnswer>(new URL("./read-bank-statement.worker.ts", import.meta.url), input, {
          signal,
        });
  if ("unreadable" in answer) throw new UnreadableStatement(answer.unreadable);
  return answer.statement;
}
