import { expect, test } from "vitest";
import { computedOnce } from "./computed-once.ts";

test("what a report says of a cinema or distributor again and again is looked at once, and another one by itself", () => {
  const computed: (string | null)[] = [];
  const isRex = computedOnce(({ name }: { name: string | null; city: string }) => {
    computed.push(name);
    return name === "Rex" ? true : undefined;
  });
  const named = ["Rex", "Vox", "Rex", null, "null", "Vox", null].map((name) =>
    isRex({ name, city: "Tours" }),
  );
  expect(named).toEqual([true, undefined, true, undefined, undefined, undefined, undefined]);
  expect(computed).toEqual(["Rex", "Vox", null, "null"]);
});
