import { expect, test } from "vitest";
import { concurrencyLimiter } from "./concurrency-limiter.ts";

test("lets only so many work at once, in the order of their coming", async () => {
  const limiter = concurrencyLimiter(2);
  const log: string[] = [];
  let inside = 0;
  let most = 0;
  const visit = (name: string) =>
    limiter.run(async () => {
      log.push(name);
      most = Math.max(most, (inside += 1));
      await new Promise((resolve) => setImmediate(resolve));
      inside -= 1;
    });
  await Promise.all(["a", "b", "c", "d", "e"].map(visit));
  expect(log).toEqual(["a", "b", "c", "d", "e"]);
  expect(most).toBe(2);
});

test("one that gives up while it waits leaves its place, and its failure frees nobody else's", async () => {
  const limiter = concurrencyLimiter(1);
  const abort = new AbortController();
  let open: () => void = () => undefined;
  const first = limiter.run(() => new Promise<void>((resolve) => (open = resolve)));
  const second = limiter.run(async () => "never", abort.signal);
  const third = limiter.run(async () => "third");
  abort.abort(new Error("gone"));
  await expect(second).rejects.toThrow("gone");
  open();
  await first;
  await expect(third).resolves.toBe("third");
  await expect(limiter.run(async () => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
  await expect(limiter.run(async () => "still open")).resolves.toBe("still open");
});

test("one owner does not take all the places, and the others pass those who wait", async () => {
  const limiter = concurrencyLimiter(3, 2);
  const inside: string[] = [];
  const leaves = new Map<string, () => void>();
  const visit = (name: string, owner: number) =>
    limiter.run(
      async () => {
        inside.push(name);
        await new Promise<void>((resolve) => leaves.set(name, resolve));
      },
      undefined,
      owner,
    );
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const visits = [visit("a1", 1), visit("a2", 1), visit("a3", 1), visit("b1", 2), visit("b2", 2)];
  await settled();
  expect(inside).toEqual(["a1", "a2", "b1"]);
  // The first in the line whose owner has room: a3 would be the third of its owner.
  leaves.get("b1")?.();
  await settled();
  expect(inside).toEqual(["a1", "a2", "b1", "b2"]);
  leaves.get("a1")?.();
  await settled();
  expect(inside).toEqual(["a1", "a2", "b1", "b2", "a3"]);
  for (const leave of leaves.values()) leave();
  await Promise.all(visits);
});

test("of one owner ten wait, and one more is refused at once and told when to come again; the others wait as before (OPS-10)", async () => {
  const limiter = concurrencyLimiter(1);
  const open = Promise.withResolvers<string>();
  const visit = (owner: number | undefined, signal?: AbortSignal) =>
    limiter.run(() => open.promise, signal, owner);
  const leaves = new AbortController();
  const inside = visit(1);
  const leaving = visit(1, leaves.signal);
  const waiting = Array.from({ length: 9 }, () => visit(1));
  await expect(visit(1)).rejects.toMatchObject({ status: 429, headers: { "retry-after": "3" } });
  const another = visit(2);
  const [ofTheNode] = Array.from({ length: 20 }, () => visit(undefined));
  leaves.abort(new Error("left"));
  await expect(leaving).rejects.toThrow("left");
  const inTheRoomOfWhoLeft = visit(1);
  await expect(visit(1)).rejects.toMatchObject({ code: "too_many_waiting" });
  open.resolve("done");
  const all = await Promise.all([inside, ...waiting, another, ofTheNode, inTheRoomOfWhoLeft]);
  expect(new Set(all)).toEqual(new Set(["done"]));
});
