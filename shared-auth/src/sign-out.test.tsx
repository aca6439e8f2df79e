import { logout, refreshToken } from "@bobine/contract/auth";
import { HttpResponse } from "msw";
import { expect, it } from "vitest";
import { answers, isUnreachable, signIn, stubNetwork } from "./screens.testing.tsx";
import { sessionStore } from "./session-store.ts";
import { signOut } from "./use-session.ts";

const { stub } = stubNetwork();
const expired = () => HttpResponse.json({ detail: "x", code: "token_not_valid" }, { status: 401 });

it("signing out on a slow network with an expired token closes the page at once, and ends the session on the server after it", async () => {
  signIn();
  const closed = new Promise<void>((resolve) => {
    sessionStore.subscribe(({ session }) => {
      if (!session) resolve();
    });
  });
  const told: (string | null)[] = [];
  const revoked = new Promise<void>((resolve) => {
    stub(
      answers(logout, ({ headers }) => {
        told.push(headers.get("authorization"));
        if (told.length === 1) return expired();
        resolve();
        return undefined;
      }),
      answers(refreshToken, async ({ body }) => {
        // Its answer comes when the page is closed, and is nobody's session here.
        expect(body).toEqual({ refresh: "refresh-token" });
        await closed;
        return { access: "new-token" };
      }),
    );
  });
  await signOut();
  expect(sessionStore.getState().session).toBeUndefined();
  await revoked;
  expect(told).toEqual(["Bearer access-token", "Bearer new-token"]);
  expect([localStorage.getItem("token"), localStorage.getItem("refreshToken")]).toEqual([null, null]);
});

it("signing out without a network closes the page all the same", async () => {
  signIn();
  stub(isUnreachable(logout));
  await signOut();
  expect(sessionStore.getState().session).toBeUndefined();
});
