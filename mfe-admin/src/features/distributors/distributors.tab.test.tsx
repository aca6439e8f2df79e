import { listLinkedCinemas } from "@bobine/contract/cinema-settings";
import { createDistributor, listDistributors, updateDistributor } from "@bobine/contract/distributors";
import { inviteUser, listInvitations } from "@bobine/contract/invitations";
import { disableUser, listUsers, listUserSessions } from "@bobine/contract/people";
import { aCinema } from "@bobine/contract/testing/cinemas";
import { aDistributorRow } from "@bobine/contract/testing/distributors";
import { listed } from "@bobine/contract/testing/lists";
import { aManagedUser } from "@bobine/contract/testing/people";
import { unfinishedWork } from "@bobine/shared-auth";
import {
  answers,
  fails,
  isUnreachable,
  renderScreen,
  signInAsSuperAdmin,
  stubNetwork,
} from "@bobine/shared-auth/testing";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { ConsolePage } from "../../console.page.tsx";

const network = stubNetwork();
beforeEach(() => {
  signInAsSuperAdmin();
  // Opened rows show what the list says of people until they are told more.
  network.stub(
    answers(listUsers, () => new Promise(() => undefined)),
    answers(listInvitations, { results: [] }),
  );
});

const passeur = aDistributorRow({
  id: 2,
  name: "Le Passeur",
  admin_email: "zoe@passeur.example",
  communication_email: "passeur@factures.bobine.example",
  user_count: 0,
  users: [],
});

const show = () => renderScreen(<ConsolePage />, { at: "/super-admin" });

