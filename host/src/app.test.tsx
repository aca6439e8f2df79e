import { listDistributorOptions, listLinkedDistributors } from "@bobine/contract/distributor-options";
import { currentUser, logout, updateUser } from "@bobine/contract/auth";
import {
  callApi,
  createQueryClient,
  type ExposedModule,
  updateProfile,
  useDistributorScope,
  useUnfinishedWork,
} from "@bobine/shared-auth";
import {
  answers,
  endSession,
  fails,
  signIn,
  signInAsSuperAdmin,
  stubNetwork,
} from "@bobine/shared-auth/testing";
import { Panel } from "@bobine/shared-ui";
import { useQuery } from "@tanstack/react-query";
import { act, render, renderHook, screen, within, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { createMemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { App } from "./app.tsx";
import { appRoutes } from "./app-routes.tsx";
import { createRemoteLoader } from "./federation/remote-loader.ts";
import { takeReturnPath } from "./return-path.ts";
import { aRegistry, aRemote } from "@bobine/contract/testing/registry";
import { aUser } from "@bobine/contract/testing/people";

const { stub } = stubNetwork();

const financeModule: ExposedModule = {
  routes: [
    { path: "/invoices", element: <h1>Factures</h1> },
    { path: "/invoices/:invoiceId", element: <Scoped /> },
  ],
  panels: { dashboard: () => <p>PAIEMENT EN ATTENTE</p> },
};

/** A screen that shows for whom it was loaded. */
function Scoped() {
  const { distributorId } = useDistributorScope();
  const { data } = useQuery({ queryKey: ["scoped"], queryFn: () => callApi(currentUser) });
  return (
    <p>
      {data?.company ?? "vide"} pour {String(distributorId)}
    </p>
  );
}

const registry = aRegistry([
  aRemote(),
  aRemote({
    name: "mfe-account",
    routes: ["/account/overview"],
    panels: [],
    nav: [{ label: "INFOS COMPTE", path: "/account/overview", order: 20 }],
  }),
  aRemote({
    name: "mfe-admin",
    routes: ["/super-admin"],
    panels: [],
    nav: [{ label: "ADMINISTRATION", path: "/super-admin", order: 100, superAdminOnly: true }],
  }),
]);

/** A loader whose failures are all of the network, with no pause between attempts. */
const aLoader = (fetch: () => Promise<unknown>) =>
  createRemoteLoader({
    host: registry.host,
    fetch,
    examine: async () => ({ kind: "network" }),
    retryDelaysMs: [0],
  });

async function open(
  at: string,
  load: () => Promise<unknown> = async () => financeModule,
  composition = registry,
) {
  const router = createMemoryRouter(appRoutes, { initialEntries: [at] });
  const queryClient = createQueryClient();
  queryClient.setDefaultOptions({ queries: { retry: false } });
  // React resumes a suspended first render only inside an awaited act.
  await act(async () => {
    render(
      <App
        env="test"
        federation={{ registry: composition, loader: aLoader(load) }}
        queryClient={queryClient}
        router={router}
      />,
    );
  });
  return { user: userEvent.setup(), path: () => router.state.location.pathname };
}

describe("who may see what", () => {
  it("sends a visitor to the sign-in screen", async () => {
    const { path } = await open("/invoices");
    expect(await screen.findByRole("heading", { name: "Se connecter" })).toBeVisible();
    expect(path()).toBe("/auth");
  });

  it("takes a visitor who signs in meanwhile back to the screen that was asked for", async () => {
    const { path } = await open("/invoices");
    expect(await screen.findByRole("heading", { name: "Se connecter" })).toBeVisible();
    await act(async () => void signIn());
    expect(await screen.findByRole("heading", { name: "Factures" })).toBeVisible();
    expect(path()).toBe("/invoices");
  });

  it.each([
    ["/invoices?page=2", "/invoices?page=2"],
    ["/invoices", null],
  ])(
    "keeps %s for the sign-in that follows as %s: screens of the menu are not worth it",
    async (asked, kept) => {
      await open(asked);
      expect(await screen.findByRole("heading", { name: "Se connecter" })).toBeVisible();
      expect(screen.queryByText(/Votre session a expiré/)).toBeNull();
      expect(localStorage.getItem("bobine.returnTo")?.replace(/^\d+ /, "") ?? null).toBe(kept);
    },
  );

  it("keeps the screen that somebody worked on when the session ends by itself, and says that it did", async () => {
    signIn();
    await open("/invoices");
    await screen.findByRole("heading", { name: "Factures" });
    await act(async () => endSession());
    expect(await screen.findByRole("heading", { name: "Se connecter" })).toBeVisible();
    expect(screen.getByText("Votre session a expiré. Veuillez vous reconnecter.")).toBeVisible();
    expect(localStorage.getItem("bobine.returnTo")).toMatch(/^\d+ \d+\/invoices$/);
  });

  it("says nothing of an expired session in a tab whose person signed out in another one (UI-6)", async () => {
    signIn();
    await open("/invoices?page=2");
    await screen.findByRole("heading", { name: "Factures" });
    // As the other tab did.
    localStorage.setItem("bobine.signedOutAt", String(Date.now()));
    await act(async () => endSession());
    expect(await screen.findByRole("heading", { name: "Se connecter" })).toBeVisible();
    expect(screen.queryByText(/Votre session a expiré/)).toBeNull();
    expect(localStorage.getItem("bobine.returnTo")).toBeNull();
    localStorage.removeItem("bobine.signedOutAt");
  });

  // SEC-14
  it.each([
    ["the same person", undefined, "/invoices"],
    ["somebody else", { email: "nadia@horizon.test" }, "/dashboard"],
  ])("leads %s who signs in after that to their own screen", async (_, who, destination) => {
    signIn();
    const { path } = await open("/invoices?search=Client+X");
    await screen.findByRole("heading", { name: "Factures" });
    await act(async () => endSession());
    expect(await screen.findByRole("heading", { name: "Se connecter" })).toBeVisible();
    await act(async () => void signIn(who));
    await waitFor(() => expect(path()).toBe(destination));
    expect(takeReturnPath(Date.now(), aUser(who))).toBe(
      who === undefined ? "/invoices?search=Client+X" : undefined,
    );
  });

  it("begins anew for whoever signs in after somebody signed out by hand", async () => {
    signIn();
    stub(answers(logout, undefined));
    const { user, path } = await open("/invoices");
    await screen.findByRole("heading", { name: "Factures" });
    await user.click(screen.getByRole("button", { name: "Déconnexion" }));
    expect(await screen.findByRole("heading", { name: "Se connecter" })).toBeVisible();
    expect(screen.queryByText(/Votre session a expiré/)).toBeNull();
    expect(localStorage.getItem("bobine.returnTo")).toBeNull();
    await act(async () => void signIn());
    expect(await screen.findByText("PAIEMENT EN ATTENTE")).toBeVisible();
    expect(path()).toBe("/dashboard");
  });

  it("sends a signed-in user away from the sign-in screen", async () => {
    signIn();
    const { path } = await open("/auth");
    expect(await screen.findByText("PAIEMENT EN ATTENTE")).toBeVisible();
    expect(path()).toBe("/dashboard");
  });

  it("sends staff with an incomplete profile to the account page, and lets them go once it is saved", async () => {
    signIn({ first_name: "", company: "" });
    stub(answers(updateUser, aUser({ first_name: "Zoé", company: "Éclair" })));
    const save = () => void updateProfile({ first_name: "Zoé", company: "Éclair" });
    const { user, path } = await open("/invoices", async () => ({
      routes: [
        ...financeModule.routes,
        { path: "/account/overview", element: <button onClick={save}>Enregistrer</button> },
      ],
    }));
    expect(path()).toBe("/account/overview");
    await user.click(await screen.findByRole("button", { name: "Enregistrer" }));
    expect(await screen.findByText("Zoé Moreau")).toBeVisible();
    await act(() => user.click(screen.getByRole("link", { name: "FACTURES" })));
    expect(await screen.findByRole("heading", { name: "Factures" })).toBeVisible();
  });

  it("keeps staff out of the console", async () => {
    signIn();
    const { path } = await open("/super-admin");
    expect(await screen.findByText("PAIEMENT EN ATTENTE")).toBeVisible();
    expect(path()).toBe("/dashboard");
    expect(screen.queryByText("ADMINISTRATION")).toBeNull();
  });
});

it("« À propos » is one click away, and says what the page is made of and how each part is", async () => {
  signInAsSuperAdmin();
  stub(answers(listDistributorOptions, []));
  const { user, path } = await open("/invoices");
  await act(() => user.click(screen.getByRole("link", { name: "À propos" })));
  expect(path()).toBe("/about");
  expect(await screen.findByText("Composition registry-1")).toBeVisible();
  expect(screen.getByRole("row", { name: /^Application 0\.1\.0 ba9876543210 Chargé/ })).toBeVisible();
  expect(screen.getByRole("row", { name: /^mfe-finance .* Non chargé/ })).toHaveTextContent("Équipe Finance");
});

describe("the layout", () => {
  it("HELP-1: « ? » opens the guide where it speaks of the screen, beside it", async () => {
    signIn();
    await open("/invoices");
    expect(await screen.findByRole("heading", { name: "Factures" })).toBeVisible();
    for (const link of screen.getAllByRole("link", { name: "Guide de cet écran" })) {
      expect(link).toHaveAttribute("href", "/guide/screen?path=%2Finvoices");
      expect(link).toHaveAttribute("target", "_blank");
    }
  });

  it("HELP-1: « ? » tells the tab of the screen, and nothing else of its address", async () => {
    signIn();
    await open("/invoices?tab=credits&search=beffroi");
    const [link] = await screen.findAllByRole("link", { name: "Guide de cet écran" });
    expect(link).toHaveAttribute("href", "/guide/screen?path=%2Finvoices%3Ftab%3Dcredits");
  });

  it("shows who is signed in, marks the current entry and signs out", async () => {
    signIn();
    stub(answers(logout, undefined));
    const { user, path } = await open("/invoices");
    expect(await screen.findByRole("heading", { name: "Factures" })).toBeVisible();
    expect(screen.getByText("Camille Moreau")).toBeVisible();
    expect(screen.getByText("Lumière Distribution")).toBeVisible();
    expect(screen.getByRole("link", { name: "FACTURES" })).toHaveAttribute("aria-current", "page");
    expect(screen.getByRole("link", { name: "ACCUEIL" })).not.toHaveAttribute("aria-current");
    await user.click(screen.getByRole("button", { name: "Déconnexion" }));
    expect(await screen.findByRole("heading", { name: "Se connecter" })).toBeVisible();
    expect(path()).toBe("/auth");
    expect(localStorage.getItem("token")).toBeNull();
  });

  it("asks about unfinished work before it signs out", async () => {
    signIn();
    stub(answers(logout, undefined));
    const { user } = await open("/invoices");
    const { unmount } = renderHook(() => useUnfinishedWork("form", "Informations du compte", true));
    await user.click(await screen.findByRole("button", { name: "Déconnexion" }));
    const question = await screen.findByRole("dialog", { name: "Se déconnecter\u202f?" });
    expect(question).toHaveTextContent(
      "Informations du compte : vos modifications non enregistrées seront perdues.",
    );
    await user.click(within(question).getByRole("button", { name: "Annuler" }));
    expect(screen.getByText("Camille Moreau")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Déconnexion" }));
    await user.click(await screen.findByRole("button", { name: "Se déconnecter" }));
    expect(await screen.findByRole("heading", { name: "Se connecter" })).toBeVisible();
    expect(localStorage.getItem("token")).toBeNull();
    unmount();
  });

  it("gives Escape to the question before « Déconnexion » first, then to the menu under it (UI-30)", async () => {
    signIn();
    const { user } = await open("/invoices");
    const { unmount } = renderHook(() => useUnfinishedWork("form", "Informations du compte", true));
    const opener = await screen.findByRole("button", { name: "Ouvrir le menu" });
    await user.click(opener);
    const menu = await screen.findByRole("dialog", { name: "Menu" });
    await user.click(within(menu).getByRole("button", { name: "Déconnexion" }));
    await screen.findByRole("dialog", { name: "Se déconnecter\u202f?" });
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog", { name: "Se déconnecter\u202f?" })).toBeNull());
    expect(screen.getByRole("dialog", { name: "Menu" })).toBeVisible();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(opener).toHaveFocus());
    unmount();
  });

  it("says that an unknown page does not exist, with a way home", async () => {
    signIn();
    const { user } = await open("/nulle-part");
    expect(await screen.findByRole("heading", { name: "Page introuvable" })).toBeVisible();
    expect(screen.getByText("La page demandée n’existe pas ou a été déplacée.")).toBeVisible();
    await act(() => user.click(screen.getByRole("link", { name: "Retour à l’accueil" })));
    expect(await screen.findByText("PAIEMENT EN ATTENTE")).toBeVisible();
  });

  it("says that a page is being built where no remote brings its part", async () => {
    signIn();
    await open("/dashboard", undefined, aRegistry([aRemote({ panels: [] })]));
    expect(await screen.findByText("Cette page est en cours de développement.")).toBeVisible();
  });
});

it.each(["/invoices/1%", "/%E0%A4%A"])(
  "%s, which no decoder reads, is « Page introuvable »",
  async (address) => {
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    signIn();
    await open(address);
    expect(await screen.findByRole("heading", { name: "Page introuvable" })).toBeVisible();
  },
);

it("OPS-11: the menu says how old lists of a standby may be", async () => {
  signIn();
  stub(
    http.get(`*${currentUser.path}`, () =>
      HttpResponse.json(aUser(), { headers: { "x-data-behind-ms": "3400" } }),
    ),
  );
  await open("/invoices/12");
  expect(await screen.findByText(/^Les listes ont jusqu’à 4\ss de retard\.$/)).toBeVisible();
});

describe("without a network", () => {
  const setOnline = (online: boolean) =>
    act(async () => {
      vi.spyOn(navigator, "onLine", "get").mockReturnValue(online);
      window.dispatchEvent(new Event(online ? "online" : "offline"));
    });
  afterEach(() => setOnline(true));

  it("the shell says so until the network is back", async () => {
    signIn();
    await open("/invoices");
    await setOnline(false);
    expect(screen.getByText(/^Vous êtes hors ligne\./).closest("output")).toBeVisible();
    await setOnline(true);
    expect(screen.queryByText(/^Vous êtes hors ligne/)).toBeNull();
  });

  it("a remote that cannot be loaded blames nobody, and comes by itself when the network returns", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    signIn();
    await setOnline(false);
    await open("/invoices", async () => {
      if (!navigator.onLine) throw new Error("no network");
      return financeModule;
    });
    expect(await screen.findByText(/^Connexion au serveur impossible/)).toBeVisible();
    expect(screen.queryByText("Équipe Finance")).toBeNull();
    await setOnline(true);
    expect(await screen.findByRole("heading", { name: "Factures" })).toBeVisible();
  });

  it("a remote that was asked for while it was away comes when its screen is opened after the return (FED-4)", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    signIn();
    const { user } = await open("/account/overview", async () => {
      if (!navigator.onLine) throw new Error("no network");
      return { ...financeModule, routes: [...financeModule.routes, { path: "/account/overview" }] };
    });
    await setOnline(false);
    await act(() => user.click(screen.getByRole("link", { name: "FACTURES" })));
    expect(await screen.findByText(/^Connexion au serveur impossible/)).toBeVisible();
    await act(() => user.click(screen.getByRole("link", { name: "INFOS COMPTE" })));
    await setOnline(true);
    await act(() => user.click(screen.getByRole("link", { name: "FACTURES" })));
    expect(await screen.findByRole("heading", { name: "Factures" })).toBeVisible();
  });

  it("a card that stood before the browser knew that the network was away goes with its return", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    signIn();
    let isThere = false;
    await open("/invoices", async () => {
      if (!isThere) throw new Error("no network");
      return financeModule;
    });
    expect(await screen.findByText("Ce module est indisponible")).toBeVisible();
    await setOnline(false);
    isThere = true;
    await setOnline(true);
    expect(await screen.findByRole("heading", { name: "Factures" })).toBeVisible();
  });
});

