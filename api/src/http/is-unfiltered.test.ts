import { expect, test } from "vitest";
import { isUnfiltered } from "./is-unfiltered.ts";

test.each([{}, { search: "" }, { status: [], from: undefined }])("%j asks for nothing", (filters) => {
  expect(isUnfiltered(filters)).toBe(true);
});

test.each([{ search: "rex" }, { status: ["paid"] }, { assignedTo: null }, { exact: false }])(
  "%j asks for something",
  (filters) => {
    expect(isUnfiltered(filters)).toBe(false);
  },
);
