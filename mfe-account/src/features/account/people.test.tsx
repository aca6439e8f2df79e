import { currentUser } from "@bobine/contract/auth";
import {
  type Invitation,
  inviteUser,
  listInvitations,
  resendInvitation,
  withdrawInvitation,
} from "@bobine/contract/invitations";
import {
  changeUserRole,
  disableUser,
  enableUser,
  endOtherSessions,
  endSession,
  endUserSessions,
  listOwnSessions,
  listUsers,
  listUserSessions,
  type ManagedUser,
  type OpenSession,
} from "@bobine/contract/people";
import type { PeopleOfPlan } from "@bobine/contract/people-of-plan";
import { aManagedUser, anInvitation, aUser, anOpenSession } from "@bobine/contract/testing/people";
import {
  answers,
  fails,
  isUnreachable,
  renderScreen,
  signIn,
  signInAsSuperAdmin,
  stubNetwork,
} from "@bobine/shared-auth/testing";
import { plainSpaces } from "@bobine/shared-ui/testing";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { PeopleCards } from "./people.cards.tsx";

const network = stubNetwork();

const aSession = (id: number, overrides: Partial<OpenSession> = {}): OpenSession =>
  anOpenSession({ id: `6b1f0c9e-0000-4000-8000-00000000000${id}`, ...overrides });
const here = aSession(1, { is_current: true });
const phone = aSession(2, { device: "Firefox sur Android", network: "" });

const hugo = aManagedUser({
  id: 8,
  first_name: "Hugo",
  last_name: "Marchetti",
  email: "hugo@lumiere.example",
  role: "accountant",
  is_onboarding_contact: false,
  session_count: 2,
});

/** What the server has, changed by calls. */
function show(
  state: {
    sessions?: OpenSession[];
    users?: ManagedUser[];
    invitations?: Invitation[];
    role?: "admin" | "accountant";
    plan?: PeopleOfPlan;
  } = {},
) {
  const { role = "admin" } = state;
  let { sessions = [here, phone], users = [aManagedUser(), hugo], invitations = [] } = state;
  const set = (id: string | undefined, disabled_at: string | null) => {
    users = users.map((user) => (user.id === Number(id) ? { ...user, disabled_at } : user));
    return users.find((user) => user.id === Number(id))!;
  };
  network.stub(
    answers(currentUser, aUser({ role })),
    answers(listOwnSessions, () => ({ results: sessions })),
    answers(endSession, ({ params }) => {
      sessions = sessions.filter((session) => session.id !== params["session"]);
      return undefined;
    }),
    answers(endOtherSessions, () => {
      sessions = sessions.filter((session) => session.is_current);
      return { ended: 1 };
    }),
    answers(listUsers, () => ({ results: users, people_of_plan: state.plan ?? null })),
    answers(disableUser, ({ params }) => set(params["id"], "2026-11-30T11:00:00.000Z")),
    answers(enableUser, ({ params }) => set(params["id"], null)),
    answers(changeUserRole, ({ params, body }) => {
      users = users.map((user) =>
        user.id === Number(params["id"]) ? { ...user, ...(body as object) } : user,
      );
      return users.find((user) => user.id === Number(params["id"]))!;
    }),
    answers(listInvitations, () => ({ results: invitations })),
    answers(inviteUser, ({ body }) => {
      invitations = [anInvitation(body as object)];
      return invitations[0]!;
    }),
    answers(resendInvitation, () => invitations[0]!),
    answers(withdrawInvitation, () => {
      invitations = [];
      return undefined;
    }),
    answers(listUserSessions, () => ({ results: sessions.filter((session) => !session.is_current) })),
    answers(endUserSessions, { ended: 2 }),
  );
  return renderScreen(<PeopleCards />, { at: "/account/overview" });
}
const section = (name: string) => screen.findByRole("region", { name });
const button = (name: string | RegExp) => screen.findByRole("button", { name });
/** Presses the button of the open dialog. */
const confirm = async (name: string) =>
  within(await screen.findByRole("dialog"))
    .getByRole("button", { name })
    .click();

it("an invitation that a reload interrupted opens again with what was typed (FED-6)", async () => {
  sessionStorage.clear();
  signIn();
  const first = show();
  await first.user.click(await button("Inviter un collègue"));
  await first.user.type(await screen.findByRole("textbox", { name: /mail/ }), "zoe@");
  first.unmount();
  show();
  const dialog = within(await screen.findByRole("dialog", { name: "Inviter un collègue" }));
  expect(dialog.getByRole("textbox", { name: /mail/ })).toHaveValue("zoe@");
  sessionStorage.clear();
});

