import { dashboardStats } from "@bobine/contract/dashboard";
import { routeKey } from "@bobine/shared-auth";
import { listBankAccounts } from "@bobine/contract/bank-accounts";
import { manualReconciliation, revertReconciliation } from "@bobine/contract/banking";
import { searchUnpaidInvoices } from "@bobine/contract/lettering";
import { listSavedFilters } from "@bobine/contract/saved-filters";
import {
  assignUserAction,
  listUserActions,
  readUserActionOverview,
  updateUserAction,
  type UserAction,
  type UserActionDetail,
} from "@bobine/contract/user-actions";
import { answers, fails, OtherScreen, renderScreen, signIn, stubNetwork } from "@bobine/shared-auth/testing";
import { plainSpaces } from "@bobine/shared-ui/testing";
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { aBankAccount } from "@bobine/contract/testing/banking";
import { listed } from "@bobine/contract/testing/lists";
import { anOverview, aSet, aUserAction } from "@bobine/contract/testing/user-actions";
import { beffroi, hugo, workbenchStubs } from "./workbench.testing.tsx";
import { DESK_TEXTS } from "./user-actions.texts.ts";
import { UserActionsPage } from "./user-actions.page.tsx";

const network = stubNetwork();
beforeEach(() => void signIn());

const show = (actions: UserAction[], details: Record<number, Partial<UserActionDetail>> = {}) => {
  network.stub(...workbenchStubs(actions, details));
  return renderScreen(<UserActionsPage />, { at: "/user-actions" });
};

const openDialog = async (action = aUserAction(), detail: Partial<UserActionDetail> = {}) => {
  const view = show([action], { [action.id]: detail });
  await view.user.click(await screen.findByRole("button", { name: "Résoudre" }));
  return {
    ...view,
    dialog: await screen.findByRole("dialog", { name: "Sélection des factures à rapprocher" }),
  };
};

