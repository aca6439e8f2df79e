import { stubNetwork } from "@bobine/shared-auth/testing";
import { BobineProvider, lazyPage } from "@bobine/shared-ui";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ComponentType } from "react";
import { createMemoryRouter, Outlet, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { aRegistry } from "@bobine/contract/testing/registry";
import { FederationContext } from "./federation-context.ts";
import type { Diagnosis } from "./failures.ts";
import { HostOutlet } from "./host-outlet.tsx";
import { createRemoteLoader } from "./remote-loader.ts";

stubNetwork();
beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

afterEach(() => {
  vi.useRealTimers();
});

const Page = () => <h1>À propos</h1>;

/** A frame with one page, whose code comes as `load` says. */
async function open(load: () => Promise<ComponentType>, kind: Diagnosis["kind"]) {
  const registry = aRegistry();
  const loader = createRemoteLoader({ host: registry.host, examine: async () => ({ kind }) });
  const LatePage = lazyPage(load);
  const frame = (
    <>
      <nav>MENU</nav>
      <Outlet />
    </>
  );
  const router = createMemoryRouter([
    {
      errorElement: <p>Tout est perdu</p>,
      element: <HostOutlet isFrame />,
      children: [
        {
          element: frame,
          children: [{ element: <HostOutlet />, children: [{ path: "*", element: <LatePage /> }] }],
        },
      ],
    },
  ]);
  // React resumes a suspended first render only inside an awaited act.
  await act(async () => {
    render(
      <BobineProvider env="test">
        <FederationContext value={{ registry, loader }}>
          <RouterProvider router={router} />
        </FederationContext>
      </BobineProvider>,
    );
  });
  return userEvent.setup();
}

const failing = (times: number): (() => Promise<ComponentType>) =>
  vi
    .fn(async () => Page)
    .mockImplementation(async () => {
      times -= 1;
      if (times >= 0) throw new Error("Loading chunk 472 failed");
      return Page;
    });

describe("a page of the host whose code does not come", () => {
  it("is asked for again by itself when the network failed", async () => {
    await open(failing(1), "network");
    expect(await screen.findByRole("heading", { name: "À propos" })).toBeVisible();
  });

  it("costs its own place: the menu stays, and « Réessayer » asks again", async () => {
    const user = await open(failing(1), "missing");
    expect(await screen.findByRole("heading", { name: "Ce module est indisponible" })).toBeVisible();
    expect(screen.getByText("MENU")).toBeVisible();
    expect(screen.getByText(/0\.1\.0 \(ba9876543210\)/)).toBeVisible();
    expect(screen.getByText(/^HOS-/)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Réessayer" }));
    expect(await screen.findByRole("heading", { name: "À propos" })).toBeVisible();
  });
});

it("says for two seconds that the code of the support is copied (TXT-2)", async () => {
  await open(failing(1), "missing");
  const copy = await screen.findByRole("button", { name: "Copier le code" });
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setTimeout", "clearTimeout"] });
  await act(async () => copy.click());
  expect(copy).toHaveAccessibleName("Code copié");
  await act(() => vi.advanceTimersByTimeAsync(1_500));
  expect(copy).toHaveAccessibleName("Code copié");
  await act(() => vi.advanceTimersByTimeAsync(500));
  expect(copy).toHaveAccessibleName("Copier le code");
});

it("a page of the host that stops on an error costs its own place", async () => {
  await open(
    async () => () => {
      throw new Error("boom");
    },
    "execution",
  );
  expect(await screen.findByText(/Il s’est arrêté sur une erreur inattendue/)).toBeVisible();
  expect(screen.getByText("MENU")).toBeVisible();
});
