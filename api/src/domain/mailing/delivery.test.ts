import { describe, expect, test } from "vitest";
import { deliveryAfter, type HandOver, type RecipientResult, retryAfter } from "./delivery.ts";
import type { Answer } from "./smtp-answers.ts";

const A = "a@eden.example";
const B = "b@eden.example";
const waiting = (...addresses: string[]): RecipientResult[] =>
  addresses.map((address) => ({ address, state: "waiting", response: "" }));
const refusing = (answers: Record<string, number>): ReadonlyMap<string, Answer> =>
  new Map(Object.entries(answers).map(([address, code]) => [address, { code, text: `${code} non` }]));
const saying = (text: string): ReadonlyMap<string, Answer> =>
  new Map([A, B].map((address) => [address, { code: Number(text.slice(0, 3)), text }]));
const states = (recipients: readonly RecipientResult[]): string[] => recipients.map(({ state }) => state);
const NONE = refusing({});

describe("after a try", () => {
  test.each<[string, HandOver, string[], string, number | null]>([
    ["all took it", { kind: "taken", refused: NONE }, ["accepted", "accepted"], "sent", null],
    [
      "one is unknown",
      { kind: "taken", refused: refusing({ [B]: 550 }) },
      ["accepted", "refused"],
      "sent",
      null,
    ],
    [
      "one is for later",
      { kind: "taken", refused: refusing({ [B]: 451 }) },
      ["accepted", "waiting"],
      "waiting",
      1,
    ],
    [
      "all are unknown",
      { kind: "not_taken", answer: { code: 550, text: "" }, refused: refusing({ [A]: 550, [B]: 553 }) },
      ["refused", "refused"],
      "refused",
      null,
    ],
    [
      "one is unknown, the other for later",
      { kind: "not_taken", answer: { code: 450, text: "" }, refused: refusing({ [A]: 550, [B]: 450 }) },
      ["refused", "waiting"],
      "waiting",
      1,
    ],
    [
      "the message is refused for good, whoever it is for (MAIL-14)",
      { kind: "not_taken", answer: { code: 554, text: "" }, refused: NONE },
      ["waiting", "waiting"],
      "failed",
      null,
    ],
    [
      "our own server sends for nobody: for later, as when it is away (MAIL-14)",
      {
        kind: "not_taken",
        answer: { code: 554, text: "" },
        refused: saying("554 5.7.1 <a@eden.example>: Relay access denied"),
      },
      ["waiting", "waiting"],
      "waiting",
      1,
    ],
    [
      "a policy takes it for nobody (MAIL-14)",
      { kind: "not_taken", answer: { code: 550, text: "" }, refused: saying("550 5.7.1 blocked") },
      ["waiting", "waiting"],
      "failed",
      null,
    ],
    [
      "a mailbox is unknown, also to a table of relays",
      {
        kind: "not_taken",
        answer: { code: 550, text: "" },
        refused: saying("550 5.1.1 User unknown in relay recipient table"),
      },
      ["refused", "refused"],
      "refused",
      null,
    ],
    [
      "one took it, the other's policy did not",
      { kind: "taken", refused: new Map([[B, { code: 550, text: "550 5.7.1 blocked" }]]) },
      ["accepted", "waiting"],
      "sent",
      null,
    ],
    [
      "the message is refused for now",
      { kind: "not_taken", answer: { code: 452, text: "" }, refused: NONE },
      ["waiting", "waiting"],
      "waiting",
      1,
    ],
    ["nobody answers", { kind: "away", problem: "ECONNREFUSED" }, ["waiting", "waiting"], "waiting", 1],
    [
      "no answer came to the end",
      { kind: "in_doubt", problem: "ECONNRESET", refused: NONE },
      ["unconfirmed", "unconfirmed"],
      "unconfirmed",
      null,
    ],
    [
      "no answer came to the end, and one is unknown",
      { kind: "in_doubt", problem: "ECONNRESET", refused: refusing({ [B]: 550 }) },
      ["unconfirmed", "refused"],
      "unconfirmed",
      null,
    ],
  ])("%s", (_, outcome, recipients, state, retryInMinutes) => {
    const delivery = deliveryAfter(outcome, waiting(A, B), 1);
    expect(states(delivery.recipients)).toEqual(recipients);
    expect(delivery).toMatchObject({ state, retryInMinutes });
  });

  test("who has it is never written to again, whatever the next try gives", () => {
    const first = deliveryAfter({ kind: "taken", refused: refusing({ [B]: 451 }) }, waiting(A, B), 1);
    const second = deliveryAfter(
      { kind: "not_taken", answer: { code: 550, text: "" }, refused: refusing({ [B]: 550 }) },
      first.recipients,
      2,
    );
    expect(states(second.recipients)).toEqual(["accepted", "refused"]);
    expect(second.state).toBe("sent");
  });

  test("tries get rarer, go on for three to five days, and end", () => {
    const pauses: number[] = [];
    for (let attempts = 1; retryAfter(attempts) !== null; attempts += 1) pauses.push(retryAfter(attempts)!);
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
    const days = pauses.reduce((sum, pause) => sum + pause, 0) / 1440;
    expect(days).toBeGreaterThan(3);
    expect(days).toBeLessThan(5);
    const last = deliveryAfter({ kind: "away", problem: "ETIMEDOUT" }, waiting(A), pauses.length + 1);
    expect(last).toMatchObject({ state: "failed", retryInMinutes: null });
  });

  test("what a server answers is kept as one short line", () => {
    const text = `550 ${"x".repeat(2000)}\r\nBcc: voleur@ailleurs.example`;
    const refused = new Map([[A, { code: 550, text }]]);
    const [recipient] = deliveryAfter({ kind: "taken", refused }, waiting(A), 1).recipients;
    expect(recipient!.response).toHaveLength(500);
    expect(recipient!.response).not.toMatch(/[\r\n]/);
  });
});
