import { expect, test } from "vitest";
import { turnstile } from "./turnstile.ts";

test("lets only so many work at once, in the order of their coming", async () => {
  const door = turnstile(2);
  const log: string[] = [];
  let inside = 0;
  let most = 0;
  const visit = (name: string) =>
    door.pass(async () => {
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
  const door = turnstile(1);
  const abort = new AbortController();
  let open: () => void = () => undefined;
  const first = door.pass(() => new Promise<void>((resolve) => (open = resolve)));
  const second = door.pass(async () => "never", abort.signal);
  const third = door.pass(async () => "third");
  abort.abort(new Error("gone"));
  await expect(second).rejects.toThrow("gone");
  open();
  await first;
  await expect(third).resolves.toBe("third");
  await expect(door.pass(async () => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
  await expect(door.pass(async () => "still open")).resolves.toBe("still open");
});

test("one owner does not take all the places, and the others pass those who wait", async () => {
  const door = turnstile(3, 2);
  const inside: string[] = [];
  const leaves = new Map<string, () => void>();
  const visit = (name: string, owner: number) =>
    door.pass(
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
