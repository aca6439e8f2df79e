import { cutLink } from "@bobine/contract/cinema-links";
import { getCinema, listCinemas } from "@bobine/contract/cinemas";
import {
  answers,
  fails,
  isUnreachable,
  renderScreen,
  signIn,
  signInAsSuperAdmin,
  stubNetwork,
} from "@bobine/shared-auth/testing";
import { screen, within, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { aCinema } from "@bobine/contract/testing/cinemas";
import { listed } from "@bobine/contract/testing/lists";
import { CinemasPage } from "./cinemas.page.tsx";

const network = stubNetwork();
beforeEach(() => void signIn());

const rex = aCinema({
  id: 2,
  name: "Cinéma Le Rex",
  city: "Aurillac",
  group: "Novaciné",
  is_validated: false,
});

describe("the cinemas screen", () => {
  it("has the specified columns, and says which cinemas are not validated", async () => {
    network.stub(answers(listCinemas, listed(aCinema(), rex)));
    renderScreen(<CinemasPage />, { at: "/cinemas" });
    const headers = (await screen.findAllByRole("columnheader")).map((cell) => cell.textContent);
    expect(headers.filter((header) => header !== "Détail")).toEqual(["Nom", "Ville", "Groupe", "Actions"]);
    expect(within(await screen.findByRole("row", { name: /Le Rex/ })).getByText("Non Validé")).toBeVisible();
  });

  it("filters as one types, and keeps the search in the address", async () => {
    network.stub(answers(listCinemas, listed(aCinema(), rex)));
    const { user, address } = renderScreen(<CinemasPage />, { at: "/cinemas" });
    await screen.findByRole("row", { name: /Le Rex/ });
    await user.type(screen.getByLabelText("Rechercher un cinéma"), "douai");
    await waitFor(() => expect(screen.queryByRole("row", { name: /Le Rex/ })).toBeNull());
    expect(screen.getByRole("row", { name: /Le Beffroi/ })).toBeVisible();
    expect(address()).toBe("/cinemas?search=douai");
    await user.clear(screen.getByLabelText("Rechercher un cinéma"));
    expect(await screen.findByRole("row", { name: /Le Rex/ })).toBeVisible();
    expect(address()).toBe("/cinemas");
    await user.type(screen.getByLabelText("Rechercher un cinéma"), "xyz");
    expect(await screen.findByText("Aucun cinéma ne correspond à vos critères")).toBeVisible();
  });

  it("says to who has no cinema at all what brings them, and leads there (DIST-7)", async () => {
    network.stub(answers(listCinemas, listed()));
    renderScreen(<CinemasPage />, { at: "/cinemas" });
    expect(await screen.findByText("Vous n’avez pas encore de cinéma")).toBeVisible();
    expect(screen.queryByText("Aucun cinéma ne correspond à vos critères")).toBeNull();
    expect(screen.getByRole("link", { name: "Importer un rapport" })).toHaveAttribute(
      "href",
      "/external-data/cnc",
    );
    expect(screen.getByRole("link", { name: "Importer une liste de factures" })).toBeVisible();
  });

  it("waits until the typing pauses for 300 ms (TXT-2)", async () => {
    network.stub(answers(listCinemas, listed(aCinema(), rex)));
    const { user } = renderScreen(<CinemasPage />, { at: "/cinemas" });
    await screen.findByRole("row", { name: /Le Rex/ });
    await user.type(screen.getByLabelText("Rechercher un cinéma"), "doua");
    const start = performance.now();
    await user.type(screen.getByLabelText("Rechercher un cinéma"), "i");
    expect(screen.getByRole("row", { name: /Le Rex/ })).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("row", { name: /Le Rex/ })).toBeNull(), {
      interval: 10,
    });
    expect(performance.now() - start).toBeGreaterThanOrEqual(300);
  });

  it("sorts, and keeps the sort in the address", async () => {
    network.stub(answers(listCinemas, listed(aCinema(), rex)));
    const { user, address } = renderScreen(<CinemasPage />, { at: "/cinemas?search=cinema" });
    const names = async () =>
      (await screen.findAllByRole("button", { name: /^Salles de/ })).map((button) =>
        button.getAttribute("aria-label"),
      );
    expect(await names()).toEqual(["Salles de Cinéma Le Beffroi", "Salles de Cinéma Le Rex"]);
    await user.click(screen.getByRole("button", { name: "Ville" }));
    expect(await names()).toEqual(["Salles de Cinéma Le Rex", "Salles de Cinéma Le Beffroi"]);
    expect(address()).toBe("/cinemas?search=cinema&ordering=city");
    await user.click(screen.getByRole("button", { name: "Ville" }));
    expect(await names()).toEqual(["Salles de Cinéma Le Beffroi", "Salles de Cinéma Le Rex"]);
  });

  it("opens a row on everything that is known of a cinema", async () => {
    network.stub(answers(listCinemas, listed(aCinema())));
    const { user } = renderScreen(<CinemasPage />);
    await user.click(await screen.findByRole("button", { name: "Afficher le détail de Cinéma Le Beffroi" }));
    for (const text of [
      "3 place du Beffroi",
      "59500 Douai",
      "91023",
      "facturation@beffroi.example",
      "BEFDOU",
      "411BEFFROI",
    ]) {
      expect(screen.getAllByText(new RegExp(text))[0]).toBeVisible();
    }
  });

  it("shows the screens of a cinema at its own address, with a 'Fermer' button", async () => {
    network.stub(answers(listCinemas, listed(aCinema())), answers(getCinema, aCinema()));
    const { user, address } = renderScreen(<CinemasPage />, { at: "/cinemas/1", path: "/cinemas/:cinemaId" });
    const dialog = await screen.findByRole("dialog");
    expect((await within(dialog).findAllByRole("columnheader")).map((cell) => cell.textContent)).toEqual([
      "Nom",
      "Numéro d'Autorisation",
    ]);
    expect(await within(dialog).findByText("910231")).toBeVisible();
    await user.click(within(dialog).getAllByRole("button", { name: "Fermer" }).at(-1)!);
    expect(address()).toBe("/cinemas");
  });

  it("says that a cinema of an old link is not there, and stays usable", async () => {
    network.stub(answers(listCinemas, listed(aCinema())), fails(getCinema, 404));
    renderScreen(<CinemasPage />, { at: "/cinemas/99", path: "/cinemas/:cinemaId" });
    expect(
      await within(await screen.findByRole("dialog")).findByText(
        "Impossible de charger la liste des cinémas",
      ),
    ).toBeVisible();
  });

  it("shows classification labels with their values", async () => {
    const classification = {
      "Art et essai": true,
      Genre: "Fixe",
      Labels: ["Jeune Public", "Patrimoine"],
      Multiplexe: false,
    };
    network.stub(answers(listCinemas, listed(aCinema({ classification }))));
    const { user } = renderScreen(<CinemasPage />);
    await user.click(await screen.findByRole("button", { name: /Afficher le détail/ }));
    expect(screen.getByText("Art et essai")).toBeVisible();
    expect(screen.getByText(/Genre.: Fixe/)).toBeVisible();
    expect(screen.getByText(/Labels.: Jeune Public, Patrimoine/)).toBeVisible();
    expect(screen.queryByText(/Multiplexe/)).toBeNull();
  });

  it("does not load for a super admin who has chosen no distributor", async () => {
    signInAsSuperAdmin();
    let calls = 0;
    network.stub(
      answers(listCinemas, () => {
        calls += 1;
        return listed();
      }),
    );
    renderScreen(<CinemasPage />);
    await new Promise((next) => setTimeout(next, 50));
    expect(calls).toBe(0);
  });

  it("has the specified words for a failed load, and tries again", async () => {
    network.stub(fails(listCinemas, 500));
    const { user } = renderScreen(<CinemasPage />);
    expect(await screen.findByText("Impossible de charger la liste des cinémas")).toBeVisible();
    network.stub(answers(listCinemas, listed(aCinema())));
    await user.click(screen.getByRole("button", { name: "Réessayer" }));
    expect(await screen.findByText("Cinéma Le Beffroi")).toBeVisible();
  });
});

