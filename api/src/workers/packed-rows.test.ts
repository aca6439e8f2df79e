import { expect, test } from "vitest";
import { packedInTurns, packedRows, rowsAtOnce, unpackedRows } from "./packed-rows.ts";

const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, line) => ({
    line,
    name: `Cinéma ${line}`,
    code: undefined,
    screens: [line],
  }));

test.each([0, 1, 500, 501, 1234])("%i rows come out as they went in, in their order", async (count) => {
  expect(await unpackedRows(structuredClone(packedRows(rowsOf(count))))).toEqual(rowsOf(count));
});

test("others are served between the packs of a long list", async () => {
  const packs = packedRows(rowsOf(3000));
  let isDone = false;
  let served = 0;
  const serve = (): void => {
    if (isDone) return;
    served += 1;
    setImmediate(serve);
  };
  setImmediate(serve);
  await unpackedRows(packs);
  isDone = true;
  expect(packs.length).toBe(6);
  expect(served).toBeGreaterThanOrEqual(packs.length);
});

test("a long list that goes to a thread is packed in turns, and comes out there as it was", async () => {
  let isDone = false;
  let served = 0;
  const serve = (): void => {
    if (isDone) return;
    served += 1;
    setImmediate(serve);
  };
  setImmediate(serve);
  const packs = await packedInTurns(rowsOf(3000));
  isDone = true;
  expect(served).toBeGreaterThanOrEqual(packs.length);
  expect(rowsAtOnce(structuredClone(packs))).toEqual(rowsOf(3000));
});
