import { refreshToken, updateUser } from "@bobine/contract/auth";
import { uploadTransactions } from "@bobine/contract/banking";
import { createCreditNote } from "@bobine/contract/invoice-detail";
import { IDEMPOTENCY_KEY } from "@bobine/contract/route";
import { aUser } from "@bobine/contract/testing/people";
import { HttpResponse } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { callApi } from "./api-client.ts";
import { answers, signIn, stubNetwork } from "./screens.testing.tsx";
import { uploadFile } from "./upload-file.ts";

const { stub } = stubNetwork();
let keys: (string | null)[];
/** What the server does with the next calls. */
let outcomes: (() => Response)[];
const lost = () => HttpResponse.error();
const refused = (status: number, code = "x") => HttpResponse.json({ detail: "Non.", code }, { status });
const hear = (headers: Headers): Response => {
  keys.push(headers.get(IDEMPOTENCY_KEY));
  return outcomes.shift()?.() ?? refused(409);
};
beforeEach(() => {
  signIn();
  keys = [];
  outcomes = [];
  stub(
    answers(createCreditNote, ({ headers }) => hear(headers)),
    answers(uploadTransactions, ({ headers }) => hear(headers)),
  );
});
afterEach(() => void vi.useRealTimers());

const credit = (id: number, reason = "Geste commercial") =>
  callApi(createCreditNote, { params: { id }, body: { reason, remaining_net_amount: "10.00" } }).catch(
    () => undefined,
  );
const expectSameKey = () => expect(keys[1]).toBe(keys[0]);
const expectAnotherKey = () => expect(keys[1]).not.toBe(keys[0]);

describe("the key of a call that moves money", () => {
  it("is made for it, and is another for another action", async () => {
    await credit(1);
    await credit(2);
    await credit(1, "Erreur");
    expect(keys.every((key) => /^[0-9a-f]{32}$/.test(key ?? ""))).toBe(true);
    expect(new Set(keys).size).toBe(3);
  });

  it.each([
    ["the answer was lost", lost],
    ["the server broke down", () => refused(500)],
    ["the first is still under way", () => refused(409, "idempotency_in_progress")],
    ["the answer cannot be read", () => HttpResponse.json({ nothing: "of the contract" }, { status: 201 })],
  ])("is the same when the action is tried again because %s", async (_why, outcome) => {
    outcomes = [outcome];
    await credit(3);
    await credit(3);
    expectSameKey();
  });

  it("is a new one after an answer: who asks again wants it again", async () => {
    await credit(4);
    await credit(4);
    expectAnotherKey();
  });

  it("is a new one when the lost action is a quarter of an hour old", async () => {
    outcomes = [lost];
    await credit(5);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 15 * 60_000 + 1 });
    await credit(5);
    expectAnotherKey();
  });

  it("is the same after the session was renewed within the call", async () => {
    stub(answers(refreshToken, { access: "new-token", refresh: "new-refresh" }));
    outcomes = [() => refused(401, "token_not_valid")];
    await credit(6);
    expect(keys).toHaveLength(2);
    expectSameKey();
  });

  it("goes with a file too, and is the same for the file that is sent again", async () => {
    const file = new File(["date;montant\n"], "releve.csv", { lastModified: 1 });
    outcomes = [lost, lost];
    for (const each of [file, file, new File(["date;montant\n"], "releve.csv", { lastModified: 2 })])
      await uploadFile(uploadTransactions, each).catch(() => undefined);
    expectSameKey();
    expect(keys[2]).not.toBe(keys[0]);
  });
});

it("a call that takes no key has none", async () => {
  let key: string | null = "";
  stub(
    answers(updateUser, ({ headers }) => {
      key = headers.get(IDEMPOTENCY_KEY);
      return aUser();
    }),
  );
  await callApi(updateUser, { body: {} });
  expect(key).toBeNull();
});