describe("« Retirer de ma liste »", () => {
  const openRow = async (user: ReturnType<typeof renderScreen>["user"]) => {
    const row = await screen.findByRole("row", { name: /Le Rex/ });
    await user.click(within(row).getByRole("button", { expanded: false }));
    await user.click(screen.getByRole("button", { name: "Retirer de ma liste\u00a0: Cinéma Le Rex" }));
    return within(await screen.findByRole("dialog"));
  };

  it("cuts the link with one's own distributor after a question", async () => {
    signIn({ distributor_id: 12 });
    const cut: unknown[] = [];
    let all = [aCinema(), rex];
    network.stub(
      answers(listCinemas, () => listed(...all)),
      answers(cutLink, ({ params }) => {
        cut.push(params);
        all = [aCinema()];
        return undefined;
      }),
    );
    const { user } = renderScreen(<CinemasPage />, { at: "/cinemas" });
    const dialog = await openRow(user);
    expect(cut).toEqual([]);
    await user.click(dialog.getByRole("button", { name: "Retirer de la liste" }));
    expect(await screen.findByText("Cinéma retiré de la liste")).toBeVisible();
    expect(cut).toEqual([{ id: "2", distributor: "12" }]);
    await waitFor(() => expect(screen.queryByRole("row", { name: /Le Rex/ })).toBeNull());
  });

  it("says in the dialog why it cannot be cut", async () => {
    network.stub(
      answers(listCinemas, listed(aCinema(), rex)),
      fails(cutLink, 409, {
        detail:
          "Ce cinéma a des factures ou des déclarations chez vous\u00a0: demandez à Bobine de couper ce lien.",
        code: "link_in_use",
      }),
    );
    const { user } = renderScreen(<CinemasPage />, { at: "/cinemas" });
    const dialog = await openRow(user);
    await user.click(dialog.getByRole("button", { name: "Retirer de la liste" }));
    expect(await dialog.findByRole("alert")).toHaveTextContent("demandez à Bobine de couper ce lien");
  });

  it("says what it does and what stays (CIN-9)", async () => {
    network.stub(answers(listCinemas, listed(aCinema(), rex)));
    const { user } = renderScreen(<CinemasPage />, { at: "/cinemas" });
    const dialog = await openRow(user);
    expect(dialog.getByText(/Vous ne verrez plus la fiche, les contacts ni les salles/)).toBeVisible();
    expect(dialog.getByText(/Vos réglages pour ce cinéma et l’historique restent/)).toBeVisible();
    await user.click(dialog.getByRole("button", { name: "Annuler" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.getByRole("row", { name: /Le Rex/ })).toBeVisible();
  });

  it.each([
    ["a super admin", {}],
    ["a super admin who is of another distributor", { own: 12 }],
  ])("tells %s whose link it is, and that invoices and history stay (CIN-9, UI-3)", async (_title, own) => {
    signInAsSuperAdmin({ distributorId: 7, ...own });
    const cut: unknown[] = [];
    network.stub(
      answers(listCinemas, listed(aCinema(), rex)),
      answers(cutLink, ({ params }) => {
        cut.push(params);
        return undefined;
      }),
    );
    const { user } = renderScreen(<CinemasPage />, { at: "/cinemas" });
    const row = await screen.findByRole("row", { name: /Le Rex/ });
    await user.click(within(row).getByRole("button", { expanded: false }));
    await user.click(screen.getByRole("button", { name: "Couper le lien\u00a0: Cinéma Le Rex" }));
    const dialog = within(await screen.findByRole("dialog"));
    expect(
      dialog.getByText(/Ses factures, ses réglages pour ce cinéma et l’historique restent/),
    ).toBeVisible();
    await user.click(dialog.getByRole("button", { name: "Couper le lien" }));
    expect(await screen.findByText("Lien coupé")).toBeVisible();
    expect(cut).toEqual([{ id: "2", distributor: "7" }]);
  });

  it.each([
    ["its distributor", () => signIn()],
    ["a super admin", () => signInAsSuperAdmin({ distributorId: 7 })],
  ])("is not offered to %s for a cinema of the sandbox, which says why (CIN-9)", async (_title, enter) => {
    enter();
    network.stub(answers(listCinemas, listed(aCinema(), { ...rex, is_sandboxed: true })));
    const { user } = renderScreen(<CinemasPage />, { at: "/cinemas" });
    for (const row of await screen.findAllByRole("row", { name: /Beffroi|Le Rex/ }))
      await user.click(within(row).getByRole("button", { expanded: false }));
    expect(screen.getAllByRole("button", { name: /^(Retirer de ma liste|Couper le lien)/ })).toHaveLength(1);
    expect(screen.getByText(/Ce cinéma vient de fichiers importés et attend Bobine/)).toBeVisible();
  });

  it("stays open while the server is away, and works at the next try", async () => {
    network.stub(answers(listCinemas, listed(aCinema(), rex)), isUnreachable(cutLink));
    const { user } = renderScreen(<CinemasPage />, { at: "/cinemas" });
    const dialog = await openRow(user);
    await user.click(dialog.getByRole("button", { name: "Retirer de la liste" }));
    expect(await dialog.findByRole("alert")).toHaveTextContent(
      "Impossible de retirer ce cinéma de la liste. Connexion au serveur impossible.",
    );
    network.stub(answers(listCinemas, listed(aCinema())), answers(cutLink, undefined));
    await user.click(dialog.getByRole("button", { name: "Retirer de la liste" }));
    expect(await screen.findByText("Cinéma retiré de la liste")).toBeVisible();
  });
});
