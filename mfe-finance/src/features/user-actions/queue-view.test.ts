import { viewOf, withView } from "@bobine/shared-ui/lists";
import { describe, expect, it } from "vitest";
import { aUserAction } from "@bobine/contract/testing/user-actions";
import { neighbourOf, nextOpen, QUEUE_ADDRESS } from "./queue-view.ts";

const open = (id: number) => aUserAction({ id });
const done = (id: number) => aUserAction({ id, status: "DONE" });

describe("the address of the queue", () => {
  it.each([
    [
      "nothing is the whole list",
      "",
      { view: "all", page: 1, reason: "", search: "", undone: "", assigned: "" },
    ],
    [
      "a page of one reason",
      "view=open&reason=partial_payment&page=3",
      { view: "open", page: 3, reason: "partial_payment", search: "", undone: "", assigned: "" },
    ],
    [
      "what it does not know is the whole list",
      "view=lost&page=-2",
      { view: "all", page: 1, reason: "", search: "", undone: "", assigned: "" },
    ],
  ])("%s", (_title, query, expected) =>
    expect(viewOf(QUEUE_ADDRESS, new URLSearchParams(query))).toEqual(expected),
  );

  it("says only what differs from the plain one", () => {
    const plain = {
      view: "all",
      page: 1,
      reason: "",
      search: "",
      undone: "",
      assigned: "",
      bank_account: undefined,
      from: undefined,
      to: undefined,
      ordering: undefined,
    } as const;
    expect(withView(QUEUE_ADDRESS, plain).toString()).toBe("");
    expect(withView(QUEUE_ADDRESS, { ...plain, view: "done", page: 2, search: "dole" }).toString()).toBe(
      "view=done&search=dole&page=2",
    );
  });
});

describe("the next action", () => {
  it.each([
    ["is the one below", [open(1), open(2), open(3)], 2, 3],
    ["skips what is decided", [open(1), done(2), open(3)], 1, 3],
    ["is the one above when the last is decided", [open(1), open(2)], 2, 1],
    ["is none when nothing else waits", [open(1), done(2)], 1, undefined],
    ["is the first when the decided one has left the list", [open(4), open(5)], 9, 4],
  ])("%s", (_title, actions, decided, expected) => expect(nextOpen(actions, decided)).toBe(expected));

  it("of a walk stays at the ends, and begins with the first", () => {
    const actions = [open(1), done(2)];
    expect(neighbourOf(actions, 1, 1)).toBe(2);
    expect(neighbourOf(actions, 2, 1)).toBe(2);
    expect(neighbourOf(actions, 1, -1)).toBe(1);
    expect(neighbourOf(actions, undefined, 1)).toBe(1);
    expect(neighbourOf([], 1, 1)).toBeUndefined();
  });
});
