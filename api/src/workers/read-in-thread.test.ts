import { expect, test } from "vitest";
import { UnreadableTable } from "../domain/parsing/tables/file-row.ts";
import { readInThread } from "./read-in-thread.ts";

const threadOf = (code: string): URL => new URL(`data:text/javascript,${encodeURIComponent(code)}`);
const read = async (code: string): Promise<unknown> =>
  await readInThread(
    { input: {}, size: Infinity },
    () => Promise.reject(new Error("not here")),
    threadOf(code),
  );

test("BANK-1: a file that takes more memory than a thread has is refused, and the server goes on", async () => {
  const greedy = read(
    "const all = []; for (;;) all.push(Array.from({ length: 1000 }, (_, at) => ({ at })));",
  );
  await expect(greedy).rejects.toThrow(UnreadableTable);
  await expect(greedy).rejects.toThrow(/trop complexe/);
});

test("what else goes wrong in a thread is told as it is", async () => {
  await expect(read("throw new TypeError('wrong')")).rejects.toThrow("wrong");
});
