import { importCinemas } from "@bobine/contract/cinema-import";
import { createCinemaSettings, getCinemaSettings } from "@bobine/contract/cinema-settings";
import { createCinema, deleteCinema, getCinema, listCinemas, updateCinema } from "@bobine/contract/cinemas";
import { listDistributorOptions, listLinkedDistributors } from "@bobine/contract/distributor-options";
import { aCinema } from "@bobine/contract/testing/cinemas";
import { someCinemaSettings } from "@bobine/contract/testing/distributors";
import { listed } from "@bobine/contract/testing/lists";
import { routeKey } from "@bobine/shared-auth";
import { plainSpaces } from "@bobine/shared-ui/testing";
import {
  answers,
  fails,
  isUnreachable,
  OtherScreen,
  renderScreen,
  signInAsSuperAdmin,
  stubNetwork,
} from "@bobine/shared-auth/testing";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { ConsolePage } from "../../console.page.tsx";

const network = stubNetwork();
beforeEach(() => void signInAsSuperAdmin());

const show = (query = "") => renderScreen(<ConsolePage />, { at: `/super-admin?tab=cinemas${query}` });
const inDialog = async (name: string | RegExp) => within(await screen.findByRole("dialog", { name }));

describe("the cinemas tab", () => {
  it("has the specified title, buttons, columns and default sort", async () => {
    const queries: string[] = [];
    network.stub(
      answers(listCinemas, (call) => {
        queries.push(call.query.toString());
        return listed(aCinema(), aCinema({ id: 2, name: "Cinéma Le Rex", is_validated: false }));
      }),
    );
    const { user } = show();
    expect(await screen.findByRole("heading", { name: "Gestion des Cinemas" })).toBeVisible();
    for (const name of ["Importer", "Nouveau Cinéma", "Rechercher"])
      expect(screen.getByRole("button", { name })).toBeVisible();
    const row = within(await screen.findByRole("row", { name: /Le Beffroi/ }));
    expect(row.getByText("Validé")).toBeVisible();
    expect(row.queryByRole("button", { name: /^Valider/ })).toBeNull();
    const other = within(screen.getByRole("row", { name: /Le Rex/ }));
    expect(other.getByText("Non Validé")).toBeVisible();
    for (const name of ["Valider", "Modifier", "Supprimer"])
      expect(other.getByRole("button", { name: `${name} Cinéma Le Rex` })).toBeVisible();
    expect(other.getByText("Parametrer Distributeur")).toBeVisible();
    expect(queries[0]).toBe("page=1&ordering=is_validated");
    await user.click(screen.getByRole("button", { name: "Statut" }));
    await waitFor(() => expect(queries.at(-1)).toBe("page=1&ordering=-is_validated"));
    await user.click(screen.getByRole("button", { name: "Ville" }));
    await waitFor(() => expect(queries.at(-1)).toBe("page=1&ordering=city"));
  });

  it("opens a cinema's form at the field that a link names, whatever page it is on (UI-25)", async () => {
    network.stub(answers(listCinemas, listed()), answers(getCinema, aCinema()));
    const { user, address } = show("&edit=1&field=invoicing_siren");
    const dialog = await inDialog(/Modifier le cinéma – Cinéma Le Beffroi/);
    await waitFor(() => expect(dialog.getByLabelText("SIREN de facturation")).toHaveFocus());
    await user.click(dialog.getByRole("button", { name: "Annuler" }));
    await waitFor(() => expect(address()).toBe("/super-admin?tab=cinemas"));
  });

  it("opens a row on all that is known of a cinema", async () => {
    network.stub(answers(listCinemas, listed(aCinema())));
    const { user } = show();
    await user.click(await screen.findByRole("button", { name: /Afficher le détail/ }));
    for (const text of ["3 place du Beffroi", "000200014", "91023", "Beffroi Facturation", "Hauts-de-France"])
      expect(screen.getAllByText(new RegExp(text))[0]).toBeVisible();
    for (const text of ["FR12000200014", "03 53 01 10 00", "relance@beffroi.example", "BEFDOU", "910231"])
      expect(screen.getAllByText(new RegExp(text))[0]).toBeVisible();
  });

  it("searches with Enter or its button, and goes back with the address", async () => {
    network.stub(answers(listCinemas, listed()));
    const { user, address } = show("&cinema_page=3");
    expect(await screen.findByText("Aucun cinéma trouvé")).toBeVisible();
    expect(screen.getByText(/apparaissent une fois importés/)).toBeVisible();
    const box = screen.getByRole("textbox");
    await user.type(box, "douai{Enter}");
    expect(address()).toBe("/super-admin?tab=cinemas&cinema_search=douai");
    expect(box).toHaveFocus();
    await user.clear(box);
    await user.type(box, "rex");
    expect(address()).toBe("/super-admin?tab=cinemas&cinema_search=douai");
    await user.click(screen.getByRole("button", { name: "Rechercher" }));
    expect(address()).toBe("/super-admin?tab=cinemas&cinema_search=rex");
  });

  it("has a pager above 100 cinemas only (UI-16)", async () => {
    network.stub(answers(listCinemas, { ...listed(aCinema()), count: 100 }));
    const small = show();
    await screen.findByRole("row", { name: /Le Beffroi/ });
    expect(screen.queryByRole("navigation", { name: "Pagination" })).toBeNull();
    small.unmount();
    network.stub(answers(listCinemas, { ...listed(aCinema()), count: 1_147 }));
    const { user, address } = show("&cinema_page=2");
    const pager = await screen.findByRole("navigation", { name: "Pagination" });
    expect(plainSpaces(pager.textContent)).toContain("Page 2 sur 12 (1 147 cinémas)");
    await user.click(within(pager).getByRole("button", { name: "Suivant" }));
    expect(address()).toBe("/super-admin?tab=cinemas&cinema_page=3");
    await user.click(within(pager).getByRole("button", { name: "Précédent" }));
    expect(address()).toBe("/super-admin?tab=cinemas&cinema_page=2");
  });

  it("has the specified words for a failed load, and tries again", async () => {
    network.stub(fails(listCinemas, 500));
    const { user } = show();
    expect(await screen.findByText("Impossible de charger la liste des cinémas")).toBeVisible();
    network.stub(answers(listCinemas, listed(aCinema())));
    await user.click(screen.getByRole("button", { name: "Réessayer" }));
    expect(await screen.findByText("Cinéma Le Beffroi")).toBeVisible();
  });
});