describe("a screen of a remote that holds a part of another (FED-14)", () => {
  const holder = { path: "/account/overview", element: <Panel name="bank-connection" /> };
  const withBank = aRegistry([
    aRemote({ panels: ["dashboard", "bank-connection"] }),
    aRemote({ name: "mfe-account", routes: [holder.path], panels: [], nav: [] }),
  ]);

  it("shows it", async () => {
    signIn();
    const panels = { "bank-connection": () => <p>Connectée</p> };
    await open(holder.path, async () => ({ routes: [holder], panels }), withBank);
    expect(await screen.findByText("Connectée")).toBeVisible();
  });

  it("stays when the part fails", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    signIn();
    const element = (
      <>
        <h1>Infos compte</h1>
        {holder.element}
      </>
    );
    await open(holder.path, async () => ({ routes: [{ ...holder, element }] }), withBank);
    expect(await screen.findByText("Ce module est indisponible")).toBeVisible();
    expect(screen.getByRole("heading", { name: "Infos compte" })).toBeVisible();
  });

  it("has nothing in its place when no remote brings it", async () => {
    signIn();
    const element = <h1>Infos compte {holder.element}</h1>;
    await open(holder.path, async () => ({ routes: [{ ...holder, element }] }));
    expect((await screen.findByRole("heading", { name: "Infos compte" })).childElementCount).toBe(0);
  });
});

