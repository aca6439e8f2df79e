import { aRegistry } from "@bobine/contract/testing/registry";
import { BobineProvider } from "@bobine/shared-ui";
import { act, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { expect, it, vi } from "vitest";
import { CrashPage } from "./crash.page.tsx";
import { FederationContext } from "./federation/federation-context.ts";
import { HostOutlet } from "./federation/host-outlet.tsx";
import { createRemoteLoader } from "./federation/remote-loader.ts";

it("FED-8: what stops the whole page is reported, once, as its card says", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const told = vi.fn<(event: Event) => void>();
  addEventListener("bobine:remote-failure", told);
  const registry = aRegistry();
  const Shell = () => {
    throw new Error("the menu broke");
  };
  const router = createMemoryRouter([
    {
      errorElement: <CrashPage />,
      element: <HostOutlet isFrame />,
      children: [{ path: "*", element: <Shell /> }],
    },
  ]);
  await act(async () => {
    render(
      <BobineProvider env="test">
        <FederationContext value={{ registry, loader: createRemoteLoader({ host: registry.host }) }}>
          <RouterProvider router={router} />
        </FederationContext>
      </BobineProvider>,
    );
  });
  expect(await screen.findByText("Une erreur est survenue. Nos équipes ont été prévenues.")).toBeVisible();
  removeEventListener("bobine:remote-failure", told);
  expect(told.mock.calls.map(([event]) => (event as CustomEvent).detail)).toEqual([
    expect.objectContaining({
      remote: "host",
      build: registry.host.build,
      kind: "render",
      detail: "Error: the menu broke",
      supportCode: expect.stringMatching(/^HOS-/),
    }),
  ]);
});