describe("the distributors tab", () => {
  it("has the specified title, button and columns", async () => {
    network.stub(answers(listDistributors, [aDistributorRow()]));
    show();
    expect(await screen.findByRole("heading", { name: "Gestion des Distributeurs" })).toBeVisible();
    expect(screen.getByRole("button", { name: "Nouveau Distributeur" })).toBeVisible();
    const row = await screen.findByRole("row", { name: /Lumen Films Distribution/ });
    for (const text of ["hugo@lumen.example", "Non assigné", "Actif", "01/09/2026"])
      expect(within(row).getByText(text)).toBeVisible();
    expect(screen.getAllByRole("columnheader").map((cell) => cell.textContent)).toEqual([
      "Détail",
      "ID",
      "Nom",
      "E-mail de communication",
      "Statut",
      "Utilisateurs",
      "Date de création",
    ]);
  });

  // TXT-7
  it.each([
    ["created", "Créé"],
    ["email_verified", "Email vérifié"],
    ["company_info_added", "Infos société ajoutées"],
    ["plan_selected", "Plan sélectionné"],
    ["bank_connected", "Banque connectée"],
    ["email_assigned", "Email assigné"],
    ["data_imported", "Données importées"],
    ["active", "Actif"],
    ["paused", "En pause"],
  ] as const)("calls the status %s « %s », with how far it is", async (onboarding_status, label) => {
    network.stub(
      answers(listDistributors, [aDistributorRow({ onboarding_status, onboarding_progress_percentage: 43 })]),
    );
    show();
    const row = await screen.findByRole("row", { name: /Lumen Films Distribution/ });
    expect(within(row).getByText(label)).toBeVisible();
    expect(within(row).getByText("43 %")).toBeVisible();
  });

  it.each([
    ["name", "lumen"],
    ["admin e-mail", "hugo@"],
  ])("filters in the browser on the %s, and keeps the filter in the address", async (_field, typed) => {
    network.stub(answers(listDistributors, [aDistributorRow(), passeur]));
    const { user, address } = show();
    await screen.findByRole("row", { name: /Le Passeur/ });
    const box = screen.getByLabelText(/Filtrer par nom/);
    await user.type(box, typed);
    await waitFor(() => expect(screen.queryByRole("row", { name: /Le Passeur/ })).toBeNull());
    expect(screen.getByRole("row", { name: /Lumen/ })).toBeVisible();
    expect(address()).toBe(`/super-admin?distributor_filter=${encodeURIComponent(typed)}`);
    await user.clear(box);
    await user.type(box, "passeur@factures");
    await waitFor(() => expect(screen.queryByRole("row", { name: /Lumen/ })).toBeNull());
    await user.type(box, "zzz");
    expect(await screen.findByText("Aucun distributeur trouvé")).toBeVisible();
  });

  it("is sorted by a column, remembered in the address", async () => {
    network.stub(
      answers(listDistributors, [
        aDistributorRow({ id: 1, name: "Zénith", onboarding_status: "active", user_count: 2 }),
        aDistributorRow({ id: 2, name: "Éclair", onboarding_status: "created", user_count: 10 }),
      ]),
    );
    const { user, address } = show();
    const names = () =>
      screen
        .getAllByRole("row")
        .slice(1)
        .map((row) => within(row).getByText(/^Zénith$|^Éclair$/).textContent);
    await screen.findByText("Zénith");
    expect(names()).toEqual(["Zénith", "Éclair"]);
    for (const [column, order] of [
      ["Nom", ["Éclair", "Zénith"]],
      ["Nom", ["Zénith", "Éclair"]],
      ["Statut", ["Éclair", "Zénith"]],
      ["Utilisateurs", ["Zénith", "Éclair"]],
    ] as const) {
      await user.click(screen.getByRole("button", { name: column }));
      await waitFor(() => expect(names()).toEqual(order));
    }
    expect(address()).toBe("/super-admin?distributor_ordering=user_count");
  });

  it("loads linked cinemas when a row is first opened, and not again", async () => {
    let calls = 0;
    network.stub(
      answers(listDistributors, [aDistributorRow()]),
      answers(listLinkedCinemas, (call) => {
        calls += 1;
        expect(call.params["id"]).toBe("1");
        return listed(aCinema());
      }),
    );
    const { user } = show();
    const open = await screen.findByRole("button", { name: /Afficher le détail/ });
    expect(calls).toBe(0);
    await user.click(open);
    expect(await screen.findByText("Cinéma Le Beffroi")).toBeVisible();
    expect(screen.getByText("Hugo Marchetti")).toBeVisible();
    expect(screen.getByText("Administrateur")).toBeVisible();
    expect(screen.getByText("Contact principal")).toBeVisible();
    await user.click(screen.getByRole("button", { name: /Masquer le détail/ }));
    await user.click(screen.getByRole("button", { name: /Afficher le détail/ }));
    expect(await screen.findByText("Cinéma Le Beffroi")).toBeVisible();
    expect(calls).toBe(1);
  });

  it("says that a change of IBAN waits, masked, and what to do", async () => {
    const pending_bank_details = {
      iban: "FR14 •••• 606",
      secondary_iban: null,
      requested_by: "Nadia Rousseau",
      requested_at: "2026-11-30T11:00:00.000Z",
      expires_at: "2026-12-03T11:00:00.000Z",
    };
    network.stub(
      answers(listDistributors, [aDistributorRow({ pending_bank_details })]),
      answers(listLinkedCinemas, listed()),
    );
    const { user } = show();
    await user.click(await screen.findByRole("button", { name: /Afficher le détail/ }));
    expect(await screen.findByText("Changement d’IBAN en attente de confirmation")).toBeVisible();
    expect(screen.getByText(/FR14 •••• 606/)).toBeVisible();
    expect(screen.getByText(/Demandé par Nadia Rousseau/)).toBeVisible();
    expect(screen.getByText(/Pour renvoyer cet e-mail ou retirer le changement/)).toBeVisible();
  });

  it("says that linked cinemas did not load, and tries again", async () => {
    network.stub(answers(listDistributors, [aDistributorRow()]), fails(listLinkedCinemas, 500));
    const { user } = show();
    await user.click(await screen.findByRole("button", { name: /Afficher le détail/ }));
    expect(await screen.findByText("Impossible de charger les cinémas liés")).toBeVisible();
    network.stub(answers(listLinkedCinemas, listed()));
    await user.click(screen.getByRole("button", { name: "Réessayer" }));
    expect(await screen.findByText("Aucun cinéma lié")).toBeVisible();
  });

  it("has a reason and a way on when the list does not load", async () => {
    network.stub(fails(listDistributors, 500));
    const { user } = show();
    expect(await screen.findByText("Impossible de charger les distributeurs")).toBeVisible();
    network.stub(answers(listDistributors, []));
    await user.click(screen.getByRole("button", { name: "Réessayer" }));
    expect(await screen.findByText("Aucun distributeur trouvé")).toBeVisible();
  });
});