describe("a remote that fails", () => {
  beforeEach(() => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
  });

  it("costs its own place only: the menu stays, a card says what failed, and « Réessayer » brings it back", async () => {
    signIn();
    let up = false;
    const { user } = await open("/invoices", async () => {
      if (!up) throw new Error("503");
      return financeModule;
    });
    const card = await screen.findByRole("alert");
    expect(within(card).getByText("Ce module est indisponible")).toBeVisible();
    expect(within(card).getByText("0.1.0 (0123456789ab)")).toBeVisible();
    expect(within(card).getByText("Équipe Finance")).toBeVisible();
    expect(screen.getByRole("link", { name: "FACTURES" })).toBeVisible();
    up = true;
    await act(() => user.click(within(card).getByRole("button", { name: "Réessayer" })));
    expect(await screen.findByRole("heading", { name: "Factures" })).toBeVisible();
  });

  it("that throws while it draws shows the same card, and the next screen works", async () => {
    signIn();
    const Broken = () => {
      throw new Error("boom");
    };
    const { user } = await open("/invoices", async () => ({
      ...financeModule,
      routes: [{ path: "/invoices", element: <Broken /> }],
    }));
    expect(await screen.findByText("Ce module est indisponible")).toBeVisible();
    await user.click(screen.getByRole("link", { name: "ACCUEIL" }));
    expect(await screen.findByText("PAIEMENT EN ATTENTE")).toBeVisible();
  });
});