describe("one's own sessions", () => {
  it("say on what, since when and from where; the present one cannot be closed here", async () => {
    signIn();
    show();
    const card = await section("Mes sessions");
    expect(await within(card).findByText("Cette session")).toBeVisible();
    expect(card).toHaveTextContent(
      /Chrome sur LinuxCette session.*Ouverte le 18\/11\/2026.*utilisée le.*réseau 203\.0\.113\.x/,
    );
    expect(
      within(card)
        .getAllByRole("button")
        .map((each) => each.textContent),
    ).toEqual(["Fermer", "Fermer toutes les autres"]);
  });

  it("are closed one by one after a question", async () => {
    signIn();
    const { user } = show();
    await user.click(await button("Fermer la session Firefox sur Android"));
    expect(await screen.findByRole("dialog")).toHaveTextContent(/Il faudra un nouveau lien/);
    await confirm("Fermer la session");
    expect(await screen.findByText("Session fermée")).toBeVisible();
    await waitFor(() => expect(screen.queryByText("Firefox sur Android")).toBeNull());
  });

  it("are closed together, but for the present one", async () => {
    signIn();
    const { user } = show();
    await user.click(await button("Fermer toutes les autres"));
    await confirm("Fermer les sessions");
    expect(await screen.findByText("Sessions fermées")).toBeVisible();
    await waitFor(() => expect(screen.queryByText("Firefox sur Android")).toBeNull());
    expect(screen.getByText("Chrome sur Linux")).toBeVisible();
  });

  it("stay, with the reason in the dialog, when the server does not answer", async () => {
    signIn();
    const { user } = show();
    network.stub(isUnreachable(endSession));
    await user.click(await button("Fermer la session Firefox sur Android"));
    await confirm("Fermer la session");
    expect(await within(screen.getByRole("dialog")).findByRole("alert")).toHaveTextContent(
      /^Impossible de fermer la session\./,
    );
    expect(screen.getByText("Firefox sur Android")).toBeVisible();
  });

  it("that cannot be read say so, and are asked for again", async () => {
    signIn();
    const { user } = show();
    network.stub(fails(listOwnSessions, 400, {}));
    const card = await section("Mes sessions");
    expect(await within(card).findByText("Impossible de charger les sessions")).toBeVisible();
    network.stub(answers(listOwnSessions, { results: [here] }));
    await user.click(await button("Réessayer"));
    expect(await within(card).findByText("Cette session")).toBeVisible();
  });
});

