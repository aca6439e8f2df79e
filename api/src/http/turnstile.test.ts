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
