import { currentUser, updateUser } from "@bobine/contract/auth";
import { listDistributorOptions } from "@bobine/contract/distributor-options";
import { ownDistributor, startOwnNumbering, updateOwnDistributor } from "@bobine/contract/distributors";
import { listInvitations } from "@bobine/contract/invitations";
import { listOwnSessions, listUsers } from "@bobine/contract/people";
import { getSubscription } from "@bobine/contract/subscriptions";
import { routeKey, unfinishedWork } from "@bobine/shared-auth";
import {
  answers,
  fails,
  isUnreachable,
  OtherScreen,
  renderScreen,
  signIn,
  signInAsSuperAdmin,
  stubNetwork,
} from "@bobine/shared-auth/testing";
import { PanelContext } from "@bobine/shared-ui";
import { plainSpaces } from "@bobine/shared-ui/testing";
import { act, screen, within, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { AccountPage } from "./account.page.tsx";
import { aCompany } from "@bobine/contract/testing/distributors";
import { aManagedUser, aUser } from "@bobine/contract/testing/people";

const network = stubNetwork();

beforeEach(() => {
  sessionStorage.clear();
  signIn();
  network.stub(
    answers(ownDistributor, aCompany()),
    answers(currentUser, aUser()),
    answers(listOwnSessions, { results: [] }),
    answers(listUsers, { results: [] }),
    answers(listInvitations, { results: [] }),
    answers(getSubscription, () => new Response(null, { status: 204 })),
  );
});

const show = () =>
  renderScreen(
    <PanelContext value={(name) => <p>partie {name}</p>}>
      <AccountPage />
    </PanelContext>,
    { at: "/account/overview" },
  );
const section = (name: string) => screen.findByRole("region", { name });
const field = (name: RegExp) => screen.getByRole("textbox", { name });
const press = (name: string) => screen.getByRole("button", { name });

/** Opens the edit mode and types `value` over a field. */
async function change(name: RegExp, value: string) {
  const rendered = show();
  await retype(rendered.user, name, value);
  return rendered;
}

async function retype(user: ReturnType<typeof show>["user"], name: RegExp, value: string): Promise<void> {
  await user.click(await screen.findByRole("button", { name: "Modifier" }));
  await user.clear(field(name));
  if (value !== "") await user.type(field(name), value);
}

it("opens the form at the field that a link names (UI-25)", async () => {
  renderScreen(
    <PanelContext value={(name) => <p>partie {name}</p>}>
      <AccountPage />
    </PanelContext>,
    { at: "/account/overview?edit=iban" },
  );
  await waitFor(() => expect(screen.getByLabelText(/^IBAN principal/)).toHaveFocus());
});

it("offers an accountant their own profile alone, and says who changes the company (SEC-22)", async () => {
  signIn({ role: "accountant" });
  const { user } = show();
  await user.click(await screen.findByRole("button", { name: "Modifier" }));
  expect(screen.getAllByRole("textbox").map((one) => one.getAttribute("aria-label") ?? one.id)).toHaveLength(
    3,
  );
  expect(screen.getByText(/Seul un administrateur de votre société peut le faire/)).toBeVisible();
});

describe("reading", () => {
  it("shows the person, the company, its bank, what else there is, and the bank connection", async () => {
    show();
    expect(await section("Votre profil")).toHaveTextContent("Camille");
    const company = await section("Informations de la société");
    expect(company).toHaveTextContent("Lumen Films Distribution");
    expect(company).toHaveTextContent("FR39000100016");
    expect(await section("Informations bancaires")).toHaveTextContent("FR76 9999 9000 0100 0123 4567 809");
    const extra = await section("Informations complémentaires");
    expect(extra).toHaveTextContent("lumen@factures.bobine.example");
    expect(extra).toHaveTextContent("Facturé mensuellement");
    expect(await screen.findByText("partie bank-connection")).toBeVisible();
    expect(screen.queryByRole("textbox")).toBeNull();
  });

  it("shows what documents carry, and which SIREN waits to be checked", async () => {
    const company = aCompany({ pending_siren: "732829320", pending_prefix_vat: "FR44" });
    network.stub(answers(ownDistributor, company));
    const { user } = show();
    const shown = within(await section("Informations de la société"));
    expect(shown.getByText("000100016")).toBeVisible();
    expect(shown.getByText("732829320 en attente de vérification")).toBeVisible();
    expect(shown.getByText("FR44732829320 en attente de vérification")).toBeVisible();
    await user.click(press("Modifier"));
    expect(field(/^SIREN/)).toHaveValue("732829320");
    expect(field(/^SIREN/)).toHaveAccessibleDescription(
      "9 chiffres – en attente de vérification – Bobine vérifie un changement avant qu’il figure sur vos documents.",
    );
  });

  it("names the plan that is paid, with its price", async () => {
    network.stub(
      answers(getSubscription, {
        plan: {
          id: 1,
          name: "Studio",
          description: "",
          price: "149.00",
          currency_symbol: "€",
          people_max: 1,
          unit: "/ mois HT",
        },
        created_at: "2026-11-01T08:00:00.000Z",
        expiry_date: null,
        is_payment_refused: false,
        is_cancelled: false,
      }),
    );
    show();
    const extra = await section("Informations complémentaires");
    await waitFor(() => expect(plainSpaces(extra.textContent)).toContain("Studio, 149,00 € / mois HT"));
  });

  it("says that the company could not be loaded, and tries again", async () => {
    network.stub(fails(ownDistributor, 500));
    const { user } = show();
    expect(await screen.findByText("Impossible de charger les informations du compte.")).toBeVisible();
    network.stub(answers(ownDistributor, aCompany()));
    await user.click(press("Réessayer"));
    expect(await section("Informations de la société")).toBeVisible();
  });

  it("has nothing of a company for a super admin who has chosen none", async () => {
    signInAsSuperAdmin();
    show();
    expect(
      await screen.findByText("Sélectionnez un distributeur pour voir les informations de sa société."),
    ).toBeVisible();
    expect(screen.queryByRole("region", { name: "Informations bancaires" })).toBeNull();
  });
});

describe("editing", () => {
  it("sends what changed and nothing else, then reads again, for three seconds with the sentence of the specification", async () => {
    const sent: unknown[] = [];
    network.stub(
      answers(updateOwnDistributor, ({ body }) => {
        sent.push(body);
        return aCompany({ city: "Lille" });
      }),
    );
    const { user } = await change(/^Ville/, "Lille");
    await user.click(press("Enregistrer"));
    const toast = await screen.findByText("Informations de la société mises à jour");
    expect(toast).toBeVisible();
    expect(sent).toEqual([{ city: "Lille" }]);
    expect(await section("Informations de la société")).toHaveTextContent("Lille");
    expect(press("Modifier")).toHaveFocus();
    expect(unfinishedWork()).toEqual([]);
    await waitFor(() => expect(toast).not.toBeInTheDocument(), { timeout: 4_500 });
  });

  it("has the names of all distributors read again, which the super admin's choice shows (UI-3)", async () => {
    network.stub(answers(updateOwnDistributor, aCompany({ name: "Lumen" })));
    const { user } = renderScreen(
      <PanelContext value={(name) => <p>partie {name}</p>}>
        <AccountPage />
        <OtherScreen queryKey={routeKey(listDistributorOptions)} />
      </PanelContext>,
      { at: "/account/overview" },
    );
    await retype(user, /^Raison sociale/, "Lumen");
    await user.click(press("Enregistrer"));
    expect(await screen.findByText("lu 2 fois")).toBeVisible();
  });

  it("a double click on « Enregistrer » saves once", async () => {
    const sent: unknown[] = [];
    network.stub(
      answers(updateOwnDistributor, ({ body }) => {
        sent.push(body);
        return aCompany({ city: "Lille" });
      }),
    );
    await change(/^Ville/, "Lille");
    act(() => {
      press("Enregistrer").click();
      press("Enregistrer").click();
    });
    expect(await screen.findByText("Informations de la société mises à jour")).toBeVisible();
    expect(sent).toEqual([{ city: "Lille" }]);
  });

  it("understands a SIRET that is typed as SIREN: each goes into its own field (DIST-3)", async () => {
    let sent: unknown;
    network.stub(
      answers(updateOwnDistributor, ({ body }) => {
        sent = body;
        return aCompany({ siret: "00010001600013" });
      }),
    );
    const { user } = await change(/^SIREN/, "000 100 016 00013");
    await user.tab();
    expect(field(/^SIREN/)).toHaveValue("000100016");
    expect(field(/^SIREN/)).toHaveAccessibleDescription(expect.stringContaining("C’était un SIRET"));
    expect(field(/^SIRET/)).toHaveValue("00010001600013");
    await user.click(press("Enregistrer"));
    expect(await screen.findByText("00010001600013")).toBeVisible();
    expect(sent).toEqual({ siret: "00010001600013" });
  });

  it("sends the person's own fields to their own call", async () => {
    const sent: unknown[] = [];
    network.stub(
      answers(updateUser, ({ body }) => {
        sent.push(body);
        return aUser({ last_name: "Martin" });
      }),
    );
    const { user } = await change(/^Nom/, "Martin");
    await user.click(press("Enregistrer"));
    expect(await section("Votre profil")).toHaveTextContent("Martin");
    expect(sent).toEqual([{ last_name: "Martin" }]);
  });

  it("has the list of people read again, where one's own name is", async () => {
    let name = "Moreau";
    network.stub(
      answers(currentUser, aUser({ role: "admin" })),
      answers(listUsers, () => ({ results: [aManagedUser({ last_name: name })] })),
      answers(updateUser, ({ body }) => {
        name = (body as { last_name: string }).last_name;
        return aUser({ last_name: name, role: "admin" });
      }),
    );
    const { user } = show();
    expect(await within(await section("Utilisateurs")).findByText(/Moreau/)).toBeVisible();
    await retype(user, /^Nom/, "Martin");
    await user.click(press("Enregistrer"));
    expect(await within(await section("Utilisateurs")).findByText(/Martin/)).toBeVisible();
  });

  it("« Annuler » gives up what was typed", async () => {
    const { user } = await change(/^Ville/, "Lille");
    expect(unfinishedWork()).toMatchObject([{ kind: "form" }]);
    await user.click(press("Annuler"));
    expect(await section("Informations de la société")).toHaveTextContent("Paris");
    expect(unfinishedWork()).toEqual([]);
    expect(press("Modifier")).toHaveFocus();
  });

  it.each([
    [/^Numéro de TVA/, "FR1", "Le numéro de TVA doit être au format 2 lettres + 2 chiffres (ex: AB12)"],
    [/^Numéro de TVA/, "1234", "Le numéro de TVA doit être au format 2 lettres + 2 chiffres (ex: AB12)"],
    [/^SIRET/, "73282932000074", "Le SIRET commence par un autre SIREN."],
    [/^SIRET/, "00010001600014", "Le SIRET doit comporter 14 chiffres valides."],
    [/^IBAN principal/, "FR76", "L’IBAN est invalide."],
    [/^Raison sociale/, "", "Ce champ ne peut pas être vide"],
    [/^Adresse$|^Adresse \*/, "", "Ce champ ne peut pas être vide"],
    [/^Prénom/, " ", "Ce champ ne peut pas être vide"],
  ])("%s may not be « %s », and the field takes the focus", async (name, value, message) => {
    const { user } = await change(name, value);
    await user.click(press("Enregistrer"));
    expect(screen.getByText(message)).toBeVisible();
    expect(field(name)).toHaveFocus();
    expect(field(name)).toHaveAccessibleDescription(expect.stringContaining(message));
  });

  // API-3: what the server says of a field, in French, under the field.
  it.each([
    ["city", /^Ville/, "This field may not be blank.", "Ce champ ne peut pas être vide"],
    ["city", /^Ville/, "This field is required.", "Ce champ est obligatoire"],
    [
      "city",
      /^Ville/,
      "Ensure this field has no more than 100 characters.",
      "Ce champ ne peut pas dépasser la longueur maximale",
    ],
    [
      "prefix_vat",
      /^Numéro de TVA/,
      "invalid",
      "Le numéro de TVA doit être composé de 2 lettres suivies de 2 chiffres (ex: AB12)",
    ],
    [
      "email",
      /^E-mail du contact/,
      "Enter a valid email address.",
      "Veuillez saisir une adresse email valide",
    ],
    [
      "communication_email",
      /^E-mail de communication/,
      "Email must end with '@factures.bobine.example'.",
      "L'email de communication doit se terminer par @factures.bobine.example",
    ],
    ["iban", /^IBAN principal/, "Ce compte est clos.", "Ce compte est clos."],
  ])("the server's word on %s goes under its field: %s %s", async (name, label, word, sentence) => {
    network.stub(fails(updateOwnDistributor, 400, { [name]: [word, "another"] }));
    const { user } = await change(/^Téléphone/, "01 99 00 14 11");
    await user.click(press("Enregistrer"));
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(field(label)).toHaveAccessibleDescription(expect.stringContaining(sentence));
    // TXT-1 says so of every save that fails.
    expect(await screen.findByText("Impossible de sauvegarder les modifications")).toBeVisible();
    expect(field(/^Téléphone/)).toHaveValue("01 99 00 14 11");
  });

  it.each([
    ["the server fails", fails(updateOwnDistributor, 500), undefined],
    [
      "the server refuses",
      fails(updateOwnDistributor, 403, { detail: "Vous n’avez pas les droits.", code: "forbidden" }),
      "Vous n’avez pas les droits.",
    ],
    [
      "the network is away",
      isUnreachable(updateOwnDistributor),
      "Connexion au serveur impossible. Vérifiez votre connexion Internet.",
    ],
  ])("says that it could not save when %s, and keeps what was typed", async (_, stub, reason) => {
    network.stub(stub);
    const { user } = await change(/^Ville/, "Lille");
    await user.click(press("Enregistrer"));
    expect(await screen.findByText("Impossible de sauvegarder les modifications")).toBeVisible();
    if (reason) expect(screen.getByText(reason)).toBeVisible();
    expect(field(/^Ville/)).toHaveValue("Lille");
    expect(press("Enregistrer")).toBeEnabled();
  });

  it("TXT-1: says that the profile was saved when the company's part was refused, and offers what the role is now", async () => {
    network.stub(
      answers(currentUser, aUser({ role: "admin" })),
      answers(updateUser, aUser({ last_name: "Martin", role: "admin" })),
      fails(updateOwnDistributor, 403, { detail: "Vous n’avez pas les droits.", code: "permission_denied" }),
    );
    const { user } = show();
    expect(await section("Utilisateurs")).toBeVisible();
    await retype(user, /^Nom/, "Martin");
    await user.clear(field(/^Ville/));
    await user.type(field(/^Ville/), "Lille");
    network.stub(answers(currentUser, aUser({ last_name: "Martin", role: "accountant" })));
    await user.click(press("Enregistrer"));
    expect(
      await screen.findByText("Votre profil est enregistré. Les informations de la société ne le sont pas"),
    ).toBeVisible();
    expect(screen.queryByText("Impossible de sauvegarder les modifications")).toBeNull();
    await waitFor(() => expect(screen.queryByRole("region", { name: "Utilisateurs" })).toBeNull());
    expect(screen.queryByRole("textbox", { name: /^Ville/ })).toBeNull();
  });

  it("does not undo what somebody else saved meanwhile in other fields", async () => {
    const sent: unknown[] = [];
    network.stub(
      answers(updateOwnDistributor, ({ body }) => {
        sent.push(body);
        return aCompany({ city: "Lille", phone: "01 99 00 14 99" });
      }),
    );
    const { user } = await change(/^Ville/, "Lille");
    network.stub(answers(ownDistributor, aCompany({ phone: "01 99 00 14 99" })));
    window.dispatchEvent(new Event("visibilitychange"));
    await user.click(press("Enregistrer"));
    await section("Informations de la société");
    expect(sent).toEqual([{ city: "Lille" }]);
  });
});

describe("a person without a first name and a company", () => {
  beforeEach(() => {
    signIn({ first_name: "", company: "" });
    network.stub(fails(ownDistributor, 404));
  });

  it("is asked to complete them, and has no bank to connect before", async () => {
    const { user } = show();
    await screen.findByText("Complétez votre profil pour accéder à l’application.");
    expect(screen.queryByText("partie bank-connection")).toBeNull();
    await user.click(press("Enregistrer"));
    expect(screen.getAllByText("Ce champ ne peut pas être vide")).toHaveLength(2);
    let sent: unknown;
    network.stub(
      answers(updateUser, ({ body }) => {
        sent = body;
        return aUser({ first_name: "Zoé", company: "Éclair" });
      }),
    );
    await user.type(field(/^Prénom/), "Zoé");
    await user.type(field(/^Société/), "Éclair");
    await user.click(press("Enregistrer"));
    expect(await screen.findByText("Informations de la société mises à jour")).toBeVisible();
    expect(sent).toEqual({ first_name: "Zoé", company: "Éclair" });
  });
});

it("a profile that was being filled in is there again after a reload, and can be given up", async () => {
  network.stub(fails(ownDistributor, 404));
  const first = show();
  await first.user.click(await screen.findByRole("button", { name: "Modifier" }));
  await first.user.type(field(/^Société/), " et fils");
  first.unmount();
  const next = show();
  expect(await screen.findByText("Saisie rétablie")).toBeVisible();
  expect(field(/^Société/)).toHaveValue("Lumière Distribution et fils");
  await next.user.click(press("Abandonner ces modifications"));
  expect(field(/^Société/)).toHaveValue("Lumière Distribution");
  expect(screen.queryByText("Saisie rétablie")).toBeNull();
});

it("a profile that was being filled in undoes nothing that somebody else saved meanwhile (UI-11, FED-6)", async () => {
  const sent: unknown[] = [];
  const iban = "FR7630006000011234567890189";
  network.stub(
    answers(updateOwnDistributor, ({ body }) => {
      sent.push(body);
      return aCompany({ iban, city: "Lille" });
    }),
  );
  const first = await change(/^Ville/, "Lille");
  first.unmount();
  network.stub(answers(ownDistributor, aCompany({ iban })));
  const { user } = show();
  expect(await screen.findByText("Saisie rétablie")).toBeVisible();
  expect(field(/^IBAN principal/)).toHaveValue(iban);
  await user.click(press("Enregistrer"));
  await section("Informations de la société");
  expect(sent).toEqual([{ city: "Lille" }]);
});

it("a profile that was being filled in has the company again once it loads after all (UI-11)", async () => {
  const first = await change(/^Ville/, "Lille");
  first.unmount();
  network.stub(fails(ownDistributor, 500));
  const { user } = show();
  expect(await screen.findByText("Saisie rétablie")).toBeVisible();
  network.stub(answers(ownDistributor, aCompany()));
  await user.click(press("Réessayer"));
  await waitFor(() => expect(field(/^Ville/)).toHaveValue("Lille"));
  expect(field(/^IBAN principal/)).toHaveValue(aCompany().iban);
});

describe("the addresses that only super admins change", () => {
  it.each([/^E-mail du contact/, /^E-mail de communication/])("%s is only read by staff", async (name) => {
    const { user } = show();
    await user.click(await screen.findByRole("button", { name: "Modifier" }));
    expect(field(name)).toHaveAttribute("readonly");
    expect(field(name)).toHaveAccessibleDescription(
      "Seul un administrateur de Bobine peut modifier cette adresse.",
    );
  });

  it("an administrator fixes where numbers begin, before the first invoice (BILL-9)", async () => {
    const sent: unknown[] = [];
    network.stub(
      answers(ownDistributor, aCompany({ has_issued: false })),
      answers(startOwnNumbering, ({ body }) => {
        sent.push(body);
        return new Response(null, { status: 204 });
      }),
    );
    const { user, unmount } = show();
    const numbering = await section("Début de numérotation");
    await user.type(within(numbering).getByRole("textbox", { name: /Dernier numéro/ }), "123");
    await user.click(press("Fixer le début"));
    expect(await screen.findByText("Début de numérotation enregistré")).toBeVisible();
    expect(sent).toEqual([{ series: "F", last_number: 123 }]);
    unmount();
    network.stub(answers(ownDistributor, aCompany({ has_issued: true })));
    show();
    await section("Informations complémentaires");
    expect(screen.queryByRole("region", { name: "Début de numérotation" })).toBeNull();
  });

  it("super admins change them, and fix where numbers begin", async () => {
    signInAsSuperAdmin({ distributorId: 12 });
    const sent: unknown[] = [];
    network.stub(
      answers(updateOwnDistributor, ({ body }) => {
        sent.push(body);
        return aCompany();
      }),
      fails(startOwnNumbering, 400, { numbering_start: ["Des numéros de cette série ont déjà été émis."] }),
    );
    const { user, unmount } = await change(/^E-mail de communication/, "autre@factures.bobine.example");
    await user.click(press("Enregistrer"));
    await section("Informations complémentaires");
    expect(sent).toEqual([{ communication_email: "autre@factures.bobine.example" }]);
    const numbering = await section("Début de numérotation");
    const last = within(numbering).getByRole("textbox", { name: /Dernier numéro/ });
    await user.type(last, "douze");
    await user.click(press("Fixer le début"));
    expect(screen.getByText("Saisissez un nombre entier de 0 à 999998.")).toBeVisible();
    await user.clear(last);
    await user.type(last, "123");
    await user.click(press("Fixer le début"));
    expect(await screen.findByText("Des numéros de cette série ont déjà été émis.")).toBeVisible();
    expect(last).toHaveValue("123");
    unmount();
    show();
    const again = await section("Début de numérotation");
    expect(within(again).getByRole("textbox", { name: /Dernier numéro/ })).toHaveValue("123");
  });
});
