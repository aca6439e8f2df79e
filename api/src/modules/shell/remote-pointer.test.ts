import { expect, test } from "vitest";
import { prunable } from "./prune-builds.ts";
import {
  emptyPointer,
  promoted,
  published,
  reachable,
  RegistryRefusal,
  rolledBack,
  withCanary,
} from "./remote-pointer.ts";

const at = (day: number): string => new Date(Date.UTC(2026, 10, day)).toISOString();

test("a build that comes back is told once", () => {
  const pointer = promoted(promoted(promoted(emptyPointer, "a", at(1)), "b", at(2)), "a", at(3));
  expect([pointer.live?.build, pointer.history.map(({ build }) => build)]).toEqual(["a", ["b"]]);
});

test("a tab's life counts from the moment when the build stopped being told to pages, not from its birth", () => {
  const pointer = ["a", "b", "c"].reduce(
    (value, build, index) => promoted(value, build, at(10 + index)),
    published(emptyPointer, "a", at(1)),
  );
  expect(reachable(pointer)).toEqual(["c", "b"]);
  // Live on the 10th, fallen back to until the 12th.
  expect(pointer.builds["a"]).toEqual({ state: "live", since: at(12) });
  const stored = ["a", "b", "c"].map((build) => ({ build, at: new Date(at(1)) }));
  const prune = (day: number, keep = 0) =>
    prunable(pointer, stored, { keep, olderThanDays: 1, now: new Date(at(day)) });
  expect([prune(26), prune(27), prune(27, 1)]).toEqual([[], ["a"], []]);
});

test("a build of which nothing is known counts from when the live one came, never earlier", () => {
  const pointer = promoted(emptyPointer, "live", at(20));
  const stored = [{ build: "unknown", at: new Date(at(1)) }];
  const prune = (days: number) =>
    prunable(pointer, stored, {
      keep: 0,
      olderThanDays: 0,
      now: new Date(Date.parse(at(20)) + days * 86_400_000),
    });
  expect([prune(14), prune(15)]).toEqual([[], ["unknown"]]);
});

test("the build that a rollback leaves is not its canary any more either", () => {
  const live = promoted(promoted(emptyPointer, "a", at(1)), "b", at(2));
  const pointer = rolledBack(withCanary(live, "c", { share: 5 }, at(3)), { from: "b" }, at(4));
  expect(reachable(pointer)).toEqual(["a", "c"]);
  expect(pointer.builds["b"]).toEqual({ state: "withdrawn", since: at(4) });
});

test.each([
  ["before anything is live", emptyPointer, { share: 5 }],
  ["of the live build", promoted(emptyPointer, "c", at(1)), { share: 5 }],
  ["for nobody", promoted(emptyPointer, "a", at(1)), {}],
  ["for an empty list", promoted(emptyPointer, "a", at(1)), { distributors: [] }],
])("there is no canary %s", (_case, pointer, audience) => {
  expect(() => withCanary(pointer, "c", audience, at(2))).toThrow(RegistryRefusal);
});