describe("people of the distributor", () => {
  it("are not shown to who is no administrator of it", async () => {
    signIn();
    show({ role: "accountant" });
    await within(await section("Mes sessions")).findByText("Cette session");
    expect(screen.queryByRole("region", { name: "Utilisateurs" })).toBeNull();
  });

  it("are disabled after a question, and enabled again", async () => {
    signIn();
    const { user } = show();
    await user.click(await button("Désactiver Hugo Marchetti"));
    expect(await screen.findByRole("dialog")).toHaveTextContent(/Ses sessions et ses liens/);
    await confirm("Désactiver");
    expect(await screen.findByText("Compte de Hugo Marchetti désactivé")).toBeVisible();
    expect(await screen.findByText("Désactivé le 30/11/2026")).toBeVisible();
    await user.click(await button("Réactiver Hugo Marchetti"));
    await confirm("Réactiver");
    expect(await screen.findByText("Compte de Hugo Marchetti réactivé")).toBeVisible();
    expect(await button("Désactiver Hugo Marchetti")).toBeVisible();
  });

  it("cannot be disabled when it is oneself or the last administrator, who are told apart", async () => {
    signIn();
    const lea = aManagedUser({ id: 9, first_name: "Léa", email: "lea@lumiere.example", role: "admin" });
    show({ users: [aManagedUser(), { ...lea, disabled_at: "2026-11-30T11:00:00.000Z" }, hugo] });
    await button("Désactiver Hugo Marchetti");
    expect(screen.getByText("Vous")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Désactiver Camille Moreau" })).toBeNull();
  });

  it("and their last administrator, for a super admin", async () => {
    signInAsSuperAdmin({ distributorId: 12 });
    show();
    await button("Désactiver Hugo Marchetti");
    expect(screen.getByText(/^Dernier administrateur actif/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Désactiver Camille Moreau" })).toBeNull();
  });

  it("are told as they are when somebody else was faster", async () => {
    signIn();
    const { user } = show();
    const detail = "C’est le dernier administrateur actif de ce distributeur.";
    network.stub(fails(disableUser, 409, { detail, code: "last_administrator" }));
    await user.click(await button("Désactiver Hugo Marchetti"));
    await confirm("Désactiver");
    expect(await within(screen.getByRole("dialog")).findByRole("alert")).toHaveTextContent(detail);
  });

  it("have sessions that are looked at and closed", async () => {
    signIn();
    const { user } = show({ sessions: [here, phone, aSession(3)] });
    await user.click(await button(/sessions? de Hugo Marchetti/));
    const dialog = await screen.findByRole("dialog", { name: "Sessions de Hugo Marchetti" });
    await user.click(await within(dialog).findByRole("button", { name: "Fermer toutes les sessions" }));
    within(await screen.findByRole("dialog", { name: "Fermer toutes les sessions" }))
      .getByRole("button", { name: "Fermer les sessions" })
      .click();
    expect(await screen.findByText("Sessions fermées")).toBeVisible();
  });
});

describe("roles and invitations", () => {
  it("a role is changed, each said with what it lets somebody do", async () => {
    signIn();
    const { user } = show();
    await user.click(await button("Changer le rôle de Hugo Marchetti"));
    const dialog = await screen.findByRole("dialog", { name: "Changer le rôle de Hugo Marchetti" });
    expect(within(dialog).getByRole("button", { name: "Enregistrer" })).toBeDisabled();
    expect(within(dialog).getByText("Consulte et exporte, sans rien décider")).toBeVisible();
    await user.click(within(dialog).getByRole("radio", { name: /^Lecture seule/ }));
    await user.click(within(dialog).getByRole("button", { name: "Enregistrer" }));
    expect(await screen.findByText(/^Hugo Marchetti\s:\srôle/)).toBeVisible();
    await waitFor(() => expect(screen.getByText("Lecture seule")).toBeVisible());
  });

  it("the last administrator keeps it, and is told why; a refusal shows in the dialog", async () => {
    signIn();
    const { user } = show();
    await user.click(await button("Changer le rôle de Camille Moreau"));
    const own = await screen.findByRole("dialog");
    expect(within(own).getByText(/nommez-en d’abord un autre/)).toBeVisible();
    for (const radio of within(own).getAllByRole("radio")) expect(radio).toBeDisabled();
    await user.keyboard("{Escape}");
    network.stub(fails(changeUserRole, 409, { detail: "Trop tard.", code: "last_administrator" }));
    await user.click(await button("Changer le rôle de Hugo Marchetti"));
    const dialog = await screen.findByRole("dialog", { name: /Hugo/ });
    await user.click(within(dialog).getByRole("radio", { name: /^Administrateur/ }));
    await user.click(within(dialog).getByRole("button", { name: "Enregistrer" }));
    expect(await within(dialog).findByRole("alert")).toHaveTextContent(
      "Impossible de changer le rôle. Trop tard.",
    );
  });

  it("a colleague is invited; a wrong address is told under its field", async () => {
    signIn();
    const { user } = show();
    await user.click(await button("Inviter un collègue"));
    const dialog = await screen.findByRole("dialog", { name: "Inviter un collègue" });
    await user.type(within(dialog).getByLabelText(/Adresse e-mail/), "zoe");
    await user.click(within(dialog).getByRole("button", { name: "Envoyer l’invitation" }));
    expect(await within(dialog).findByText("Veuillez saisir une adresse email valide")).toBeVisible();
    await user.type(within(dialog).getByLabelText(/Adresse e-mail/), "@lumiere.example");
    await user.click(within(dialog).getByRole("radio", { name: /^Lecture seule/ }));
    await user.click(within(dialog).getByRole("button", { name: "Envoyer l’invitation" }));
    expect(await screen.findByText("Invitation envoyée à zoe@lumiere.example")).toBeVisible();
    const waiting = await section("Invitations en attente");
    expect(waiting).toHaveTextContent(/zoe@lumiere\.exampleLecture seule/);
  });

  it("of a colleague who is invited already it is said that nothing was sent (SEC-23)", async () => {
    signIn();
    const { user } = show();
    network.stub(answers(inviteUser, anInvitation({ email: "zoe@lumiere.example", was_waiting: true })));
    await user.click(await button("Inviter un collègue"));
    const dialog = await screen.findByRole("dialog", { name: "Inviter un collègue" });
    await user.type(within(dialog).getByLabelText(/Adresse e-mail/), "zoe@lumiere.example");
    await user.click(within(dialog).getByRole("button", { name: "Envoyer l’invitation" }));
    expect(await within(dialog).findByText(/déjà invitée\s: rien n’a été envoyé/)).toBeVisible();
    expect(screen.queryByText("Invitation envoyée à zoe@lumiere.example")).toBeNull();
  });

  it("an invitation that waits is mailed again or withdrawn after a question; one that is over says so", async () => {
    signIn();
    const { user } = show({ invitations: [anInvitation({ is_expired: true })] });
    const waiting = await section("Invitations en attente");
    expect(waiting).toHaveTextContent(/Zoé LebrunComptableExpirée.*Envoyée par Camille Moreau le/);
    await user.click(await button("Renvoyer l’invitation à zoe@lumiere.example"));
    await confirm("Renvoyer");
    expect(await screen.findByText("Invitation renvoyée à zoe@lumiere.example")).toBeVisible();
    await user.click(await button("Retirer l’invitation de zoe@lumiere.example"));
    await confirm("Retirer");
    expect(await screen.findByText("Invitation de zoe@lumiere.example retirée")).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("region", { name: "Invitations en attente" })).toBeNull());
  });

  it("an invitation that its address refused says so, and what to do", async () => {
    signIn();
    show({ invitations: [anInvitation({ is_refused: true })] });
    const waiting = await section("Invitations en attente");
    expect(waiting).toHaveTextContent(/Zoé LebrunComptableRefusée.*Demandée par Camille Moreau le/);
    expect(waiting).toHaveTextContent(/L’adresse a refusé l’e-mail.*vérifiez-la/);
    expect(waiting).not.toHaveTextContent("Envoyée");
  });

  it("an invitation that a server refused by a policy blames no address, and says what to do (SEC-23)", async () => {
    signIn();
    show({ invitations: [anInvitation({ is_refused: false, is_given_up: true })] });
    const waiting = await section("Invitations en attente");
    expect(waiting).toHaveTextContent(/Zoé LebrunComptableNon partie.*Demandée par Camille Moreau le/);
    expect(waiting).toHaveTextContent(/un serveur de messagerie l’a refusé, sans mettre l’adresse en cause/);
    expect(waiting).not.toHaveTextContent("Envoyée");
  });

  it("invitations that cannot be read say so", async () => {
    signIn();
    show();
    network.stub(fails(listInvitations, 400, {}));
    expect(await screen.findByText("Impossible de charger les invitations")).toBeVisible();
  });
});

describe("how many people the plan comprises (SUB-3)", () => {
  const plan = { plan: "Duo", people_max: 3, active: 2, invited: 0 };
  const invitesA = () => button("Inviter un collègue");

  it("is said beside who there is, and there is nothing to say without a plan", async () => {
    signIn();
    show({ plan });
    expect(plainSpaces((await screen.findByText(/La formule/)).textContent)).toBe(
      "La formule « Duo » comprend 3 utilisateurs ; vous en avez 2.",
    );
    expect(await invitesA()).toBeEnabled();
    expect(screen.queryByRole("link", { name: "Voir les formules" })).toBeNull();
  });

  it.each([
    [{ ...plan, invited: 1 }, "Pour en ajouter, choisissez une formule"],
    [{ ...plan, people_max: 1 }, "Personne n’est déconnecté, mais aucune invitation ne part"],
  ])("leads to the plans once it is full: %j", async (full, sentence) => {
    signIn();
    show({ plan: full });
    expect(await screen.findByText(new RegExp(sentence))).toBeVisible();
    expect(await invitesA()).toBeDisabled();
    expect(screen.getByRole("link", { name: "Voir les formules" })).toHaveAttribute(
      "href",
      "/subscription/plan",
    );
  });

  it("leads a super admin to the plans of the distributor that is chosen, without asking to choose it", async () => {
    signInAsSuperAdmin({ distributorId: 12 });
    show({ plan: { ...plan, invited: 1 } });
    expect(await screen.findByRole("link", { name: "Voir les formules" })).toHaveAttribute(
      "href",
      "/subscription/plan",
    );
    expect(screen.queryByText(/Choisissez d’abord ce distributeur/)).toBeNull();
  });

  it("is told by the server when somebody else was faster, with the way to the plans", async () => {
    signIn();
    const { user } = show();
    await user.click(await invitesA());
    network.stub(
      fails(inviteUser, 409, { detail: "La formule « Duo » comprend 2 utilisateurs.", code: "plan_full" }),
    );
    const dialog = await screen.findByRole("dialog");
    await user.type(within(dialog).getByLabelText(/^Adresse e-mail/), "zoe@lumiere.example{Enter}");
    expect(await within(dialog).findByText(/La formule « Duo » comprend 2 utilisateurs/)).toBeVisible();
    expect(within(dialog).getByRole("link", { name: "Voir les formules" })).toBeVisible();
  });
});
