import { useUnfinishedWork } from "@bobine/shared-auth";
import { BobineProvider } from "@bobine/shared-ui";
import { act, render, screen, within, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { createMemoryRouter, Link, Navigate, Outlet, RouterProvider } from "react-router-dom";
import { describe, expect, it, vi } from "vitest";
import { FederationContext } from "../federation/federation-context.ts";
import { createRemoteLoader } from "../federation/remote-loader.ts";
import { aRegistry } from "@bobine/contract/testing/registry";
import { LeaveGuard } from "./leave-guard.tsx";
import { LateUpdateWatch } from "./late-update-watch.tsx";

const registry = aRegistry();
const federation = { registry, loader: createRemoteLoader({ host: registry.host }) };

/** The shell as far as this goes: its links, and the watch whose code comes later. */
function Frame() {
  const [isSignedIn, setSignedIn] = useState(true);
  if (!isSignedIn) return <Navigate to="/auth" replace />;
  return (
    <>
      <Link to="/cinemas">CINÉMAS</Link>
      <Link to="/account?onglet=banque">Banque</Link>
      <button type="button" onClick={() => setSignedIn(false)}>
        La session prend fin
      </button>
      <Outlet />
      <LateUpdateWatch />
    </>
  );
}

function Form() {
  const [company, setCompany] = useState("");
  useUnfinishedWork(company === "" ? undefined : "form", "Informations du compte", true);
  return (
    <label>
      Société
      <input value={company} onChange={(event) => setCompany(event.currentTarget.value)} />
    </label>
  );
}

async function begin(text: string) {
  const router = createMemoryRouter(
    [
      { path: "/auth", element: <h1>Se connecter</h1> },
      {
        element: <Frame />,
        children: [
          { path: "/start", element: <h1>Accueil</h1> },
          { path: "/account", element: <Form /> },
          { path: "/cinemas", element: <h1>Cinémas</h1> },
        ],
      },
    ],
    { initialEntries: ["/start", "/account"] },
  );
  render(
    <BobineProvider env="test">
      <FederationContext value={federation}>
        <RouterProvider router={router} />
      </FederationContext>
    </BobineProvider>,
  );
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText("Société"), text);
  // Its code comes when there is something to lose, and not four seconds later.
  await act(async () => {
    await import("./update-watch.tsx");
    await new Promise((done) => setTimeout(done, 50));
  });
  return {
    user,
    at: () => router.state.location.pathname + router.state.location.search,
    follow: (link: string) => user.click(screen.getByRole("link", { name: link })),
    back: () => act(() => router.navigate(-1)),
  };
}

const question = () => screen.findByRole("dialog", { name: "Quitter la page\u202f?" });
const answer = async (user: ReturnType<typeof userEvent.setup>, button: string) =>
  user.click(within(await question()).getByRole("button", { name: button }));

describe("unfinished work", () => {
  it("is asked about before another page takes its place; no keeps the page and what was typed", async () => {
    const { user, at, follow } = await begin("Bobine");
    await follow("CINÉMAS");
    expect(await question()).toHaveTextContent(
      /Informations du compte : vos modifications ne sont pas enregistrées/,
    );
    expect(at()).toBe("/account");
    await answer(user, "Annuler");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(at()).toBe("/account");
    expect(screen.getByLabelText("Société")).toHaveDisplayValue("Bobine");

    await follow("CINÉMAS");
    await answer(user, "Quitter la page");
    expect(await screen.findByRole("heading", { name: "Cinémas" })).toBeVisible();
    expect(at()).toBe("/cinemas");
  });

  it("is asked about before « Back », too", async () => {
    const { user, at, back } = await begin("Bobine");
    await back();
    expect(at()).toBe("/account");
    await answer(user, "Quitter la page");
    expect(await screen.findByRole("heading", { name: "Accueil" })).toBeVisible();
  });

  it("is not asked about within its page", async () => {
    const { at, follow } = await begin("Bobine");
    await follow("Banque");
    expect(at()).toBe("/account?onglet=banque");
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("is not asked about once it is finished", async () => {
    const { user, follow } = await begin("B");
    await user.clear(screen.getByLabelText("Société"));
    await follow("CINÉMAS");
    expect(await screen.findByRole("heading", { name: "Cinémas" })).toBeVisible();
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("does not keep a page whose session has ended", async () => {
    const { user, at } = await begin("Bobine");
    await user.click(screen.getByRole("button", { name: "La session prend fin" }));
    expect(await screen.findByRole("heading", { name: "Se connecter" })).toBeVisible();
    expect(at()).toBe("/auth");
  });
});

// FED-6
describe("a newer build that waited too long", () => {
  function show({ isOverdue, remember = () => true }: { isOverdue: boolean; remember?: () => boolean }) {
    const load = vi.fn<(address: string) => void>();
    const router = createMemoryRouter(
      [
        {
          element: (
            <>
              <Link to="/cinemas?page=2#top">CINÉMAS</Link>
              <Link to="/account?onglet=banque">Banque</Link>
              <Outlet />
              <LeaveGuard update={{ isOverdue: () => isOverdue, remember }} load={load} />
            </>
          ),
          children: [
            { path: "/start", element: <h1>Accueil</h1> },
            { path: "/account", element: <Form /> },
            { path: "/cinemas", element: <h1>Cinémas</h1> },
          ],
        },
      ],
      { initialEntries: ["/start", "/account"] },
    );
    render(
      <BobineProvider env="test">
        <RouterProvider router={router} />
      </BobineProvider>,
    );
    return { load, router, user: userEvent.setup() };
  }
  const follow = (user: ReturnType<typeof userEvent.setup>, link: string) =>
    user.click(screen.getByRole("link", { name: link }));

  it("comes with the next page, where the person goes", async () => {
    const { load, user } = show({ isOverdue: true });
    await follow(user, "Banque");
    expect(load).not.toHaveBeenCalled();
    await follow(user, "CINÉMAS");
    expect(load.mock.calls).toEqual([["/cinemas?page=2#top"]]);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("does not come while work is unfinished, which is asked about", async () => {
    const { load, user } = show({ isOverdue: true });
    await user.type(screen.getByLabelText("Société"), "Bobine");
    await follow(user, "CINÉMAS");
    await answer(user, "Quitter la page");
    expect(await screen.findByRole("heading", { name: "Cinémas" })).toBeVisible();
    expect(load).not.toHaveBeenCalled();
  });

  it.each([
    ["before that", { isOverdue: false }],
    ["in a tab that could not tell a page that is as old again", { isOverdue: true, remember: () => false }],
  ])("does not come %s", async (_when, given) => {
    const { load, user } = show(given);
    await follow(user, "CINÉMAS");
    expect(await screen.findByRole("heading", { name: "Cinémas" })).toBeVisible();
    expect(load).not.toHaveBeenCalled();
  });

  it("does not come with « Back »", async () => {
    const { load, router } = show({ isOverdue: true });
    await act(() => router.navigate(-1));
    expect(await screen.findByRole("heading", { name: "Accueil" })).toBeVisible();
    expect(load).not.toHaveBeenCalled();
  });
});
