import { dashboardStats } from "@bobine/contract/dashboard";
import { announceBuild, callApi } from "@bobine/shared-auth";
import { BobineProvider } from "@bobine/shared-ui";
import { aRegistry } from "@bobine/contract/testing/registry";
import { act, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FederationContext } from "../federation/federation-context.ts";
import { createRemoteLoader } from "../federation/remote-loader.ts";
import { UpdateWatch } from "./update-watch.tsx";
import { waitingUpdate } from "./waiting-update.ts";

const page = aRegistry();
let live = page;
let asked: string[];
/** The registry that answers of the API tell of. */
let answered: string;
beforeEach(() => {
  live = page;
  asked = [];
  answered = page.id;
  vi.useFakeTimers();
  vi.stubGlobal("fetch", async (request: string | Request) => {
    const url = typeof request === "string" ? request : new URL(request.url).pathname;
    if (url.startsWith("/api/"))
      return Response.json({}, { status: 404, headers: { "x-registry-id": answered } });
    asked.push(url);
    if (url === "/registry/head") return Response.json({ id: live.id });
    return url === "/registry.json" ? Response.json(live) : new Response();
  });
  announceBuild("host", page.host.build);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
async function open() {
  const federation = { registry: page, loader: createRemoteLoader({ host: page.host }) };
  render(
    <BobineProvider env="test">
      <FederationContext value={federation}>
        <RouterProvider router={createMemoryRouter([{ path: "/", element: <UpdateWatch /> }])} />
      </FederationContext>
    </BobineProvider>,
  );
  await pass(0);
}
/** A call of the API, whatever it answers. */
const work = () => act(() => callApi(dashboardStats).catch(() => undefined));
const promote = () => {
  live = { ...page, id: "newer", host: { ...page.host, build: "cccccccccccc" } };
};
const word = () => screen.queryByText("Nouvelle version disponible");

// FED-6
it("a tab that rests hears of a promotion within a minute", async () => {
  await open();
  promote();
  await pass(60_000);
  expect(word()).toBeInTheDocument();
});

it("a tab that works hears of it within five seconds, although it has just asked", async () => {
  await open();
  await pass(45_000);
  expect(asked).toEqual(["/registry/head"]);
  promote();
  // An answer may still carry what was live two seconds ago.
  await pass(2_000);
  answered = live.id;
  await work();
  await pass(3_000);
  expect(word()).toBeInTheDocument();
});

it("an answer that another node gave is followed once in three seconds", async () => {
  await open();
  answered = "of another node";
  for (let answer = 0; answer < 30; answer += 1) {
    await work();
    await pass(200);
  }
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.length).toBeLessThanOrEqual(3);
});

it("a page that is as old after a reload as before offers no other reload, and tells the operator once", async () => {
  const failures: unknown[] = [];
  const onFailure = (event: Event) => failures.push((event as CustomEvent).detail);
  addEventListener("bobine:remote-failure", onFailure);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const before = waitingUpdate(page.id, sessionStorage);
  before.notice("newer");
  before.remember();
  await open();
  promote();
  await pass(180_000);
  expect(word()).toBeNull();
  expect(failures).toEqual([
    expect.objectContaining({
      remote: "host",
      kind: "outdated",
      build: page.host.build,
      detail: "a reload brought the page of registry registry-1 again, and newer is live",
    }),
  ]);
  removeEventListener("bobine:remote-failure", onFailure);
});
