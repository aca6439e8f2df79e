import { expect, test } from "vitest";
import { updateOwnDistributor } from "../calls/distributors.contract.ts";
import { makeRemoteToken } from "../calls/remotes.contract.ts";
import { line } from "./line.ts";

test.each([
  [" Zoé ", "Zoé"],
  ["\u200b Zoé\u2060", "Zoé"],
  ["\u200b", ""],
  ["Films & Cie", "Films & Cie"],
  ["Zoé\u200dLebrun", "Zoé\u200dLebrun"],
])("%j is the line %j", (text, kept) => {
  expect(line(20).parse(text)).toBe(kept);
});

test.each(["Zoé\nLebrun", "Zoé\tLebrun", "Zoé\u2028Lebrun", "Zoé\0", "x".repeat(21)])(
  "%j is no line of twenty characters",
  (text) => {
    expect(line(20).safeParse(text).success).toBe(false);
  },
);

test.each(["\u200b", "Films\ndu Quai"])("a distributor and a team are not called %j (DIST-4)", (name) => {
  expect(updateOwnDistributor.body.safeParse({ name }).success).toBe(false);
  const token = { team: name, remotes: ["mfe-finance"], rights: ["publish"] };
  expect(makeRemoteToken.body.safeParse({ ...token, team: "Finance" }).success).toBe(true);
  expect(makeRemoteToken.body.safeParse(token).success).toBe(false);
});
