import { expect, it } from "vitest";
import { changesOf, missingRise } from "./compare-exports.mjs";

const NOTHING = { gone: [], changed: [], added: [] };
const UI = "@bobine/shared-ui";

// FED-20
it("says which exported names are gone, have changed and are new", () => {
  const before = { [UI]: { formatCount: "(count: number) => string", Money: "(props) => Element" } };
  const after = { [UI]: { Money: "(props: MoneyProps) => Element", Pager: "(props) => Element" } };
  expect(changesOf(before, after)).toEqual({
    gone: [`${UI} formatCount`],
    changed: [`${UI} Money`],
    added: [`${UI} Pager`],
  });
  expect(changesOf(after, after)).toEqual(NOTHING);
});

it("knows a package that is no longer lent, and names that every object has", () => {
  expect(changesOf({ [UI]: { Pager: "one" } }, {}).gone).toEqual([`${UI} Pager`]);
  expect(changesOf({ [UI]: {} }, { [UI]: { toString: "() => string" } }).added).toEqual([`${UI} toString`]);
});

it.each([
  ["nothing", NOTHING, "3.0.0", undefined],
  ["a new name", { ...NOTHING, added: ["ui A"] }, "3.0.0", "raise HOST_CONTRACT to 3.1.0"],
  ["a new name", { ...NOTHING, added: ["ui A"] }, "3.1.0", undefined],
  [
    "a changed one",
    { ...NOTHING, changed: ["ui A"] },
    "3.0.1",
    "ui A has changed: raise HOST_CONTRACT to 3.1.0",
  ],
  ["a changed one", { ...NOTHING, changed: ["ui A"] }, "4.0.0", undefined],
  ["a name that is gone", { ...NOTHING, gone: ["ui A"] }, "3.1.0", "raise HOST_CONTRACT to 4.0.0"],
  ["a name that is gone", { ...NOTHING, gone: ["ui A"] }, "4.0.0", undefined],
  ["a new name and a lower number", { ...NOTHING, added: ["ui A"] }, "2.9.0", "raise HOST_CONTRACT to 3.1.0"],
])(
  "%s asks of the number of the host contract what it means to remotes",
  (_what, changes, contract, wanted) => {
    const sentence = missingRise(changes, "3.0.0", contract);
    if (wanted === undefined) expect(sentence).toBeUndefined();
    else expect(sentence).toContain(wanted);
  },
);