describe("the communication e-mail, edited in its row", () => {
  const edit = async (typed: string) => {
    const { user, unmount } = show();
    await user.click(
      await screen.findByRole("button", {
        name: "Modifier l’e-mail de communication de Lumen Films Distribution",
      }),
    );
    const box = screen.getByLabelText("E-mail de communication de Lumen Films Distribution");
    expect(box).toHaveFocus();
    await user.type(box, typed);
    return { user, box, unmount };
  };

  it("must end with the product's suffix (DIST-5)", async () => {
    network.stub(answers(listDistributors, [aDistributorRow()]));
    const { user, box } = await edit("lumen@ailleurs.example{Enter}");
    expect(await screen.findByText("L'email doit se terminer par @factures.bobine.example")).toBeVisible();
    expect(box).toHaveValue("lumen@ailleurs.example");
    expect(unfinishedWork()).toHaveLength(1);
    await user.keyboard("{Escape}");
    expect(await screen.findByText("Non assigné")).toBeVisible();
    expect(unfinishedWork()).toHaveLength(0);
  });

  it("opens again with what was typed after a reload or an ended session", async () => {
    network.stub(answers(listDistributors, [aDistributorRow()]));
    const { unmount } = await edit("lumen@fac");
    unmount();
    show();
    expect(await screen.findByLabelText("E-mail de communication de Lumen Films Distribution")).toHaveValue(
      "lumen@fac",
    );
  });

  it("is saved alone, and told", async () => {
    const sent: unknown[] = [];
    let row = aDistributorRow();
    network.stub(
      answers(listDistributors, () => [row]),
      answers(updateDistributor, (call) => {
        sent.push(call.body);
        row = aDistributorRow({ communication_email: "lumen@factures.bobine.example" });
        return row;
      }),
    );
    await edit("lumen@factures.bobine.example{Enter}");
    expect(await screen.findByText("Email de communication mis à jour")).toBeVisible();
    expect(await screen.findByText("lumen@factures.bobine.example")).toBeVisible();
    expect(sent).toEqual([{ communication_email: "lumen@factures.bobine.example" }]);
  });

  it("stays as typed when the save fails, and says so", async () => {
    network.stub(answers(listDistributors, [aDistributorRow()]), fails(updateDistributor, 500));
    const { box } = await edit("lumen@factures.bobine.example{Enter}");
    expect(await screen.findByText("Impossible de mettre à jour l'email")).toBeVisible();
    expect(box).toHaveValue("lumen@factures.bobine.example");
  });

  it("shows what the server says of it under it", async () => {
    network.stub(
      answers(listDistributors, [aDistributorRow()]),
      fails(updateDistributor, 400, { communication_email: ["must end with @factures.bobine.example"] }),
    );
    const { box } = await edit("lumen@factures.bobine.example{Enter}");
    await waitFor(() =>
      expect(box).toHaveAccessibleDescription(
        "L'email de communication doit se terminer par @factures.bobine.example",
      ),
    );
  });
});