describe("the list of user actions", () => {
  it("has the specified title and columns", async () => {
    show([aUserAction()]);
    expect(await screen.findByRole("heading", { name: "Actions Utilisateur en Attente" })).toBeVisible();
    expect((await screen.findAllByRole("columnheader")).map((cell) => cell.textContent)).toEqual([
      "Date",
      "Raison",
      "Description Transaction",
      "Montant",
      "Statut",
      "Actions",
    ]);
  });

  // LET-4
  it.each([
    ["PENDING", "En attente"],
    ["DONE", "Terminé"],
    ["REJECTED", "Rejeté"],
    ["CREATED", "Créé"],
  ] as const)("calls the status %s « %s »", async (status, label) => {
    show([aUserAction({ status })]);
    const row = await screen.findByRole("row", { name: /Paiement partiel/ });
    expect(within(row).getByText(label)).toBeVisible();
  });

  it("shows in its search what a saved filter searches, opened by itself (UI-28)", async () => {
    const saved = { id: 1, name: "Beffroi", query: "search=beffroi&from=2026-11-01", is_default: true };
    network.stub(...workbenchStubs([aUserAction()]), answers(listSavedFilters, { results: [saved] }));
    const { address } = renderScreen(<UserActionsPage />, { at: "/user-actions" });
    const box = await screen.findByRole("textbox", { name: DESK_TEXTS.searchActions });
    await waitFor(() => expect(box).toHaveValue("beffroi"));
    expect(address()).toBe("/user-actions?search=beffroi&from=2026-11-01");
    expect(screen.getByRole("button", { name: "Mes filtres\u00a0: Beffroi" })).toBeVisible();
  });

  it("says that nothing waits when it is empty", async () => {
    show([]);
    expect(await screen.findByText("Aucune action utilisateur en attente.")).toBeVisible();
  });

  it("offers only 'Annuler' on what is done or rejected", async () => {
    show([aUserAction({ id: 1, status: "DONE" }), aUserAction({ id: 2, status: "REJECTED" })]);
    expect(await screen.findAllByRole("button", { name: "Annuler" })).toHaveLength(2);
    expect(screen.queryByRole("button", { name: "Résoudre" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Rejeter" })).toBeNull();
  });

  it("shows its rows once what stands above them is known, which would move them, or a second later", async () => {
    network.stub(
      answers(readUserActionOverview, () => new Promise<never>(() => undefined)),
      ...workbenchStubs([aUserAction()]),
    );
    renderScreen(<UserActionsPage />);
    await screen.findByRole("table");
    expect(screen.queryByRole("row", { name: /Paiement partiel/ })).toBeNull();
    expect(await screen.findByRole("row", { name: /Paiement partiel/ }, { timeout: 5_000 })).toBeVisible();
  });

  it("shows the action that its address names once what stands above it is known, which would move it", async () => {
    const action = aUserAction();
    const overview = Promise.withResolvers<ReturnType<typeof anOverview>>();
    network.stub(
      answers(readUserActionOverview, () => overview.promise),
      ...workbenchStubs([action]),
    );
    renderScreen(<UserActionsPage />, { at: `/user-actions?action=${action.id}` });
    const panel = () => screen.getByRole("region", { name: "Action en cours" });
    await screen.findByRole("table");
    // The action itself has come.
    await act(() => new Promise((resolve) => setTimeout(resolve, 200)));
    expect(panel()).toHaveAttribute("aria-busy", "true");
    overview.resolve(anOverview([action]));
    await waitFor(() => expect(panel()).toHaveTextContent("Paiement partiel"));
  });

  it("shows why it failed and loads again on request", async () => {
    network.stub(fails(listUserActions, 500), ...workbenchStubs([aUserAction()]));
    const { user } = renderScreen(<UserActionsPage />);
    expect(await screen.findByText("Impossible de charger les actions utilisateur.")).toBeVisible();
    network.stub(answers(listUserActions, listed(aUserAction())));
    await user.click(screen.getByRole("button", { name: "Réessayer" }));
    expect(await screen.findByRole("row", { name: /Paiement partiel/ })).toBeVisible();
  });
});

describe("a viewer", () => {
  it("is led to see the lines without an end, not to assign them (SEC-22, LET-46)", async () => {
    signIn({ role: "viewer" });
    const done = [aUserAction({ id: 9, status: "DONE" })];
    network.stub(
      answers(readUserActionOverview, anOverview(done, { lines_without_end: 11 })),
      ...workbenchStubs(done),
    );
    renderScreen(<UserActionsPage />);
    expect(await screen.findByText(/11.opérations du relevé n’ont pas encore/)).toBeVisible();
    expect(screen.getByRole("link", { name: "Les voir" })).toBeVisible();
    expect(screen.queryByRole("link", { name: "Les affecter" })).toBeNull();
  });

  it("reads the queue and exports it, and is offered no decision by button or key (SEC-22)", async () => {
    signIn({ role: "viewer" });
    const { user } = show([aUserAction(), aUserAction({ id: 12, status: "REJECTED" })]);
    await screen.findByRole("row", { name: /Rejeté/ });
    expect(screen.getByRole("button", { name: "Exporter en CSV" })).toBeEnabled();
    await screen.findByRole("region", { name: DESK_TEXTS.panel });
    await user.keyboard("r");
    await user.keyboard("{Enter}");
    for (const name of ["Résoudre", "Rejeter", "Annuler", "Accepter", "Accepter en série"])
      expect([name, screen.queryByRole("button", { name: new RegExp(`^${name}`) })]).toEqual([name, null]);
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

describe("whose an action is, and why it is rejected", () => {
  it("is given to who decides, and to nobody again; the queue shows one's own alone (LET-52)", async () => {
    const given: unknown[] = [];
    const asked: (string | null)[] = [];
    const { user, address } = show([aUserAction()]);
    network.stub(
      answers(assignUserAction, ({ body }) => {
        given.push(body);
        return aUserAction({ assigned_to: hugo });
      }),
      answers(listUserActions, ({ query }) => {
        asked.push(query.get("assigned"));
        return listed(aUserAction());
      }),
    );
    await user.click(await screen.findByRole("combobox", { name: "Attribuée à" }));
    await user.click(await screen.findByRole("option", { name: "Hugo Marchetti" }));
    expect(await screen.findByText("Action attribuée à Hugo Marchetti")).toBeVisible();
    expect(given).toEqual([{ user: 8 }]);
    await user.click(screen.getByRole("combobox", { name: "Attribution" }));
    await user.click(await screen.findByRole("option", { name: "Mes actions" }));
    await waitFor(() => expect(asked.at(-1)).toBe("me"));
    expect(address()).toContain("assigned=me");
  });

  it("the counts of the bar are told as those of everybody while one's own actions alone are shown (LET-52)", async () => {
    const { user } = show([aUserAction()]);
    expect(await screen.findByRole("radio", { name: /^À traiter \d/ })).toBeInTheDocument();
    expect(screen.getByText(/^Reste à traiter(?!,)/)).toBeVisible();
    await user.click(screen.getByRole("combobox", { name: "Attribution" }));
    await user.click(await screen.findByRole("option", { name: "Mes actions" }));
    expect(await screen.findByText(/^Reste à traiter, toutes attributions/)).toBeVisible();
    expect(screen.getByRole("radio", { name: "À traiter" })).toBeInTheDocument();
  });

  const rejected = aUserAction({
    id: 6,
    status: "REJECTED",
    explanation: ["payeur inconnu"],
    decision: {
      outcome: "rejected",
      is_automatic: false,
      decided_by: hugo,
      decided_at: "2026-11-30T10:00:00.000Z",
      gate: "",
      reasons: ["Acompte hors facture"],
      group_key: null,
    },
  });

  it("tells in the row whose it is, and of what is rejected why (LET-52, LET-53)", async () => {
    const { user } = show([aUserAction({ assigned_to: hugo }), rejected]);
    expect(await screen.findByTitle("Attribuée à Hugo Marchetti")).toHaveTextContent("HM");
    const row = screen.getByText(/Raison du rejet\s: Acompte hors facture/);
    await user.click(row);
    const panel = within(screen.getByRole("region", { name: "Action en cours" }));
    expect(
      within(await panel.findByRole("region", { name: "Raison du rejet" })).getByText("Acompte hors facture"),
    ).toBeVisible();
    expect(
      within(panel.getByRole("region", { name: "Pourquoi cette question" })).getByText("Payeur inconnu"),
    ).toBeVisible();
    await user.click(panel.getByRole("button", { name: "Changer la raison" }));
    expect(within(await screen.findByRole("dialog")).getByLabelText(/Raison/)).toHaveValue(
      "Acompte hors facture",
    );
  });

  it("opens what was typed of a reason again after a reload (LET-53, FED-6)", async () => {
    const row = () => screen.findByText(/Raison du rejet\s: Acompte hors facture/);
    const { user, unmount } = show([rejected]);
    await user.click(await row());
    await user.click(await screen.findByRole("button", { name: "Changer la raison" }));
    await user.type(within(await screen.findByRole("dialog")).getByLabelText(/Raison/), ", soldé");
    unmount();
    const { user: back } = show([rejected]);
    await back.click(await row());
    const dialog = within(await screen.findByRole("dialog", { name: "Pourquoi ce rejet\u202f?" }));
    expect(dialog.getByText("Saisie rétablie")).toBeVisible();
    expect(dialog.getByLabelText(/Raison/)).toHaveValue("Acompte hors facture, soldé");
    await back.click(dialog.getByRole("button", { name: "Abandonner ces modifications" }));
    expect(dialog.getByLabelText(/Raison/)).toHaveValue("Acompte hors facture");
  });

  it("says why afterwards, which the action then tells (LET-53)", async () => {
    const sent: unknown[] = [];
    const { user } = show([aUserAction()]);
    network.stub(
      answers(updateUserAction, ({ body }) => {
        sent.push(body);
        return aUserAction({ status: "REJECTED" });
      }),
    );
    await user.click(await screen.findByRole("button", { name: /^Rejeter/ }));
    await user.click(await screen.findByRole("button", { name: "Dire pourquoi" }));
    const dialog = await screen.findByRole("dialog", { name: "Pourquoi ce rejet\u202f?" });
    await user.click(within(dialog).getByRole("button", { name: "Enregistrer" }));
    expect(await within(dialog).findByText("Dites pourquoi en quelques mots.")).toBeVisible();
    await user.type(within(dialog).getByLabelText(/Raison/), "Virement interne");
    await user.click(within(dialog).getByRole("button", { name: "Enregistrer" }));
    expect(await screen.findByText("Raison du rejet enregistrée")).toBeVisible();
    expect(sent).toEqual([
      { status: "REJECTED" },
      { status: "REJECTED", rejection_reason: "Virement interne", only_explains: true },
    ]);
  });

  it("asks no more why, once the rejection is undone (LET-53)", async () => {
    const { user } = show([aUserAction()]);
    network.stub(
      answers(updateUserAction, aUserAction({ status: "REJECTED" })),
      answers(revertReconciliation, { message: "", user_action_id: 1 }),
    );
    await user.click(await screen.findByRole("button", { name: /^Rejeter/ }));
    await user.click(await screen.findByRole("button", { name: "Dire pourquoi" }));
    const dialog = await screen.findByRole("dialog", { name: "Pourquoi ce rejet\u202f?" });
    await user.type(within(dialog).getByLabelText(/Raison/), "Virement interne");
    await user.click(screen.getByRole("button", { name: /^Annuler le rejet/, hidden: true }));
    expect(await screen.findByText("Action annulée avec succès.")).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });
});

describe("resolving and rejecting", () => {
  it("sets DONE at once on an action that awaits no invoice", async () => {
    const moved: unknown[] = [];
    const { user } = show([aUserAction({ status: "PENDING" })]);
    network.stub(
      answers(updateUserAction, (call) => {
        moved.push(call.body);
        return aUserAction({ status: "DONE" });
      }),
    );
    await user.click(await screen.findByRole("button", { name: "Résoudre" }));
    expect(await screen.findByText("Action résolue avec succès.")).toBeVisible();
    expect(moved).toEqual([{ status: "DONE" }]);
  });

  it("rejects, and says so", async () => {
    const { user } = show([aUserAction()]);
    await screen.findByRole("button", { name: "Rejeter" });
    network.stub(
      answers(updateUserAction, aUserAction({ status: "REJECTED" })),
      answers(listUserActions, listed(aUserAction({ status: "REJECTED" }))),
    );
    await user.click(screen.getByRole("button", { name: "Rejeter" }));
    expect(await screen.findByText("Action rejetée avec succès.")).toBeVisible();
    // The button that was pressed is gone: the keyboard stays in the row.
    await waitFor(() => expect(screen.getByRole("button", { name: "Annuler" })).toHaveFocus());
  });

  it("reverts only after a confirmation", async () => {
    const reverted: unknown[] = [];
    const { user } = show([aUserAction({ status: "DONE" })]);
    network.stub(
      answers(revertReconciliation, (call) => {
        reverted.push(call.body);
        return { message: "", user_action_id: 5 };
      }),
    );
    await user.click(await screen.findByRole("button", { name: "Annuler" }));
    const dialog = await screen.findByRole("dialog");
    expect(dialog).toHaveTextContent(
      "Annuler ce rapprochement ? L’opération bancaire et les factures associées reviendront à leur état précédent.",
    );
    expect(reverted).toEqual([]);
    await user.click(within(dialog).getByRole("button", { name: "Confirmer" }));
    expect(await screen.findByText("Action annulée avec succès.")).toBeVisible();
    expect(reverted).toEqual([{ user_action_id: 5 }]);
  });
});

it("an action without a bank line is reopened after a question of its own", async () => {
  const { user } = show([aUserAction({ status: "DONE", transaction_id: null, cinema_id: 4 })]);
  await user.click(await screen.findByRole("button", { name: "Annuler" }));
  const dialog = await screen.findByRole("dialog", { name: "Annuler la résolution" });
  expect(dialog).toHaveTextContent("L’action sera de nouveau à traiter.");
  expect(dialog).not.toHaveTextContent("opération bancaire");
});

it("a decision has the figures of the dashboard read again", async () => {
  network.stub(
    ...workbenchStubs([aUserAction({ status: "DONE" })]),
    answers(revertReconciliation, { message: "", user_action_id: 5 }),
  );
  const { user } = renderScreen(
    <>
      <UserActionsPage />
      <OtherScreen queryKey={routeKey(dashboardStats)} />
    </>,
    { at: "/user-actions" },
  );
  expect(await screen.findByText("lu 1 fois")).toBeVisible();
  await user.click(await screen.findByRole("button", { name: "Annuler" }));
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Confirmer" }));
  expect(await screen.findByText("lu 2 fois")).toBeVisible();
});

describe("choosing invoices", () => {
  it("offers unpaid invoices, and asks the API for those that are searched", async () => {
    const asked: (string | null)[] = [];
    const { user, dialog } = await openDialog();
    expect(await within(dialog).findByText("F26000128")).toBeVisible();
    network.stub(
      answers(searchUnpaidInvoices, ({ query }) => {
        asked.push(query.get("search"));
        return listed({ ...beffroi, found_by: "amount" as const });
      }),
    );
    await user.type(within(dialog).getByLabelText("Chercher des factures impayées"), "2 897,31 beffroi");
    // Slow typing asks in between too.
    await waitFor(() => expect(asked.at(-1)).toBe("2 897,31 beffroi"));
    await waitFor(() => expect(within(dialog).queryByText("F26000128")).toBeNull());
    expect(within(dialog).getByText("F26000123")).toBeVisible();
  });

  it("chooses with « Entrée » what is found alone, and of several nothing", async () => {
    const { user, dialog } = await openDialog();
    const field = within(dialog).getByLabelText("Chercher des factures impayées");
    await user.type(field, "F26{Enter}");
    await waitFor(() => expect(within(dialog).getByText("F26000128")).toBeVisible());
    expect(within(dialog).queryAllByRole("checkbox", { checked: true })).toEqual([]);
    await user.clear(field);
    await user.type(field, "F26000128{Enter}");
    await waitFor(() =>
      expect(within(dialog).getByRole("checkbox", { name: "Sélectionner F26000128" })).toBeChecked(),
    );
    expect(within(dialog).getAllByRole("checkbox", { checked: true })).toHaveLength(1);
  });

  it("refuses an empty selection", async () => {
    const { user, dialog } = await openDialog();
    await user.click(within(dialog).getByRole("button", { name: "Rapprocher" }));
    expect(
      within(dialog).getByText("Veuillez sélectionner au moins une facture à rapprocher."),
    ).toBeVisible();
  });

  it("asks before it letters a different amount, and tells what happens to the difference", async () => {
    const { user, dialog } = await openDialog();
    await user.click(await within(dialog).findByRole("checkbox", { name: "Sélectionner F26000128" }));
    await user.click(within(dialog).getByRole("button", { name: "Rapprocher" }));
    const confirmation = await screen.findByRole("dialog", { name: "Confirmer le rapprochement" });
    expect(plainSpaces(confirmation.textContent ?? "")).toContain(
      "Le montant de l’opération (1 312,00 €) diffère du total sélectionné (1 850,20 €). Voulez-vous continuer ?",
    );
    expect(confirmation).toHaveTextContent(
      "Le montant sera affecté aux factures par ordre de date jusqu’à épuisement.",
    );
  });

  it("keeps the selection when Escape closes the question or the error above it", async () => {
    const { user, dialog } = await openDialog();
    network.stub(fails(manualReconciliation, 409, { detail: "Cette facture vient d’être réglée." }));
    const box = await within(dialog).findByRole("checkbox", { name: "Sélectionner F26000128" });
    await user.click(box);
    await user.click(within(dialog).getByRole("button", { name: "Rapprocher" }));
    await screen.findByRole("dialog", { name: "Confirmer le rapprochement" });
    await user.keyboard("{Escape}");
    await waitFor(() =>
      expect(screen.queryByRole("dialog", { name: "Confirmer le rapprochement" })).toBeNull(),
    );
    await user.click(within(dialog).getByRole("button", { name: "Rapprocher" }));
    await user.click(await screen.findByRole("button", { name: "Continuer" }));
    await screen.findByRole("dialog", { name: "Erreur de rapprochement!" });
    await user.keyboard("{Escape}");
    await waitFor(() =>
      expect(screen.queryByRole("dialog", { name: "Erreur de rapprochement!" })).toBeNull(),
    );
    expect(dialog).toBeVisible();
    expect(box).toBeChecked();
  });

  it("tells that a surplus is kept", async () => {
    const { user, dialog } = await openDialog(aUserAction({ transaction_amount: "3000.00" }));
    await user.click(await within(dialog).findByRole("checkbox", { name: "Sélectionner F26000123" }));
    await user.click(within(dialog).getByRole("button", { name: "Rapprocher" }));
    const confirmation = await screen.findByRole("dialog", { name: "Confirmer le rapprochement" });
    expect(plainSpaces(confirmation.textContent ?? "")).toContain(
      "Le trop-perçu de 102,69 € sera conservé dans l’historique de l’opération.",
    );
  });

  it("letters without a question when the amounts agree to the cent", async () => {
    const sent: unknown[] = [];
    const { user, dialog } = await openDialog(aUserAction({ transaction_amount: "2897.31" }));
    network.stub(
      answers(manualReconciliation, (call) => {
        sent.push(call.body);
        return { message: "", user_action_id: 5, allocations: [], surplus_amount: "0.00" };
      }),
    );
    await user.click(await within(dialog).findByRole("checkbox", { name: "Sélectionner F26000123" }));
    await user.click(within(dialog).getByRole("button", { name: "Rapprocher" }));
    expect(await screen.findByText("Action résolue avec succès.")).toBeVisible();
    expect(sent).toEqual([{ user_action_id: 5, invoice_ids: [23], seen_outstanding: "2897.31" }]);
  });

  it("ticks at the start only a proposal that is exact and alone", async () => {
    const { dialog } = await openDialog(aUserAction({ transaction_amount: "2897.31" }), {
      candidates: [aSet([beffroi])],
    });
    expect(await within(dialog).findByRole("checkbox", { name: "Sélectionner F26000123" })).toBeChecked();
    expect(within(dialog).getByRole("button", { name: /Montant exact/ })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
  });

  it("shows the server's reason under the specified title, and keeps the selection", async () => {
    const { user, dialog } = await openDialog(aUserAction({ transaction_amount: "2897.31" }));
    network.stub(
      fails(manualReconciliation, 409, { detail: "Cette facture vient d’être réglée.", code: "conflict" }),
    );
    await user.click(await within(dialog).findByRole("checkbox", { name: "Sélectionner F26000123" }));
    await user.click(within(dialog).getByRole("button", { name: "Rapprocher" }));
    const failure = await screen.findByRole("dialog", { name: "Erreur de rapprochement!" });
    expect(failure).toHaveTextContent("Cette facture vient d’être réglée.");
    await user.click(within(failure).getAllByRole("button", { name: "Fermer" }).at(-1)!);
    expect(within(dialog).getByRole("checkbox", { name: "Sélectionner F26000123" })).toBeChecked();
  });

  it("has the specified words for a failure without a reason", async () => {
    const { user, dialog } = await openDialog(aUserAction({ transaction_amount: "2897.31" }));
    network.stub(fails(manualReconciliation, 500));
    await user.click(await within(dialog).findByRole("checkbox", { name: "Sélectionner F26000123" }));
    await user.click(within(dialog).getByRole("button", { name: "Rapprocher" }));
    expect(await screen.findByText("An unexpected error occurred during reconciliation.")).toBeVisible();
  });

  it("opens again with what was ticked when a reload interrupts it, and keeps nothing once it is closed", async () => {
    const { user, dialog, unmount } = await openDialog();
    await user.click(await within(dialog).findByRole("checkbox", { name: "Sélectionner F26000128" }));
    unmount();
    const next = show([aUserAction()]);
    expect(await screen.findByText("Saisie rétablie")).toBeVisible();
    const again = screen.getByRole("dialog", { name: "Sélection des factures à rapprocher" });
    expect(await within(again).findByRole("checkbox", { name: "Sélectionner F26000128" })).toBeChecked();
    await next.user.click(within(again).getByRole("button", { name: "Annuler" }));
    next.unmount();
    show([aUserAction()]);
    await screen.findByRole("button", { name: "Résoudre" });
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

describe("UI-13: the ticked invoices", () => {
  const title = "Sélection des factures à rapprocher";

  it("outlive an Échap that means the search, and are asked about by the next one", async () => {
    const { user, dialog } = await openDialog();
    await user.click(await within(dialog).findByRole("checkbox", { name: "Sélectionner F26000128" }));
    const field = within(dialog).getByRole("textbox", { name: "Chercher des factures impayées" });
    await user.type(field, "ro");
    await user.keyboard("{Escape}");
    expect(field).toHaveValue("");
    await user.keyboard("{Escape}");
    const question = await screen.findByRole("dialog", { name: "Abandonner la saisie\u202f?" });
    await user.click(within(question).getByRole("button", { name: "Continuer la saisie" }));
    expect(within(dialog).getByRole("checkbox", { name: "Sélectionner F26000128" })).toBeChecked();
    await user.keyboard("{Escape}");
    await user.click(await screen.findByRole("button", { name: "Abandonner" }));
    await waitFor(() => expect(screen.queryByRole("dialog", { name: title })).toBeNull());
  });

  it("close without a question while none was changed", async () => {
    const { user } = await openDialog();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog", { name: title })).toBeNull());
  });
});

describe("the queue of one bank account (BANK-35)", () => {
  it("is chosen where there are several, kept in the address, and counted", async () => {
    const asked: (string | null)[] = [];
    network.stub(...workbenchStubs([aUserAction()]));
    network.stub(
      answers(listBankAccounts, {
        results: [aBankAccount(), aBankAccount({ id: 2, label: "Livret", ledger_account: "512200" })],
      }),
      answers(readUserActionOverview, ({ query }) => {
        asked.push(query.get("bank_account"));
        return anOverview([aUserAction()]);
      }),
      answers(listUserActions, ({ query }) =>
        listed(...(query.get("bank_account") === "2" ? [] : [aUserAction()])),
      ),
    );
    const { user, address } = renderScreen(<UserActionsPage />, { at: "/user-actions" });
    await user.click(await screen.findByRole("combobox", { name: "Compte bancaire" }));
    await user.click(await screen.findByRole("option", { name: "Livret (512200)" }));
    await waitFor(() => expect(screen.queryByRole("row", { name: /Paiement partiel/ })).toBeNull());
    expect(address()).toContain("bank_account=2");
    expect(new Set(asked)).toEqual(new Set([null, "2"]));
  });

  it("is no question with one account", async () => {
    show([aUserAction()]);
    expect(await screen.findByRole("row", { name: /Paiement partiel/ })).toBeVisible();
    expect(screen.queryByRole("combobox", { name: "Compte bancaire" })).toBeNull();
  });
});
