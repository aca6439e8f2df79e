import { currentUser, refreshToken } from "@bobine/contract/auth";
import { aUser } from "@bobine/contract/testing/people";
import { fireEvent } from "@testing-library/react";
import { HttpResponse } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { callApi } from "./api-client.ts";
import { LAST_ACTION_KEY } from "./session-storage.ts";
import { answers, endSession, signIn, stubNetwork } from "./screens.testing.tsx";

const { stub } = stubNetwork();
const MINUTE = 60_000;

let now: number;
let told: string[];
/** The access token that the server takes. */
let valid: string;
const later = (ms: number): void => {
  now += ms;
  vi.setSystemTime(now);
};
/** What the page does by itself once its access token has expired. */
const renew = async (): Promise<void> => {
  valid = "";
  await callApi(currentUser);
};

beforeEach(() => {
  now = Date.now() + 60 * MINUTE;
  vi.useFakeTimers({ toFake: ["Date"], now });
  signIn();
  told = [];
  stub(
    answers(currentUser, ({ headers }) =>
      headers.get("authorization") === `Bearer ${valid}`
        ? aUser()
        : HttpResponse.json({ detail: "x", code: "token_not_valid" }, { status: 401 }),
    ),
    answers(refreshToken, ({ headers }) => {
      told.push(headers.get("x-idle-seconds") ?? "nothing");
      valid = `token-${told.length}`;
      return { access: valid, refresh: "new-refresh" };
    }),
  );
});
afterEach(() => vi.useRealTimers());

describe("the renewal of a session says for how long nobody has acted", () => {
  it("however often the page asks by itself", async () => {
    for (const idle of [5, 10, 15]) {
      later(5 * MINUTE);
      await renew();
      expect(told.at(-1)).toBe(String(idle * 60));
    }
  });

  it.each(["pointerDown", "keyDown", "wheel", "touchMove", "click", "input"] as const)(
    "from %s on",
    async (action) => {
      later(5 * MINUTE);
      fireEvent[action](document.body);
      later(30_000);
      await renew();
      expect(told).toEqual(["30"]);
    },
  );

  it("not from the pointer, under which a list changes", async () => {
    later(5 * MINUTE);
    fireEvent.pointerMove(document.body);
    await renew();
    expect(told).toEqual(["300"]);
  });

  it("also in another tab, and not in the future of a clock that was put right", async () => {
    later(5 * MINUTE);
    localStorage.setItem(LAST_ACTION_KEY, String(now - 20_000));
    await renew();
    localStorage.setItem(LAST_ACTION_KEY, String(now + 60 * MINUTE));
    await renew();
    expect(told).toEqual(["20", "300"]);
  });
});

it("somebody who returns after a while is told to the server at once, one who never left is not", async () => {
  later(9 * MINUTE);
  fireEvent.keyDown(document.body);
  later(9 * MINUTE);
  fireEvent.pointerDown(document.body);
  expect(told).toEqual([]);
  later(11 * MINUTE);
  fireEvent.wheel(document.body);
  await vi.waitFor(() => expect(told).toEqual(["0"]));
});

it("who returns without a session asks for nothing", async () => {
  endSession();
  later(11 * MINUTE);
  fireEvent.keyDown(document.body);
  await Promise.resolve();
  expect(told).toEqual([]);
});
