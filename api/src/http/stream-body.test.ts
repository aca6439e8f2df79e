import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Tx } from "../db/scope.ts";
import { BODY_LIMIT_MS, streamBody, type Write, writeJsonRows } from "./stream-body.ts";
import { concurrencyLimiter } from "./concurrency-limiter.ts";

const once = (work: (tx: Tx) => Promise<void>): Promise<void> => work({} as Tx);
const LUMEN = { distributorId: 1, signal: new AbortController().signal };
const MEGABYTE = "x".repeat(2 ** 20);

describe("a body", () => {
  const limiter = () => concurrencyLimiter(1, 1);

  test("comes whole", async () => {
    const body = await streamBody(limiter(), LUMEN, once, async (_tx, write) => {
      for (const part of ["a", "b", "c"]) await write(part);
    });
    expect(await text(body)).toBe("abc");
  });

  test.each(["", "a short list"])("that fails after %j is an error that can be answered", async (start) => {
    const failing = streamBody(limiter(), LUMEN, once, async (_tx, write) => {
      await write(start);
      throw new Error("no database");
    });
    await expect(failing).rejects.toThrow("no database");
  });

  test("that fails later breaks off", async () => {
    const body = await streamBody(limiter(), LUMEN, once, async (_tx, write) => {
      await write(MEGABYTE);
      throw new Error("no database");
    });
    await expect(text(body)).rejects.toThrow("no database");
  });

  const twice = async (work: (tx: Tx) => Promise<void>): Promise<void> => {
    await work({} as Tx).catch(() => work({} as Tx));
  };

  test("of which nothing was sent is written anew when its transaction is tried again", async () => {
    let tries = 0;
    const body = await streamBody(limiter(), LUMEN, twice, async (_tx, write) => {
      tries += 1;
      await write(`try ${tries}`);
      if (tries === 1) throw new Error("a deadlock");
    });
    expect(await text(body)).toBe("try 2");
  });

  test("is never sent twice, even when its transaction is tried again", async () => {
    const body = await streamBody(limiter(), LUMEN, twice, async (_tx, write) => {
      await write(MEGABYTE);
      throw new Error("a deadlock");
    });
    await expect(text(body)).rejects.toThrow("a body is written once");
  });
});

describe("a reader who takes nothing", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
  afterEach(() => void vi.useRealTimers());

  const endless = async (_tx: Tx, write: Write): Promise<void> => {
    for (;;) await write(MEGABYTE);
  };

  test("gives the place back when the time is over, and the next one gets through", async () => {
    const limiter = concurrencyLimiter(1, 1);
    const stalled = await streamBody(limiter, LUMEN, once, endless);
    const next = streamBody(limiter, LUMEN, once, async (_tx, write) => write("next"));
    await vi.advanceTimersByTimeAsync(BODY_LIMIT_MS - 1);
    expect(stalled.destroyed).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await text(await next)).toBe("next");
    expect(stalled.destroyed).toBe(true);
  });

  test("gives the place back when the reader goes away", async () => {
    const limiter = concurrencyLimiter(1, 1);
    const stalled = await streamBody(limiter, LUMEN, once, endless);
    stalled.destroy();
    expect(await text(await streamBody(limiter, LUMEN, once, async (_tx, write) => write("next")))).toBe(
      "next",
    );
    expect(vi.getTimerCount()).toBe(0);
  });
});

test("who leaves before the turn of the body leaves the line, and nothing is read for it (OPS-10)", async () => {
  const limiter = concurrencyLimiter(1, 1);
  const first = await streamBody(limiter, LUMEN, once, async (_tx, write) => write(MEGABYTE));
  const leaves = new AbortController();
  const read = vi.fn<() => Promise<void>>();
  const second = streamBody(limiter, { distributorId: 1, signal: leaves.signal }, once, read);
  leaves.abort(new Error("left"));
  await expect(second).rejects.toThrow("left");
  first.resume();
  const third = await streamBody(limiter, LUMEN, once, async (_tx, write) => write("third"));
  expect(await text(third)).toBe("third");
  expect(read).not.toHaveBeenCalled();
});

describe("rows as JSON", () => {
  async function* batches(...all: number[][]) {
    yield* all;
  }
  test.each([
    [[], '{"results":[]'],
    [[[]], '{"results":[]'],
    [[[1, 2], [], [3]], '{"results":[1,2,3]'],
  ])("%j", async (rows, written) => {
    let all = "";
    const count = await writeJsonRows(
      async (chunk) => {
        all += String(chunk);
      },
      batches(...rows),
      '{"results":',
    );
    expect([all, count]).toEqual([written, rows.flat().length]);
  });

  test("write nothing before the first ones are there, so that a failure can be answered", async () => {
    const write = vi.fn<Write>();
    const failing = (async function* (): AsyncGenerator<number[]> {
      yield await Promise.reject(new Error("no database"));
    })();
    await expect(writeJsonRows(write, failing)).rejects.toThrow("no database");
    expect(write).not.toHaveBeenCalled();
  });
});