describe("a new distributor", () => {
  const open = async () => {
    network.stub(answers(listDistributors, []));
    const { user, unmount } = show();
    await user.click(await screen.findByRole("button", { name: "Nouveau Distributeur" }));
    const dialog = await screen.findByRole("dialog", { name: "Nouveau Distributeur" });
    return { user, unmount, dialog };
  };
  const REQUIRED = {
    "Nom *": "Grand Rivage",
    "Adresse *": "1 rue du Port",
    "Code postal *": "44000",
    "Ville *": "Nantes",
    "Téléphone *": "02 99 00 14 10",
    "IBAN principal *": "FR7699999000010001234567809",
  };
  const fill = async (
    { user, dialog }: Awaited<ReturnType<typeof open>>,
    fields: Readonly<Record<string, string>> = REQUIRED,
  ) => {
    for (const [label, text] of Object.entries(fields)) {
      await user.click(within(dialog).getByLabelText(label));
      await user.paste(text);
    }
  };
  const submit = async ({ user, dialog }: Awaited<ReturnType<typeof open>>) =>
    user.click(within(dialog).getByRole("button", { name: "Créer le distributeur" }));

  it("asks for the marked fields (DIST-4)", async () => {
    const form = await open();
    await submit(form);
    expect(await screen.findByText("Veuillez remplir tous les champs obligatoires")).toBeVisible();
    expect(within(form.dialog).getAllByText("Ce champ est obligatoire")).toHaveLength(6);
    await waitFor(() => expect(within(form.dialog).getByLabelText("Nom *")).toHaveFocus());
  });

  it("asks for the whole administrator once a part of it is there", async () => {
    const form = await open();
    await fill(form, { ...REQUIRED, Prénom: "Zoé" });
    await submit(form);
    expect(await within(form.dialog).findAllByText("Ce champ est obligatoire")).toHaveLength(2);
    expect(within(form.dialog).getByLabelText("E-mail *")).toHaveAttribute("aria-invalid", "true");
  });

  it("shows the administrator's account, whose address is copied for 2 s (UI-15)", async () => {
    const sent: unknown[] = [];
    network.stub(
      answers(createDistributor, (call) => {
        sent.push(call.body);
        return aDistributorRow({ admin_email: "zoe@rivage.example" });
      }),
    );
    const form = await open();
    await fill(form, {
      ...REQUIRED,
      Prénom: "Zoé",
      "Nom de famille *": "Le Goff",
      "E-mail *": "zoe@rivage.example",
    });
    await submit(form);
    const account = await screen.findByRole("dialog", { name: "Compte administrateur créé" });
    expect(within(account).getByLabelText("E-mail de l’administrateur")).toHaveValue("zoe@rivage.example");
    expect(within(account).getByText(/n’utilise pas de mot de passe/)).toBeVisible();
    expect(sent).toEqual([
      expect.objectContaining({ name: "Grand Rivage", admin_email: "zoe@rivage.example", siren: "" }),
    ]);
    await form.user.click(within(account).getByRole("button", { name: "Copier" }));
    expect(await within(account).findByRole("button", { name: "Copié !" })).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe("zoe@rivage.example");
    const copiedAt = performance.now();
    await within(account).findByRole("button", { name: "Copier" }, { timeout: 4_000 });
    expect(performance.now() - copiedAt).toBeGreaterThan(1_500);
  });

  it("is told by a toast when there is no administrator", async () => {
    network.stub(answers(createDistributor, aDistributorRow({ admin_email: null })));
    const form = await open();
    await fill(form);
    await submit(form);
    expect(await screen.findByText("Distributeur créé avec succès")).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it.each([
    [
      "field errors",
      fails(createDistributor, 400, { siren: ["Le SIRET doit comporter 14 chiffres valides."] }),
      ["Erreurs de validation", "Veuillez corriger les erreurs dans le formulaire"],
    ],
    [
      "another error",
      fails(createDistributor, 409, { detail: "Cette société existe déjà.", code: "conflict" }),
      ["Erreur", "Cette société existe déjà."],
    ],
    [
      "an unexpected error",
      fails(createDistributor, 500),
      ["Erreur", "Une erreur inattendue s'est produite"],
    ],
    [
      "no answer",
      isUnreachable(createDistributor),
      ["Impossible de créer le distributeur. Vérifiez votre connexion."],
    ],
  ])("says what went wrong after %s, and keeps what was typed (TXT-1)", async (_what, failure, texts) => {
    network.stub(failure);
    const form = await open();
    await fill(form);
    await submit(form);
    for (const text of texts) expect(await screen.findByText(text)).toBeVisible();
    expect(within(form.dialog).getByLabelText("Ville *")).toHaveValue("Nantes");
  });

  it.each([
    ["name", "Nom *", "This field may not be blank.", "Ce champ ne peut pas être vide"],
    ["city", "Ville *", "This field is required.", "Ce champ est obligatoire"],
    ["admin_email", "E-mail", "Enter a valid email address.", "Veuillez saisir une adresse email valide"],
    [
      "address",
      "Adresse *",
      "Ensure this field has no more than 200 characters.",
      "Ce champ ne peut pas dépasser la longueur maximale",
    ],
    [
      "communication_email",
      "E-mail de communication",
      "must end with @factures.bobine.example",
      "L'email de communication doit se terminer par @factures.bobine.example",
    ],
    ["iban", "IBAN principal *", "L’IBAN est invalide.", "L’IBAN est invalide."],
  ])(
    "shows the server's error of %s under its field, translated (API-3)",
    async (field, label, said, shown) => {
      network.stub(fails(createDistributor, 400, { [field]: [said, "autre"] }));
      const form = await open();
      await fill(form);
      await submit(form);
      const input = within(form.dialog).getByLabelText(label);
      await waitFor(() => expect(input).toHaveAccessibleDescription(new RegExp(shown)));
      await waitFor(() => expect(input).toHaveFocus());
      await form.user.type(input, "x");
      expect(within(form.dialog).queryByText(shown)).toBeNull();
    },
  );

  it("comes back with what was typed after a reload, and asks before giving it up", async () => {
    const form = await open();
    await fill(form, { "Nom *": "Grand Rivage" });
    await form.user.keyboard("{Escape}");
    await form.user.click(await screen.findByRole("button", { name: "Continuer la saisie" }));
    // What a reload leaves is what the tab keeps.
    form.unmount();
    show();
    const dialog = await screen.findByRole("dialog", { name: "Nouveau Distributeur" });
    expect(within(dialog).getByLabelText("Nom *")).toHaveValue("Grand Rivage");
    expect(within(dialog).getByText("Saisie rétablie")).toBeVisible();
  });
});

describe("people of a distributor, in its opened row", () => {
  const hugo = aManagedUser({
    id: 3,
    first_name: "Hugo",
    last_name: "Marchetti",
    email: "hugo@lumen.example",
    distributor_id: 1,
    last_used_at: null,
    session_count: 0,
  });
  const lea = aManagedUser({
    ...hugo,
    is_onboarding_contact: true,
    id: 4,
    first_name: "Léa",
    last_name: "Roy",
    email: "lea@lumen.example",
    role: "accountant",
    session_count: 1,
  });
  const open = async () => {
    const shown = show();
    const row = await screen.findByRole("row", { name: /Lumen Films Distribution/ });
    await shown.user.click(within(row).getByRole("button", { name: /Afficher/ }));
    return shown;
  };

  it("are disabled, and show it", async () => {
    let users = [hugo, lea];
    const asked: (string | null)[] = [];
    network.stub(
      answers(listDistributors, [aDistributorRow()]),
      answers(listLinkedCinemas, listed()),
      answers(listUsers, ({ query }) => {
        asked.push(query.get("distributor"));
        return { results: users };
      }),
      answers(disableUser, () => {
        const disabled = { ...lea, disabled_at: "2026-11-30T11:00:00.000Z" };
        users = [hugo, disabled];
        return disabled;
      }),
      answers(listUserSessions, { results: [] }),
    );
    const { user } = await open();
    await user.click(await screen.findByRole("button", { name: /sessions? de Léa Roy/ }));
    const sessions = await screen.findByRole("dialog", { name: "Sessions de Léa Roy" });
    expect(await within(sessions).findByText("Aucune session ouverte")).toBeVisible();
    await user.keyboard("{Escape}");
    await user.click(await screen.findByRole("button", { name: "Désactiver Léa Roy" }));
    within(await screen.findByRole("dialog", { name: "Désactiver le compte" }))
      .getByRole("button", { name: "Désactiver" })
      .click();
    expect(await screen.findByText("Désactivé le 30/11/2026")).toBeVisible();
    expect(new Set(asked)).toEqual(new Set(["1"]));
  });

  it("are named all the same when they cannot be managed for the moment", async () => {
    network.stub(
      answers(listDistributors, [aDistributorRow()]),
      answers(listLinkedCinemas, listed()),
      fails(listUsers, 400, {}),
    );
    await open();
    expect(await screen.findByText("Impossible de charger les utilisateurs")).toBeVisible();
    expect(screen.getByText("Hugo Marchetti")).toBeVisible();
  });

  it("say what to do once the plan is full, without a link to the plan of whoever is chosen (SUB-3)", async () => {
    network.stub(
      answers(listDistributors, [aDistributorRow()]),
      answers(listLinkedCinemas, listed()),
      answers(listUsers, {
        results: [hugo],
        people_of_plan: { plan: "Duo", people_max: 1, active: 1, invited: 0 },
      }),
    );
    await open();
    expect(await screen.findByText(/La formule «.Duo.» comprend/)).toHaveTextContent(
      /Choisissez d’abord ce distributeur en haut de la page, puis PLAN D’ABONNEMENT\.$/,
    );
    expect(screen.queryByRole("link", { name: "Voir les formules" })).toBeNull();
  });

  it("say so too when the server finds the plan full (SUB-3)", async () => {
    network.stub(
      answers(listDistributors, [aDistributorRow()]),
      answers(listLinkedCinemas, listed()),
      answers(listUsers, { results: [hugo] }),
      fails(inviteUser, 409, { detail: "La formule « Duo » comprend 1 utilisateur.", code: "plan_full" }),
    );
    const { user } = await open();
    await user.click(await screen.findByRole("button", { name: "Inviter un collègue" }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.type(dialog.getByLabelText(/^Adresse e-mail/), "zoe@lumiere.example{Enter}");
    expect(await dialog.findByText(/Choisissez d’abord ce distributeur en haut de la page/)).toBeVisible();
    expect(dialog.queryByRole("link", { name: "Voir les formules" })).toBeNull();
  });
});
