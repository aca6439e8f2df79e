import { describe, expect, it } from "vitest";
import { KIND_KEYS } from "../../bank-parts/bank-parts.texts.ts";
import { PART_KINDS } from "../../bank-parts/part-line.ts";
import { commandOf } from "./workbench-keys.ts";

const press = (key: string, more: Partial<KeyboardEvent> = {}) =>
  commandOf({ key, code: "", ctrlKey: false, metaKey: false, altKey: false, ...more });

describe("a key of the workbench", () => {
  it.each([
    ["ArrowDown", "next"],
    ["j", "next"],
    ["K", "previous"],
    ["Enter", "accept"],
    ["r", "reject"],
    ["u", "undo"],
    ["/", "search"],
    ["?", "help"],
    ["Escape", "leave"],
    ["d", "transfer"],
    ["f", "fees"],
    ["A", "account"],
    ["i", "unknown"],
    ["n", "invoice"],
    ["c", "client_credit"],
    ["v", "advance"],
    ["t", "credit"],
    ["e", "write_off"],
    ["x", "return"],
    ["m", "refund"],
  ])("%s is %s", (key, command) => expect(press(key)).toBe(command));

  it("LET-19: each kind of part has a key of its own", () => {
    const commands = PART_KINDS.map((kind) => press(KIND_KEYS[kind]));
    expect(commands).toEqual(PART_KINDS);
  });

  it("digits pick a set, of both keyboards and of a French one, which writes « & » for 1", () => {
    expect(press("1", { code: "Digit1" })).toEqual({ pick: 1 });
    expect(press("&", { code: "Digit1" })).toEqual({ pick: 1 });
    expect(press("(", { code: "Digit5" })).toEqual({ pick: 5 });
    expect(press("3", { code: "Numpad3" })).toEqual({ pick: 3 });
    expect(press("6", { code: "Digit6" })).toBeUndefined();
  });

  it("Ctrl+Z undoes; other combinations are the browser's", () => {
    expect(press("z", { ctrlKey: true })).toBe("undo");
    expect(press("z", { metaKey: true })).toBe("undo");
    expect(press("r", { ctrlKey: true })).toBeUndefined();
    expect(press("ArrowDown", { altKey: true })).toBeUndefined();
  });
});