describe("a super admin", () => {
  const distributors = [
    { id: 2, name: "Zénith Films" },
    { id: 3, name: "Éclair Distribution" },
    { id: 1, name: "Lumière Distribution" },
  ];

  /** A screen of a remote that says that it is not finished. */
  function Unfinished() {
    useUnfinishedWork("upload", "Rapport CNC");
    return <Scoped />;
  }

  it("is asked about unfinished work before the distributor changes; no changes nothing", async () => {
    signInAsSuperAdmin({ distributorId: 1 });
    stub(answers(listDistributorOptions, distributors), answers(currentUser, aUser()));
    const { user } = await open("/invoices/5", async () => ({
      routes: [{ path: "/invoices/:invoiceId", element: <Unfinished /> }],
    }));
    expect(await screen.findByText(/pour 1$/)).toBeVisible();
    const { unmount } = renderHook(() => useUnfinishedWork("form", "Commentaire", true));
    const clear = screen.getByRole("button", { name: "Effacer" });
    await user.click(clear);
    const question = await screen.findByRole("dialog", { name: "Changer de distributeur\u202f?" });
    expect(question).toHaveTextContent("Rapport CNC");
    expect(question).toHaveTextContent(
      "Commentaire : vos modifications ne sont pas enregistrées ; vous les retrouverez en revenant à ce distributeur.",
    );
    unmount();
    await user.click(within(question).getByRole("button", { name: "Annuler" }));
    expect(screen.getByText(/pour 1$/)).toBeVisible();
    await user.click(clear);
    await user.click(
      within(await screen.findByRole("dialog")).getByRole("button", { name: "Changer de distributeur" }),
    );
    expect(await screen.findByText("Aucun distributeur sélectionné")).toBeVisible();
    expect(sessionStorage.getItem("selectedDistributorId")).toBeNull();
  });

  it.each(["/account/overview", "/account/second-factor", "/account/iban"])(
    "opens %s without a distributor: it is the person's own (UI-3, SEC-17)",
    async (address) => {
      signInAsSuperAdmin();
      stub(answers(listDistributorOptions, distributors));
      await open(
        address,
        async () => ({ routes: [{ path: address, element: <h1>À soi</h1> }] }),
        aRegistry([aRemote({ name: "mfe-account", routes: [address], panels: [], nav: [] })]),
      );
      expect(await screen.findByRole("heading", { name: "À soi" })).toBeVisible();
      expect(screen.queryByText("Aucun distributeur sélectionné")).toBeNull();
    },
  );

  it("is asked for a distributor, picks one in alphabetical order, and clears it", async () => {
    signInAsSuperAdmin();
    stub(answers(listDistributorOptions, distributors));
    const { user } = await open("/invoices");
    expect(
      await screen.findByText("Veuillez sélectionner un distributeur pour afficher les données."),
    ).toBeVisible();
    expect(screen.getByRole("heading", { name: "Select Distributor to View Data" })).toBeVisible();
    expect(screen.getByText("Mode Super Admin")).toBeVisible();
    const picker = screen.getByPlaceholderText("Sélectionner un distributeur...");
    await waitFor(() => expect(picker).toBeEnabled());
    await user.click(picker);
    expect((await screen.findAllByRole("option")).map((option) => option.textContent)).toEqual([
      "Éclair Distribution",
      "Lumière Distribution",
      "Zénith Films",
    ]);
    await user.click(screen.getByRole("option", { name: "Lumière Distribution" }));
    expect(await screen.findByText(/Distributeur sélectionné:/)).toHaveTextContent("Lumière Distribution");
    expect(screen.getByText("Mode Super Admin")).toBeVisible();
    expect(sessionStorage.getItem("selectedDistributorId")).toBe("1");
    await user.click(screen.getByRole("button", { name: "Effacer" }));
    expect(
      await screen.findByText("Veuillez sélectionner un distributeur pour afficher les données."),
    ).toBeVisible();
  });

  it("is shown first the distributor that is their own, as « Lié »", async () => {
    signInAsSuperAdmin();
    stub(
      answers(
        listDistributorOptions,
        distributors.map((option) => (option.name === "Zénith Films" ? { ...option, linked: true } : option)),
      ),
    );
    const { user } = await open("/invoices");
    const picker = screen.getByPlaceholderText("Sélectionner un distributeur...");
    await waitFor(() => expect(picker).toBeEnabled());
    await user.click(picker);
    expect((await screen.findAllByRole("option")).map((option) => option.textContent)).toEqual([
      "Zénith FilmsLié",
      "Éclair Distribution",
      "Lumière Distribution",
    ]);
  });

  it("chooses the first match of what is typed with « Entrée », and sees which are prospects (UI-3)", async () => {
    signInAsSuperAdmin();
    stub(
      answers(
        listDistributorOptions,
        distributors.map((option) =>
          option.name === "Zénith Films" ? { ...option, prospect: true } : option,
        ),
      ),
    );
    const { user } = await open("/invoices");
    const picker = screen.getByPlaceholderText("Sélectionner un distributeur...");
    await waitFor(() => expect(picker).toBeEnabled());
    await user.type(picker, "nith");
    expect(await screen.findByRole("option", { name: "Zénith Films Prospect" })).toBeVisible();
    await user.keyboard("{Enter}");
    expect(await screen.findByText("Distributeur sélectionné:")).toHaveTextContent("Zénith Films");
  });

  it("is shown first, on the page of a cinema, those that work with it", async () => {
    signInAsSuperAdmin();
    const asked: string[] = [];
    stub(
      answers(listDistributorOptions, distributors),
      answers(listLinkedDistributors, ({ params }) => {
        asked.push(params["id"] ?? "");
        const results = distributors.filter(({ name }) => name === "Lumière Distribution");
        return { count: 1, next: null, previous: null, results };
      }),
    );
    const { user } = await open("/cinemas/12");
    const picker = screen.getByPlaceholderText("Sélectionner un distributeur...");
    await waitFor(() => expect(picker).toBeEnabled());
    await user.click(picker);
    expect(await screen.findByRole("option", { name: "Lumière Distribution Lié" })).toBeVisible();
    expect(screen.getAllByRole("option").map((option) => option.textContent)).toEqual([
      "Lumière DistributionLié",
      "Éclair Distribution",
      "Zénith Films",
    ]);
    expect(asked).toEqual(["12"]);
  });

  it("starts every screen again with the new distributor's data", async () => {
    signInAsSuperAdmin({ distributorId: 1 });
    stub(
      answers(listDistributorOptions, distributors),
      answers(currentUser, ({ headers }) => aUser({ company: `données ${headers.get("x-distributor-id")}` })),
    );
    const { user } = await open("/invoices/12");
    expect(await screen.findByText("données 1 pour 1")).toBeVisible();
    await user.click(screen.getByPlaceholderText("Sélectionner un distributeur..."));
    await user.click(await screen.findByRole("option", { name: "Zénith Films" }));
    expect(await screen.findByText("données 2 pour 2")).toBeVisible();
  });

  it("has no picker in the console, nor when the list cannot be loaded a message", async () => {
    signInAsSuperAdmin();
    stub(fails(listDistributorOptions, 500));
    await open("/super-admin", async () => ({
      routes: [{ path: "/super-admin", element: <h1>Console</h1> }],
    }));
    expect(await screen.findByRole("heading", { name: "Console" })).toBeVisible();
    expect(screen.queryByText("Select Distributor to View Data")).toBeNull();
  });
});