describe("validating a cinema", () => {
  beforeEach(() => network.stub(answers(listCinemas, listed(aCinema({ is_validated: false })))));
  const ask = async () => {
    const { user } = show();
    await user.click(await screen.findByRole("button", { name: "Valider Cinéma Le Beffroi" }));
    const dialog = await inDialog("Valider le cinéma");
    await user.click(dialog.getByRole("button", { name: "Valider" }));
    return dialog;
  };

  it("is told", async () => {
    const sent: unknown[] = [];
    network.stub(
      answers(updateCinema, (call) => {
        sent.push(call.body);
        return aCinema();
      }),
    );
    await ask();
    expect(await screen.findByText("Cinéma validé avec succès")).toBeVisible();
    expect(sent).toEqual([{ is_validated: true }]);
  });

  it("keeps its question open with the reason when it fails", async () => {
    network.stub(fails(updateCinema, 500));
    const dialog = await ask();
    expect(await dialog.findByText("Impossible de valider le cinéma")).toBeVisible();
  });
});

describe("deleting a cinema", () => {
  const ask = async (query = "") => {
    const shown = show(query);
    await shown.user.click(await screen.findByRole("button", { name: "Supprimer Cinéma Le Beffroi" }));
    const dialog = await inDialog("Supprimer le cinéma");
    expect(
      dialog.getByText(
        "Êtes-vous sûr de vouloir supprimer le cinéma Cinéma Le Beffroi (Douai)? Cette action est irréversible.",
      ),
    ).toBeVisible();
    await shown.user.click(dialog.getByRole("button", { name: "Supprimer" }));
    return { ...shown, dialog };
  };

  it("is told, and after the last one of a page the previous page shows (UI-17)", async () => {
    const pages: (string | null)[] = [];
    network.stub(
      answers(listCinemas, (call) => {
        pages.push(call.query.get("page"));
        return { ...listed(aCinema()), count: 101 };
      }),
      answers(deleteCinema, undefined),
    );
    const { address } = await ask("&cinema_page=2");
    expect(await screen.findByText("Cinéma supprimé avec succès")).toBeVisible();
    expect(address()).toBe("/super-admin?tab=cinemas");
    await waitFor(() => expect(pages).toContain("1"));
  });

  it("stays on its page while others are left there", async () => {
    network.stub(
      answers(listCinemas, { ...listed(aCinema(), aCinema({ id: 2, name: "Rex" })), count: 102 }),
      answers(deleteCinema, undefined),
    );
    const { address } = await ask("&cinema_page=2");
    expect(await screen.findByText("Cinéma supprimé avec succès")).toBeVisible();
    expect(address()).toBe("/super-admin?tab=cinemas&cinema_page=2");
  });

  it.each([
    ["a broken server", fails(deleteCinema, 500), "Impossible de supprimer le cinéma"],
    [
      "a cinema with invoices",
      fails(deleteCinema, 409, { detail: "Ce cinéma a des factures.", code: "cinema_in_use" }),
      "Impossible de supprimer le cinéma. Ce cinéma a des factures.",
    ],
  ])("keeps its question open with the reason after %s", async (_what, failure, text) => {
    network.stub(answers(listCinemas, listed(aCinema())), failure);
    const { dialog } = await ask();
    expect(await dialog.findByText(text)).toBeVisible();
  });
});

