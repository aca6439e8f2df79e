import { expect, it } from "vitest";
import { untilMailsLeft } from "./mail-polling.ts";

it.each([
  ["before they are read", undefined, false],
  ["when all have left or will not", [{ state: "sent" }, { state: "failed" }], false],
  ["while one waits", [{ state: "sent" }, { state: "waiting" }], true],
  ["while one is being sent", [{ state: "sending" }], true],
] as const)("MAIL-8: mails are looked at again %s", (_, mails, isAgain) => {
  expect(untilMailsLeft(mails) !== false).toBe(isAgain);
});
