import { csrfToken, currentUser, refreshToken, updateUser, verifyLogin } from "@bobine/contract/auth";
import { listInvoices } from "@bobine/contract/invoices";
import { aUser } from "@bobine/contract/testing/people";
import { listed } from "@bobine/contract/testing/lists";
import { HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import { callApi, pathOf } from "./api-client.ts";
import { ApiError } from "./api-error.ts";
import { openSession, sessionStore } from "./session-store.ts";
import {
  answers,
  fails,
  isUnreachable,
  signIn,
  signInAsSuperAdmin,
  stubNetwork,
} from "./screens.testing.tsx";
import { selectDistributor } from "./session-store.ts";
import { announceBuild } from "./ui-build.ts";

const { stub } = stubNetwork();
const expired = () => HttpResponse.json({ detail: "x", code: "token_not_valid" }, { status: 401 });

describe("headers of a call", () => {
  it("carries the bearer token, the chosen distributor and, when it writes, the CSRF token", async () => {
    signInAsSuperAdmin({ distributorId: 12 });
    let seen: Headers | undefined;
    stub(
      answers(updateUser, ({ headers }) => {
        seen = headers;
        return aUser();
      }),
    );
    await callApi(updateUser, { body: { first_name: "Camille" } });
    expect(seen?.get("authorization")).toBe("Bearer access-token");
    expect(seen?.get("x-distributor-id")).toBe("12");
    expect(seen?.get("x-csrftoken")).toBe("csrf-of-the-test");
  });

  it("says of which builds the page is made, while they are there", async () => {
    signIn();
    const seen: (string | null)[] = [];
    stub(
      answers(currentUser, ({ headers }) => {
        seen.push(headers.get("x-front-build"));
        return aUser();
      }),
    );
    await callApi(currentUser);
    const leaveHost = announceBuild("host", "b6925dfed7df");
    const leaveScreen = announceBuild("mfe-finance", "b9305913d1bb");
    const leavePanel = announceBuild("mfe-finance", "b9305913d1bb");
    await callApi(currentUser);
    leaveScreen();
    await callApi(currentUser);
    leavePanel();
    await callApi(currentUser);
    leaveHost();
    const both = "host@b6925dfed7df, mfe-finance@b9305913d1bb";
    expect(seen).toEqual([null, both, both, "host@b6925dfed7df"]);
  });

  it("sends no bearer token and no CSRF token where the specification wants none", async () => {
    signIn();
    let seen: Headers | undefined;
    stub(
      answers(csrfToken, ({ headers }) => {
        seen = headers;
        return { csrfToken: "t" };
      }),
    );
    await callApi(csrfToken);
    expect(seen?.get("authorization")).toBeNull();
    expect(seen?.get("x-csrftoken")).toBeNull();
  });

  it("says who is signed in when a link is verified: the server must see that the browser is somebody else's", async () => {
    signIn();
    let authorization: string | null = null;
    stub(
      answers(verifyLogin, ({ headers }) => {
        authorization = headers.get("authorization");
        return { user: aUser(), token: "t", refresh: "r" };
      }),
    );
    await callApi(verifyLogin, { body: { token: "link" } });
    expect(authorization).toBe("Bearer access-token");
  });

  it("asks for the CSRF cookie first when the browser has none", async () => {
    signIn();
    stub(
      answers(csrfToken, () => {
        document.cookie = "csrftoken=fresh";
        return { csrfToken: "fresh" };
      }),
      answers(updateUser, ({ headers }) => aUser({ first_name: headers.get("x-csrftoken") ?? "none" })),
    );
    document.cookie = "csrftoken=; expires=Thu, 01 Jan 1970 00:00:00 GMT";
    expect((await callApi(updateUser, { body: {} })).first_name).toBe("fresh");
  });
});

it("a call that is refused for want of a right has the role read anew, once for all that are: it may be another by now", async () => {
  signIn({ role: "accountant" });
  let reads = 0;
  let bothRefused: Promise<unknown> = Promise.resolve();
  stub(
    fails(updateUser, 403, { detail: "Réservé aux comptables.", code: "permission_denied" }),
    answers(currentUser, async () => {
      reads += 1;
      await bothRefused;
      return aUser({ role: "viewer" });
    }),
  );
  bothRefused = Promise.allSettled([1, 2].map(() => callApi(updateUser, { body: {} })));
  expect(await bothRefused).toMatchObject([{ status: "rejected" }, { status: "rejected" }]);
  await expect.poll(() => sessionStore.getState().session?.user.role).toBe("viewer");
  expect(reads).toBe(1);
});

describe("an expired access token", () => {
  it("is renewed once for all the calls that met it, and each call is sent again", async () => {
    signIn();
    let refreshes = 0;
    stub(
      answers(currentUser, ({ headers }) =>
        headers.get("authorization") === "Bearer new-token" ? aUser() : expired(),
      ),
      answers(refreshToken, async ({ body }) => {
        refreshes += 1;
        expect(body).toEqual({ refresh: "refresh-token", rotate: true });
        await new Promise((resolve) => setTimeout(resolve, 20));
        return { access: "new-token", refresh: "new-refresh" };
      }),
    );
    const users = await Promise.all([callApi(currentUser), callApi(currentUser), callApi(currentUser)]);
    expect(users).toHaveLength(3);
    expect(refreshes).toBe(1);
    expect(localStorage.getItem("token")).toBe("new-token");
    expect(localStorage.getItem("refreshToken")).toBe("new-refresh");
  });

  it("takes the tokens that another tab has just renewed, without asking again", async () => {
    signIn();
    stub(
      answers(currentUser, ({ headers }) =>
        headers.get("authorization") === "Bearer other-tab" ? aUser() : expired(),
      ),
    );
    localStorage.setItem("token", "other-tab");
    expect((await callApi(currentUser)).id).toBe(7);
  });

  it("closes the session when the refresh is refused", async () => {
    signIn();
    stub(answers(currentUser, expired), fails(refreshToken, 401, { code: "token_not_valid" }));
    await expect(callApi(currentUser)).rejects.toBeInstanceOf(ApiError);
    expect(sessionStore.getState().session).toBeUndefined();
    expect(localStorage.getItem("token")).toBeNull();
  });

  it("keeps the session when the server cannot be reached to refresh it", async () => {
    signIn();
    stub(answers(currentUser, expired), isUnreachable(refreshToken));
    await expect(callApi(currentUser)).rejects.toMatchObject({ failure: "network" });
    expect(sessionStore.getState().session?.refreshToken).toBe("refresh-token");
  });

  it("keeps the session when the refresh lacked the CSRF cookie, which is asked for and sent once more", async () => {
    signIn();
    let refreshes = 0;
    stub(
      answers(currentUser, ({ headers }) =>
        headers.get("authorization") === "Bearer new-token" ? aUser() : expired(),
      ),
      answers(csrfToken, () => {
        document.cookie = "csrftoken=fresh";
        return { csrfToken: "fresh" };
      }),
      answers(refreshToken, ({ headers }) => {
        refreshes += 1;
        return headers.get("x-csrftoken") === "fresh"
          ? { access: "new-token" }
          : HttpResponse.json({ detail: "x", code: "csrf_failed" }, { status: 403 });
      }),
    );
    expect((await callApi(currentUser)).id).toBe(7);
    expect(refreshes).toBe(2);
  });

  it("keeps the session when even the fresh CSRF cookie is refused, which says nothing of the session", async () => {
    signIn();
    stub(
      answers(currentUser, expired),
      answers(csrfToken, { csrfToken: "useless" }),
      fails(refreshToken, 403, { detail: "x", code: "csrf_failed" }),
    );
    await expect(callApi(currentUser)).rejects.toMatchObject({ code: "csrf_failed" });
    expect(sessionStore.getState().session?.refreshToken).toBe("refresh-token");
  });

  it("is renewed at most once per call", async () => {
    signIn();
    let calls = 0;
    stub(
      answers(currentUser, () => {
        calls += 1;
        return expired();
      }),
      answers(refreshToken, { access: "still-bad" }),
    );
    await expect(callApi(currentUser)).rejects.toMatchObject({ status: 401 });
    expect(calls).toBe(2);
  });
});

describe("a change of distributor", () => {
  it("drops the answers that were asked for the previous one", async () => {
    signInAsSuperAdmin({ distributorId: 1 });
    stub(
      answers(listInvoices, async () => {
        await new Promise((resolve) => setTimeout(resolve, 20));
        return listed();
      }),
    );
    const late = callApi(listInvoices);
    selectDistributor(2);
    await expect(late).rejects.toMatchObject({ failure: "stale", status: 200 });
  });

  it("says of what was not asked again for the previous one that nobody answered", async () => {
    signInAsSuperAdmin({ distributorId: 1 });
    stub(
      answers(listInvoices, expired),
      answers(refreshToken, () => {
        selectDistributor(2);
        return { access: "next" };
      }),
    );
    await expect(callApi(listInvoices)).rejects.toMatchObject({ failure: "stale", status: 0 });
  });
});

describe("a call that must be sent again", () => {
  const other = { user: aUser({ id: 8, email: "b@lumiere.example" }), token: "b", refresh: "b-refresh" };
  const takesTheSession = () => {
    localStorage.setItem(
      "user",
      JSON.stringify({ ...sessionStore.getState().session?.user, email: "b@x.example" }),
    );
    localStorage.setItem("refreshToken", "b-refresh");
    localStorage.setItem("token", "b");
  };

  it("is not sent for the distributor that was chosen meanwhile", async () => {
    signInAsSuperAdmin({ distributorId: 1 });
    const sentFor: (string | null)[] = [];
    stub(
      answers(updateUser, ({ headers }) => {
        sentFor.push(headers.get("x-distributor-id"));
        return headers.get("authorization") === "Bearer new-token" ? aUser() : expired();
      }),
      answers(refreshToken, () => {
        selectDistributor(2);
        return { access: "new-token" };
      }),
    );
    await expect(callApi(updateUser, { body: {} })).rejects.toMatchObject({ failure: "stale" });
    expect(sentFor).toEqual(["1"]);
    // The session itself is still the same person's: it keeps its new token.
    expect(sessionStore.getState().session?.token).toBe("new-token");
  });

  it.each([
    ["by another tab before the refresh", { before: takesTheSession }],
    ["in this tab while it is renewed", { during: () => openSession(other) }],
  ])("is not sent as the user who took the session over %s", async (_, moment) => {
    signIn();
    const sentAs: (string | null)[] = [];
    stub(
      answers(updateUser, ({ headers }) => {
        sentAs.push(headers.get("authorization"));
        if ("before" in moment) moment.before();
        return expired();
      }),
      answers(refreshToken, () => {
        if ("during" in moment) moment.during();
        return { access: "new-token", refresh: "new-refresh" };
      }),
    );
    await expect(callApi(updateUser, { body: {} })).rejects.toMatchObject({ failure: "stale" });
    expect(sentAs).toEqual(["Bearer access-token"]);
    expect(sessionStore.getState().session).toMatchObject({ token: "b", refreshToken: "b-refresh" });
  });

  it("leaves the session alone that was opened while the old one was refused a new token", async () => {
    signIn();
    stub(
      answers(updateUser, expired),
      answers(refreshToken, () => {
        openSession(other);
        return HttpResponse.json({ code: "refresh_not_valid" }, { status: 401 });
      }),
    );
    await expect(callApi(updateUser, { body: {} })).rejects.toMatchObject({ failure: "stale" });
    expect(sessionStore.getState().session?.token).toBe("b");
  });

  it("is not sent for another distributor after a lost CSRF cookie either", async () => {
    signInAsSuperAdmin({ distributorId: 1 });
    let sent = 0;
    stub(
      answers(updateUser, () => {
        sent += 1;
        return HttpResponse.json({ detail: "x", code: "csrf_failed" }, { status: 403 });
      }),
      answers(csrfToken, () => {
        selectDistributor(2);
        return { csrfToken: "fresh" };
      }),
    );
    await expect(callApi(updateUser, { body: {} })).rejects.toMatchObject({ failure: "stale" });
    expect(sent).toBe(1);
  });
});

describe("answers that are not what the contract says", () => {
  it.each([
    ["a page of HTML", () => new Response("<html>", { status: 200 })],
    ["another shape", () => HttpResponse.json({ id: "seven" })],
  ])("%s is unreadable", async (_, answer) => {
    signIn();
    stub(answers(currentUser, answer));
    await expect(callApi(currentUser)).rejects.toMatchObject({ failure: "unreadable" });
  });
});

describe("paths and queries", () => {
  it("puts parameters in the path", () => {
    expect(pathOf("/invoices/invoices/:id/files/", { id: 7 })).toBe("/invoices/invoices/7/files/");
    expect(() => pathOf("/invoices/:id/")).toThrow(RangeError);
  });

  it("repeats the parameters given as lists and leaves out the undefined ones", async () => {
    signIn();
    let search = "";
    stub(
      answers(listInvoices, ({ query }) => {
        search = query.toString();
        return listed();
      }),
    );
    await callApi(listInvoices, { query: { status: ["awaiting_payment", "part_paid"], page: undefined } });
    expect(search).toBe("status=awaiting_payment&status=part_paid");
  });
});
