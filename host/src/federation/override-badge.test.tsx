import { useUnfinishedWork } from "@bobine/shared-auth";
import { aRegistry, aRemote } from "@bobine/contract/testing/registry";
import { BobineProvider } from "@bobine/shared-ui";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Override } from "./dev-overrides.ts";
import { type Federation, FederationContext } from "./federation-context.ts";
import { OverrideBadge } from "./override-badge.tsx";
import { createRemoteLoader } from "./remote-loader.ts";
import { RemoteOutlet } from "./remote-outlet.tsx";

const ADDRESS = "http://localhost:3002/";
/** What the developer's server has built last. */
let latest: string;
let channels: Map<string, EventTarget>;
let hashes: Record<string, string>;

const entryOf = (build: string) => ({
  ...aRemote({
    name: "mfe-planning",
    routes: ["/planning"],
    build,
    entry: "remoteEntry.js",
    integrity: { "remoteEntry.js": `sha384-${build}` },
  }),
  baseUrl: `${ADDRESS}federated/${build}/`,
  deployedAt: "",
});

beforeEach(() => {
  latest = "aaaaaaaaaaaa";
  channels = new Map();
  hashes = {};
  vi.stubGlobal("__BOBINE_INTEGRITY__", hashes);
  vi.stubGlobal(
    "EventSource",
    class extends EventTarget {
      constructor(url: URL | string) {
        super();
        channels.set(String(url), this);
      }
      close() {
        return undefined;
      }
    },
  );
  vi.stubGlobal("fetch", async () => {
    const answer = Response.json(entryOf(latest));
    Object.defineProperty(answer, "url", { value: `${ADDRESS}federated/${latest}/remote.json` });
    return answer;
  });
  document.body.innerHTML = `<script type="application/json" id="registry"></script>`;
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.head.innerHTML = "";
});

function Typing() {
  const [text, setText] = useState("");
  useUnfinishedWork(text === "" ? undefined : "form", "une saisie");
  return <input aria-label="Titre" value={text} onChange={(event) => setText(event.currentTarget.value)} />;
}

/** The screen of the remote as each of its builds draws it, in a page with an override. */
async function open(screenOf: (build: string) => React.ReactNode = (build) => <h1>{build}</h1>) {
  const live = aRegistry([aRemote({ name: "mfe-planning", routes: ["/planning"] })]);
  const holder = document.getElementById("registry");
  if (holder) holder.textContent = JSON.stringify(live);
  const overrides: Override[] = [{ remote: "mfe-planning", address: ADDRESS, entry: entryOf(latest) }];
  const loader = createRemoteLoader({
    host: live.host,
    overrides,
    fetch: async ({ build }) => ({ routes: [{ path: "/planning", element: screenOf(build) }] }),
  });
  const router = createMemoryRouter([{ path: "*", element: <RemoteOutlet /> }], {
    initialEntries: ["/planning"],
  });
  const given: Federation = {
    registry: { ...live, remotes: [entryOf(latest)] },
    loader,
    overrides,
  };
  function Page() {
    const [federation, replace] = useState(given);
    return (
      <FederationContext value={federation}>
        <OverrideBadge federation={federation} replace={replace} />
        <RouterProvider router={router} />
      </FederationContext>
    );
  }
  await act(async () => {
    render(
      <BobineProvider env="test">
        <Page />
      </BobineProvider>,
    );
  });
}
const build = async (name: string) => {
  latest = name;
  await act(async () => {
    for (const channel of channels.values()) channel.dispatchEvent(new Event("message"));
  });
};

it("shows the next build of a developer's remote in the place of the one before, in the same page (FED-22)", async () => {
  const style = document.head.appendChild(document.createElement("link"));
  Object.assign(style, { rel: "stylesheet", href: `${ADDRESS}federated/aaaaaaaaaaaa/1.css` });
  await open();
  expect(screen.getByRole("heading", { name: "aaaaaaaaaaaa" })).toBeVisible();
  expect([...channels.keys()]).toEqual([`${ADDRESS}federated/changes`]);
  await build("bbbbbbbbbbbb");
  expect(await screen.findByRole("heading", { name: "bbbbbbbbbbbb" })).toBeVisible();
  expect(hashes[`${ADDRESS}federated/bbbbbbbbbbbb/remoteEntry.js`]).toBe("sha384-bbbbbbbbbbbb");
  expect(style.isConnected).toBe(false);
  await build("cccccccccccc");
  expect(await screen.findByRole("heading", { name: "cccccccccccc" })).toBeVisible();
});

it("shows the next build in the place of a screen that has thrown (FED-22)", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const Broken = () => {
    throw new Error("boom");
  };
  await open((name) => (name === "aaaaaaaaaaaa" ? <Broken /> : <h1>{name}</h1>));
  expect(await screen.findByText("Ce module est indisponible")).toBeVisible();
  await build("bbbbbbbbbbbb");
  expect(await screen.findByRole("heading", { name: "bbbbbbbbbbbb" })).toBeVisible();
  expect(screen.queryByText("Ce module est indisponible")).toBeNull();
});

it("waits for whoever has typed something, and says that there is a newer one", async () => {
  await open((name) => (
    <>
      <h1>{name}</h1>
      <Typing />
    </>
  ));
  const user = userEvent.setup();
  await user.type(screen.getByLabelText("Titre"), "Le Rex");
  await build("bbbbbbbbbbbb");
  expect(screen.getByRole("heading", { name: "aaaaaaaaaaaa" })).toBeVisible();
  expect(screen.getByLabelText("Titre")).toHaveValue("Le Rex");
  await user.click(screen.getByRole("button", { name: "Actualiser" }));
  expect(await screen.findByRole("heading", { name: "bbbbbbbbbbbb" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Actualiser" })).toBeNull();
});

it("leaves what is shown when the server has nothing newer, or is gone", async () => {
  await open();
  await build("aaaaaaaaaaaa");
  vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("gone")));
  await build("bbbbbbbbbbbb");
  expect(screen.getByRole("heading", { name: "aaaaaaaaaaaa" })).toBeVisible();
});