describe("writing a cinema", () => {
  beforeEach(() => network.stub(answers(listCinemas, listed(aCinema()))));
  const openNew = async () => {
    const { user } = show();
    await user.click(await screen.findByRole("button", { name: "Nouveau Cinéma" }));
    return { user, dialog: await inDialog("Nouveau Cinéma") };
  };
  const openEdit = async () => {
    const { user } = show();
    await user.click(await screen.findByRole("button", { name: "Modifier Cinéma Le Beffroi" }));
    return { user, dialog: await inDialog(/Modifier le cinéma/) };
  };

  it("needs a name (CIN-2)", async () => {
    const { user, dialog } = await openNew();
    await user.click(dialog.getByRole("button", { name: "Créer le cinéma" }));
    expect(await dialog.findByText("Le nom du cinéma est obligatoire")).toBeVisible();
    await waitFor(() => expect(dialog.getByLabelText("Nom *")).toHaveFocus());
  });

  it("sends lists split on commas, phones and screens by row, and is told", async () => {
    const sent: unknown[] = [];
    network.stub(
      answers(createCinema, (call) => {
        sent.push(call.body);
        return aCinema();
      }),
    );
    const { user, dialog } = await openNew();
    await user.type(dialog.getByLabelText("Nom *"), "Le Palace");
    await user.type(dialog.getByLabelText("Code court"), "palace");
    await user.type(dialog.getByLabelText("E-mails de facturation"), "a@b.example , c@d.example");
    await user.click(dialog.getByRole("button", { name: "Ajouter un téléphone" }));
    expect(dialog.getByLabelText("Téléphone 1")).toHaveFocus();
    await user.keyboard("03 20 00 00 00");
    await user.click(dialog.getByRole("button", { name: "Ajouter une salle" }));
    await user.keyboard("Salle 1{Tab}123456");
    await user.click(dialog.getByRole("button", { name: "Ajouter une salle" }));
    await user.click(dialog.getByRole("button", { name: "Retirer la salle 2" }));
    await user.click(dialog.getByRole("button", { name: "Créer le cinéma" }));
    expect(await screen.findByText("Cinéma Créé")).toBeVisible();
    expect(sent).toEqual([
      expect.objectContaining({
        name: "Le Palace",
        short_name_code: "PALACE",
        default_invoice_emails: ["a@b.example", "c@d.example"],
        phones: ["03 20 00 00 00"],
        screens: [{ name: "Salle 1", authorization_number: "123456" }],
      }),
    ]);
  });

  it("sends the VAT number of the company that is invoiced, and has what is wrong with it under its field", async () => {
    const wrong = "Le numéro de TVA ne correspond pas au SIREN.";
    const sent: unknown[] = [];
    network.stub(fails(updateCinema, 400, { vat_number: [wrong] }));
    const { user, dialog } = await openEdit();
    const field = dialog.getByLabelText("N° de TVA");
    expect(field).toHaveValue("FR12000200014");
    await user.clear(field);
    await user.type(field, "FR39000100016");
    await user.click(dialog.getByRole("button", { name: "Enregistrer" }));
    expect(await dialog.findByText(wrong)).toBeVisible();
    await waitFor(() => expect(field).toHaveFocus());
    network.stub(
      answers(updateCinema, (call) => {
        sent.push(call.body);
        return aCinema();
      }),
    );
    await user.click(dialog.getByRole("button", { name: "Enregistrer" }));
    expect(await screen.findByText("Cinéma Mis à Jour")).toBeVisible();
    expect(sent).toEqual([{ vat_number: "FR39000100016" }]);
  });

  it("asks for the name of a screen that has a number only", async () => {
    const { user, dialog } = await openNew();
    await user.type(dialog.getByLabelText("Nom *"), "Le Palace");
    await user.click(dialog.getByRole("button", { name: "Ajouter une salle" }));
    await user.type(dialog.getByLabelText("Numéro d’autorisation de la salle 1"), "123456");
    await user.click(dialog.getByRole("button", { name: "Créer le cinéma" }));
    expect(await dialog.findByText("Ce champ est obligatoire")).toBeVisible();
    await waitFor(() => expect(dialog.getByLabelText("Nom de la salle 1")).toHaveFocus());
  });

  it.each([
    [
      "a code that is taken",
      { short_name_code: ["Ce code court est déjà utilisé.", "autre"] },
      "Ce code court est déjà utilisé.",
    ],
    [
      "another field",
      { siren: ["Le SIREN doit comporter 9 chiffres valides."] },
      "Impossible de créer le cinéma",
    ],
  ])("shows the specified message of a creation that fails for %s (TXT-1)", async (_what, body, text) => {
    network.stub(fails(createCinema, 400, body));
    const { user, dialog } = await openNew();
    await user.type(dialog.getByLabelText("Nom *"), "Le Palace");
    await user.click(dialog.getByRole("button", { name: "Créer le cinéma" }));
    expect(await screen.findByText(text)).toBeVisible();
    expect(dialog.getByLabelText("Nom *")).toHaveValue("Le Palace");
    for (const [message] of Object.values(body)) expect(dialog.getByText(message ?? "")).toBeVisible();
  });

  it.each([
    ["500", fails(createCinema, 500)],
    ["no answer", isUnreachable(createCinema)],
  ])("keeps what was typed when a creation fails with %s", async (_what, failure) => {
    network.stub(failure);
    const { user, dialog } = await openNew();
    await user.type(dialog.getByLabelText("Nom *"), "Le Palace");
    await user.click(dialog.getByRole("button", { name: "Créer le cinéma" }));
    expect(await screen.findByText("Impossible de créer le cinéma")).toBeVisible();
    expect(dialog.getByLabelText("Nom *")).toHaveValue("Le Palace");
  });

  it("sends of a known cinema what changed only, with the ids of its screens", async () => {
    const sent: unknown[] = [];
    network.stub(
      answers(updateCinema, (call) => {
        sent.push(call.body);
        return aCinema();
      }),
    );
    const { user, dialog } = await openEdit();
    await user.clear(dialog.getByLabelText("Ville"));
    await user.type(dialog.getByLabelText("Ville"), "Lille");
    await user.type(dialog.getByLabelText("Nom de la salle 1"), " bis");
    await user.click(dialog.getByRole("button", { name: "Enregistrer" }));
    expect(await screen.findByText("Cinéma Mis à Jour")).toBeVisible();
    expect(sent).toEqual([
      {
        city: "Lille",
        screens: [{ id: 11, name: "Salle 1 bis", authorization_number: "910231" }],
        // Somebody else may add one meanwhile (CIN-2).
        seen: { screens: aCinema().screens },
      },
    ]);
  });

  it("leaves a screen that a report made without a name as it is, and takes no name away (CIN-2)", async () => {
    const sent: unknown[] = [];
    const screens = [
      { id: 11, name: "", authorization_number: "910231" },
      { id: 12, name: "Salle 2", authorization_number: "910232" },
    ];
    network.stub(
      answers(listCinemas, listed(aCinema({ screens }))),
      answers(updateCinema, (call) => {
        sent.push(call.body);
        return aCinema();
      }),
    );
    const { user, dialog } = await openEdit();
    await user.clear(dialog.getByLabelText("Nom de la salle 2"));
    await user.click(dialog.getByRole("button", { name: "Enregistrer" }));
    expect(await dialog.findByText("Ce champ est obligatoire")).toBeVisible();
    await user.type(dialog.getByLabelText("Nom de la salle 2"), "Salle Bleue");
    await user.click(dialog.getByRole("button", { name: "Enregistrer" }));
    expect(await screen.findByText("Cinéma Mis à Jour")).toBeVisible();
    expect(sent).toEqual([
      { screens: [screens[0], { ...screens[1], name: "Salle Bleue" }], seen: { screens } },
    ]);
  });

  it("says that a change failed, and keeps it", async () => {
    network.stub(fails(updateCinema, 400, { phones: ["Le numéro de téléphone est faux."] }));
    const { user, dialog } = await openEdit();
    await user.type(dialog.getByLabelText("Téléphone 1"), "99");
    await user.click(dialog.getByRole("button", { name: "Enregistrer" }));
    expect(await screen.findByText("Impossible de mettre à jour le cinéma")).toBeVisible();
    expect(dialog.getByText("Le numéro de téléphone est faux.")).toBeVisible();
    expect(dialog.getByLabelText("Téléphone 1")).toHaveValue("03 53 01 10 0099");
    await waitFor(() => expect(dialog.getByLabelText("Téléphone 1")).toHaveFocus());
  });

  it("asks before it gives up what was typed, and closes at once when nothing was", async () => {
    const { user, dialog } = await openEdit();
    await user.type(dialog.getByLabelText("Ville"), "x");
    await user.click(dialog.getByRole("button", { name: "Annuler" }));
    await user.click(await screen.findByRole("button", { name: "Abandonner" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await user.click(await screen.findByRole("button", { name: "Modifier Cinéma Le Beffroi" }));
    const again = await inDialog(/Modifier le cinéma/);
    expect(again.getByLabelText("Ville")).toHaveValue("Douai");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });
});

describe("importing cinemas", () => {
  const workbook = new File(["xlsx"], "cinemas.xlsx");
  const open = async (query = "") => {
    network.stub(answers(listCinemas, listed(aCinema())));
    const shown = show(query);
    await shown.user.click(await screen.findByRole("button", { name: "Importer" }));
    return { ...shown, dialog: await inDialog("Importer des cinémas") };
  };

  it("needs a file (API-6)", async () => {
    const { user, dialog } = await open();
    await user.click(dialog.getByRole("button", { name: "Importer" }));
    expect(await dialog.findByText("Veuillez sélectionner un fichier")).toBeVisible();
  });

  it("tells what is to know of lines that were imported, and counts it as no error (CIN-8)", async () => {
    network.stub(
      answers(importCinemas, {
        created: 1,
        updated: 0,
        errors: [],
        notes: ["Ligne 2 : La colonne « Salles » donne un nombre de salles (3) : aucune n’est créée."],
        created_cinemas: [{ name: "Le Palace", line_number: 2 }],
        updated_cinemas: [],
      }),
    );
    const { user, dialog } = await open();
    await user.upload(dialog.getByLabelText("Fichier XLSX des cinémas"), workbook);
    await user.click(dialog.getByRole("button", { name: "Importer" }));
    expect(await dialog.findByText(/aucune n’est créée/)).toBeVisible();
    expect(dialog.getByText("Remarques")).toBeVisible();
    expect(dialog.queryByText("Lignes en erreur")).toBeNull();
    const [counts] = dialog.getAllByRole("status");
    expect(plainSpaces(counts?.textContent ?? "")).toBe("Créés1Mis à jour0Erreurs0");
  });

  it("shows what came of it, resets the page and clears the search (UI-17)", async () => {
    network.stub(
      answers(importCinemas, {
        created: 1,
        updated: 2,
        errors: ["Ligne 7 : le nom manque."],
        created_cinemas: [{ name: "Le Palace", line_number: 2 }],
        updated_cinemas: [
          { name: "Le Rex", line_number: 3 },
          { name: "Le Beffroi", line_number: 4 },
        ],
      }),
    );
    const { user, dialog, address } = await open("&cinema_search=zzz&cinema_page=2");
    await user.upload(dialog.getByLabelText("Fichier XLSX des cinémas"), workbook);
    await user.click(dialog.getByRole("button", { name: "Importer" }));
    expect(await dialog.findByText("Ligne 7 : le nom manque.")).toBeVisible();
    expect(plainSpaces(dialog.getByRole("status").textContent)).toBe("Créés1Mis à jour2Erreurs1");
    for (const text of ["Ligne 2", "Le Palace", "Ligne 3", "Le Rex", "Ligne 4"])
      expect(dialog.getByText(text)).toBeVisible();
    expect(address()).toBe("/super-admin?tab=cinemas");
    await user.click(dialog.getAllByRole("button", { name: "Fermer" }).at(-1)!);
    await waitFor(() => expect(screen.getByLabelText(/Rechercher par nom/)).toHaveValue(""));
  });

  it.each([
    ["a broken server", fails(importCinemas, 500), "Impossible d'importer les cinémas"],
    [
      "the server's reason",
      fails(importCinemas, 400, { error: "Ce fichier n’est pas un XLSX." }),
      "Impossible d'importer les cinémas. Ce fichier n’est pas un XLSX.",
    ],
  ])("keeps the file after %s, and says why", async (_what, failure, text) => {
    network.stub(failure);
    const { user, dialog } = await open();
    await user.upload(dialog.getByLabelText("Fichier XLSX des cinémas"), workbook);
    await user.click(dialog.getByRole("button", { name: "Importer" }));
    expect(await dialog.findByText(text)).toBeVisible();
    expect(dialog.getByText("cinemas.xlsx")).toBeVisible();
  });
});

describe("the settings of a cinema, from the console", () => {
  const open = async () => {
    network.stub(answers(listCinemas, listed(aCinema())));
    network.stub(answers(listLinkedDistributors, linked("Lumen Films Distribution")));
    const { user } = show();
    await user.click(
      await screen.findByRole("button", { name: "Parametrer Distributeur pour Cinéma Le Beffroi" }),
    );
    return { user, dialog: await inDialog("Parametrer Distributeur") };
  };
  const OPTIONS = [
    { id: 12, name: "Lumen Films Distribution" },
    { id: 13, name: "Le Passeur" },
  ];
  const linked = (...names: string[]) => {
    const results = OPTIONS.filter(({ name }) => names.includes(name));
    return listed(...results);
  };

  it("offer the distributors that work with the cinema first, as « Lié », then the rest", async () => {
    network.stub(answers(listDistributorOptions, [{ id: 14, name: "Éclair" }, ...OPTIONS]));
    const { user, dialog } = await open();
    await waitFor(() => expect(dialog.getByRole("combobox", { name: /Distributeur/ })).toBeEnabled());
    await user.click(dialog.getByRole("combobox", { name: /Distributeur/ }));
    expect(await screen.findByRole("option", { name: "Lumen Films Distribution Lié" })).toBeVisible();
    expect(screen.getAllByRole("option").map((option) => option.textContent)).toEqual([
      "Lumen Films DistributionLié",
      "Éclair",
      "Le Passeur",
    ]);
  });

  it("link the two, so that the list of the distributor’s cinemas is read again (CIN-9)", async () => {
    network.stub(
      answers(listCinemas, listed(aCinema())),
      answers(listLinkedDistributors, linked("Lumen Films Distribution")),
      answers(listDistributorOptions, OPTIONS),
      fails(getCinemaSettings, 404),
      answers(createCinemaSettings, someCinemaSettings({ distributor: 13 })),
    );
    const { user } = renderScreen(
      <>
        <ConsolePage />
        <OtherScreen queryKey={routeKey(listCinemas, { query: { ordering: "name" } })} />
      </>,
      { at: "/super-admin?tab=cinemas" },
    );
    await user.click(
      await screen.findByRole("button", { name: "Parametrer Distributeur pour Cinéma Le Beffroi" }),
    );
    const dialog = await inDialog("Parametrer Distributeur");
    await waitFor(() => expect(dialog.getByRole("combobox", { name: /Distributeur/ })).toBeEnabled());
    await user.click(dialog.getByRole("combobox", { name: /Distributeur/ }));
    await user.click(await screen.findByRole("option", { name: "Le Passeur" }));
    await dialog.findByLabelText("Minimum garanti (€ HT)");
    expect(screen.getByText("lu 1 fois")).toBeVisible();
    await user.click(dialog.getByRole("button", { name: "Enregistrer" }));
    expect(await screen.findByText("Paramètres du distributeur créés.")).toBeVisible();
    expect(await screen.findByText("lu 2 fois")).toBeInTheDocument();
  });

  it("are of the distributor that is chosen, which must be one (DIST-4, TXT-1)", async () => {
    const sent: unknown[] = [];
    network.stub(
      answers(listDistributorOptions, OPTIONS),
      fails(getCinemaSettings, 404),
      answers(createCinemaSettings, (call) => {
        sent.push(call.body);
        return {
          id: 1,
          distributor: 13,
          cinema: 1,
          additional_invoice_emails: [],
          invoice_email_override: false,
          additional_reminder_emails: [],
          reminder_email_override: false,
          minimum_guarantee: 10,
          custom_accounting_code: "",
          is_factor_guaranteed: false,
        };
      }),
    );
    const { user, dialog } = await open();
    await waitFor(() => expect(dialog.getByRole("combobox", { name: /Distributeur/ })).toBeEnabled());
    await user.click(dialog.getByRole("button", { name: "Enregistrer" }));
    expect(await screen.findByText("Veuillez sélectionner un cinéma et un distributeur.")).toBeVisible();
    await user.click(dialog.getByRole("combobox", { name: /Distributeur/ }));
    await user.click(await screen.findByRole("option", { name: "Le Passeur" }));
    await user.type(await dialog.findByLabelText("Minimum garanti (€ HT)"), "10");
    await user.click(dialog.getByRole("button", { name: "Enregistrer" }));
    expect(await screen.findByText("Paramètres du distributeur créés.")).toBeVisible();
    expect(sent).toEqual([expect.objectContaining({ distributor: 13, cinema: 1, minimum_guarantee: 10 })]);
  });

  it("say that the distributors did not load", async () => {
    network.stub(fails(listDistributorOptions, 500));
    const { dialog } = await open();
    expect(await screen.findByText("Impossible de charger les distributeurs")).toBeVisible();
    expect(dialog.getByRole("button", { name: "Réessayer" })).toBeVisible();
  });

  it("ask before another distributor's replace what was typed", async () => {
    network.stub(answers(listDistributorOptions, OPTIONS), fails(getCinemaSettings, 404));
    const { user, dialog } = await open();
    const choose = async (name: string) => {
      await user.click(dialog.getByRole("combobox", { name: /Distributeur/ }));
      await user.click(await screen.findByRole("option", { name: new RegExp(`^${name}`) }));
    };
    await waitFor(() => expect(dialog.getByRole("combobox", { name: /Distributeur/ })).toBeEnabled());
    await choose("Le Passeur");
    await user.type(await dialog.findByLabelText("Minimum garanti (€ HT)"), "10");
    await choose("Lumen Films Distribution");
    await user.click(await screen.findByRole("button", { name: "Abandonner" }));
    await waitFor(async () => expect(await dialog.findByLabelText("Minimum garanti (€ HT)")).toHaveValue(""));
    expect(dialog.getByRole("combobox", { name: /Distributeur/ })).toHaveValue("Lumen Films Distribution");
  });
});

describe("a form that an ended session interrupted", () => {
  const end = (unmount: () => void) => {
    unmount();
    signInAsSuperAdmin();
    // The cinema is not on the page that shows now.
    network.stub(answers(listCinemas, listed()), answers(getCinema, aCinema()));
  };

  it("opens again with the changes of a cinema", async () => {
    network.stub(answers(listCinemas, listed(aCinema())));
    const { user, unmount } = show();
    await user.click(await screen.findByRole("button", { name: "Modifier Cinéma Le Beffroi" }));
    await user.type((await inDialog(/Modifier le cinéma/)).getByLabelText("Sous-groupe"), " bis");
    end(unmount);
    show();
    const dialog = await inDialog(/Modifier le cinéma/);
    expect(dialog.getByText("Saisie rétablie")).toBeVisible();
    expect(dialog.getByLabelText<HTMLInputElement>("Sous-groupe").value).toMatch(/ bis$/);
  });

  it("opens again on what somebody else saved meanwhile, and undoes none of it (UI-16)", async () => {
    const sent: unknown[] = [];
    network.stub(
      answers(listCinemas, listed(aCinema())),
      answers(updateCinema, (call) => {
        sent.push(call.body);
        return aCinema();
      }),
    );
    const { user, unmount } = show();
    await user.click(await screen.findByRole("button", { name: "Modifier Cinéma Le Beffroi" }));
    await user.type((await inDialog(/Modifier le cinéma/)).getByLabelText("Ville"), "-sur-Scarpe");
    end(unmount);
    const [screenOne] = aCinema().screens;
    const accepted = { ...screenOne!, id: 12, name: "Salle 2", authorization_number: "910232" };
    network.stub(answers(getCinema, aCinema({ group: "Pathé", screens: [screenOne!, accepted] })));
    show();
    const dialog = await inDialog(/Modifier le cinéma/);
    expect(dialog.getByLabelText("Groupe")).toHaveValue("Pathé");
    expect(dialog.getByLabelText("Nom de la salle 2")).toHaveValue("Salle 2");
    await user.click(dialog.getByRole("button", { name: "Enregistrer" }));
    expect(await screen.findByText("Cinéma Mis à Jour")).toBeVisible();
    expect(sent).toEqual([{ city: "Douai-sur-Scarpe" }]);
  });

  it("opens after the one that a link names, which is without its typing (UI-25)", async () => {
    network.stub(answers(listCinemas, listed(aCinema())));
    const { user: before, unmount } = show();
    await before.click(await screen.findByRole("button", { name: "Modifier Cinéma Le Beffroi" }));
    await before.type((await inDialog(/Modifier le cinéma/)).getByLabelText("Sous-groupe"), " bis");
    end(unmount);
    const rex = aCinema({ id: 42, name: "Le Rex" });
    network.stub(answers(getCinema, ({ params }) => (params["id"] === "42" ? rex : aCinema())));
    const { user, address } = show("&edit=42&field=invoicing_siren");
    const asked = await inDialog(/Modifier le cinéma – Le Rex/);
    await waitFor(() => expect(asked.getByLabelText("SIREN de facturation")).toHaveFocus());
    expect(asked.getByLabelText<HTMLInputElement>("Sous-groupe").value).not.toMatch(/ bis$/);
    await user.click(asked.getByRole("button", { name: "Annuler" }));
    const interrupted = await inDialog(/Modifier le cinéma – Cinéma Le Beffroi/);
    expect(interrupted.getByLabelText<HTMLInputElement>("Sous-groupe").value).toMatch(/ bis$/);
    expect(interrupted.getByLabelText("SIREN de facturation")).not.toHaveFocus();
    expect(address()).toBe("/super-admin?tab=cinemas");
  });

  it("is the one that a link names where that is of the same cinema, and closes once", async () => {
    network.stub(answers(listCinemas, listed(aCinema())));
    const { user: before, unmount } = show();
    await before.click(await screen.findByRole("button", { name: "Modifier Cinéma Le Beffroi" }));
    await before.type((await inDialog(/Modifier le cinéma/)).getByLabelText("Sous-groupe"), " bis");
    end(unmount);
    network.stub(answers(updateCinema, aCinema()));
    const { user, address } = show("&edit=1&field=invoicing_siren");
    const asked = await inDialog(/Modifier le cinéma/);
    expect(asked.getByLabelText<HTMLInputElement>("Sous-groupe").value).toMatch(/ bis$/);
    await user.click(asked.getByRole("button", { name: "Enregistrer" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(address()).toBe("/super-admin?tab=cinemas");
  });

  it("opens again with its lists on those that somebody else has added to meanwhile (CIN-2)", async () => {
    const sent: unknown[] = [];
    network.stub(
      answers(listCinemas, listed(aCinema())),
      answers(updateCinema, (call) => {
        sent.push(call.body);
        return aCinema();
      }),
    );
    const { user, unmount } = show();
    await user.click(await screen.findByRole("button", { name: "Modifier Cinéma Le Beffroi" }));
    const before = await inDialog(/Modifier le cinéma/);
    await user.type(before.getByLabelText("Nom de la salle 1"), " bis");
    await user.type(before.getByLabelText("Téléphone 1"), "9");
    await user.type(before.getByLabelText("E-mails de facturation"), ", moi@beffroi.example");
    end(unmount);
    const { screens, phones, default_invoice_emails: emails } = aCinema();
    const accepted = { id: 12, name: "Salle 2", authorization_number: "910232" };
    const theirs = {
      screens: [...screens, accepted],
      phones: [...phones, "03 53 01 10 77"],
      default_invoice_emails: [...emails, "autre@beffroi.example"],
    };
    network.stub(answers(getCinema, aCinema(theirs)));
    show();
    const dialog = await inDialog(/Modifier le cinéma/);
    expect(dialog.getByLabelText("Nom de la salle 2")).toHaveValue("Salle 2");
    await user.click(dialog.getByRole("button", { name: "Enregistrer" }));
    expect(await screen.findByText("Cinéma Mis à Jour")).toBeVisible();
    expect(sent).toEqual([
      {
        screens: [{ ...screens[0], name: `${screens[0]?.name} bis` }, accepted],
        phones: [`${phones[0]}9`, ...phones.slice(1), "03 53 01 10 77"],
        default_invoice_emails: [...emails, "moi@beffroi.example", "autre@beffroi.example"],
        seen: theirs,
      },
    ]);
  });

  it("opens again with the settings for a distributor, until they are given up (FED-6)", async () => {
    network.stub(
      answers(listCinemas, listed(aCinema())),
      answers(listDistributorOptions, [{ id: 13, name: "Le Passeur" }]),
      answers(listLinkedDistributors, listed()),
      fails(getCinemaSettings, 404),
    );
    const { user, unmount } = show();
    await user.click(
      await screen.findByRole("button", { name: "Parametrer Distributeur pour Cinéma Le Beffroi" }),
    );
    const before = await inDialog("Parametrer Distributeur");
    await waitFor(() => expect(before.getByRole("combobox", { name: /Distributeur/ })).toBeEnabled());
    await user.click(before.getByRole("combobox", { name: /Distributeur/ }));
    await user.click(await screen.findByRole("option", { name: "Le Passeur" }));
    await user.type(await before.findByLabelText("Minimum garanti (€ HT)"), "10");
    end(unmount);
    const again = show();
    const dialog = await inDialog("Parametrer Distributeur");
    expect(await dialog.findByLabelText("Minimum garanti (€ HT)")).toHaveValue("10");
    expect(dialog.getByRole("combobox", { name: /Distributeur/ })).toHaveValue("Le Passeur");
    await user.click(dialog.getByRole("button", { name: "Annuler" }));
    await user.click(await screen.findByRole("button", { name: "Abandonner" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    again.unmount();
    show();
    await screen.findByText("Aucun cinéma trouvé");
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});
