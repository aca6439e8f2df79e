import { acceptInternalTransfer, decideParts, readParts } from "@bobine/contract/bank-parts";
import { manualReconciliation, NO_INVOICE_SELECTED, revertReconciliation } from "@bobine/contract/banking";
import {
  bulkReconciliation,
  changeAutomaticLettering,
  readAutomaticLettering,
  revertGroup,
  revertTransaction,
  searchUnpaidInvoices,
} from "@bobine/contract/lettering";
import {
  getUserAction,
  listDecisions,
  listUserActions,
  readUserActionOverview,
  updateUserAction,
  type UserAction,
  type UserActionDetail,
} from "@bobine/contract/user-actions";
import { answers, fails, renderScreen, signIn, stubNetwork } from "@bobine/shared-auth/testing";
import { plainSpaces } from "@bobine/shared-ui/testing";
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { aBankPart, aSplitLine } from "@bobine/contract/testing/banking";
import { civilDate } from "@bobine/contract/civil-date";
import { listed } from "@bobine/contract/testing/lists";
import {
  anAutomaticLettering,
  anOverview,
  aSet,
  aUserAction,
  aUserActionDetail,
} from "@bobine/contract/testing/user-actions";
import { beffroi, workbenchStubs, dole } from "./workbench.testing.tsx";
import { UserActionsPage } from "./user-actions.page.tsx";
import { UNDO_TEXTS } from "./user-actions.texts.ts";

const network = stubNetwork();
beforeEach(() => void signIn());

const first = aUserAction({
  id: 1,
  transaction_amount: "2897.31",
  transaction_description: "VIR BEFFROI",
  explanation: ["n° F26000123 dans le libellé", "payeur reconnu : Ciné Beffroi"],
});
const second = aUserAction({ id: 2, transaction_amount: "1850.20", transaction_description: "VIR ROYAL" });
const exact = {
  1: { candidates: [aSet([beffroi]), aSet([dole], { difference: "1047.11", alternatives: 2 })] },
};

/** A server that remembers what is decided. */
const show = async (
  actions: UserAction[] = [first, second],
  details: Record<number, Partial<UserActionDetail>> = exact,
  more: Parameters<typeof network.stub> = [],
) => {
  const calls: { reconciled: unknown[]; seen: unknown[]; moved: unknown[]; reverted: unknown[] } = {
    reconciled: [],
    seen: [],
    moved: [],
    reverted: [],
  };
  const state = new Map(actions.map((action) => [action.id, action]));
  const set = (id: number, status: UserAction["status"]) => {
    const action = state.get(id) ?? aUserAction({ id });
    state.set(id, { ...action, status });
    return { ...action, status };
  };
  const now = () => [...state.values()];
  network.stub(
    ...more,
    answers(listUserActions, () => listed(...now())),
    answers(readUserActionOverview, () => anOverview(now())),
    answers(manualReconciliation, ({ body }) => {
      const { seen_outstanding, ...decided } = body as Record<string, unknown>;
      calls.reconciled.push(decided);
      calls.seen.push(seen_outstanding);
      set((body as { user_action_id: number }).user_action_id, "DONE");
      return { message: "", user_action_id: 1, allocations: [], surplus_amount: "0.00" };
    }),
    answers(updateUserAction, ({ params, body }) => {
      calls.moved.push([Number(params["id"]), body]);
      return set(Number(params["id"]), (body as { status: "DONE" | "REJECTED" }).status);
    }),
    answers(revertReconciliation, ({ body }) => {
      calls.reverted.push(body);
      set((body as { user_action_id: number }).user_action_id, "AWAITING_INVOICE_SELECTION");
      return { message: "", user_action_id: 1 };
    }),
    ...workbenchStubs(actions, details),
  );
  const view = renderScreen(<UserActionsPage />, { at: "/user-actions" });
  await waitFor(() => {
    expect(screen.getAllByRole("row").length).toBe(actions.length + 1);
    expect(document.querySelector("section[aria-busy=true]")).toBeNull();
  });
  return { ...view, calls };
};

const panel = () => screen.getByRole("region", { name: "Action en cours" });
const current = () => screen.getAllByRole("row").find((row) => row.getAttribute("aria-current") === "true");
const balance = () => plainSpaces(within(panel()).getByText("Sélection").closest("dl")?.textContent ?? "");

describe("the workbench, by keyboard", () => {
  it("begins with the first action that waits, and says why in words", async () => {
    await show([aUserAction({ id: 9, status: "DONE" }), first]);
    expect(await within(panel()).findByText("N° F26000123 dans le libellé")).toBeVisible();
    expect(within(panel()).getByText("Payeur reconnu : Ciné Beffroi")).toBeVisible();
    expect(current()).toHaveTextContent("VIR BEFFROI");
  });

  it("shows the day of the bank's line, not the one on which it was asked", async () => {
    await show([
      aUserAction({
        id: 1,
        transaction_date: civilDate("2026-11-06"),
        created_at: "2026-12-30T08:00:00.000Z",
      }),
      aUserAction({ id: 2, transaction_date: null, created_at: "2026-12-29T08:00:00.000Z" }),
    ]);
    const days = screen
      .getAllByRole("row")
      .map((row) => /\d{2}\/\d{2}\/\d{4}/.exec(row.textContent ?? "")?.[0]);
    expect(days).toEqual([undefined, "06/11/2026", "29/12/2026"]);
  });

  it("hears the key of who came by the menu, whose link keeps the focus", async () => {
    const { user, calls } = await show();
    await within(panel()).findByText("Le compte est bon");
    const link = document.createElement("a");
    link.href = "/user-actions";
    link.setAttribute("aria-current", "page");
    document.body.append(link);
    const followed = vi.fn((event: Event) => event.preventDefault());
    link.addEventListener("click", followed);
    link.focus();
    await user.keyboard("{Enter}");
    link.remove();
    expect(await screen.findByText("Action résolue avec succès.")).toBeVisible();
    expect(followed).not.toHaveBeenCalled();
    expect(calls.reconciled).toEqual([{ user_action_id: 1, invoice_ids: [23] }]);
  });

  it("accepts an exact set that is alone with one key, and goes to the next action", async () => {
    const { user, calls } = await show();
    await within(panel()).findByText("Le compte est bon");
    await user.keyboard("{Enter}");
    expect(await screen.findByText("Action résolue avec succès.")).toBeVisible();
    expect(calls.reconciled).toEqual([{ user_action_id: 1, invoice_ids: [23] }]);
    await waitFor(() => expect(current()).toHaveTextContent("VIR ROYAL"));
  });

  it("letters once when the key is pressed twice", async () => {
    const { user, calls } = await show([first]);
    await within(panel()).findByText("Le compte est bon");
    await user.keyboard("{Enter}{Enter}");
    await screen.findByText("Action résolue avec succès.");
    expect(calls.reconciled).toHaveLength(1);
  });

  it("walks with the arrows, J and K", async () => {
    const { user } = await show();
    await user.keyboard("{ArrowDown}");
    expect(current()).toHaveTextContent("VIR ROYAL");
    await user.keyboard("k");
    expect(current()).toHaveTextContent("VIR BEFFROI");
    await user.keyboard("j");
    expect(current()).toHaveTextContent("VIR ROYAL");
  });

  it("picks a set by its number, tells what is left, and gives it back by the same key", async () => {
    const { user } = await show([first], {
      1: { candidates: [aSet([beffroi], { alternatives: 1 }), aSet([dole], { difference: "1047.11" })] },
    });
    await within(panel()).findByText("1 autre combinaison");
    expect(balance()).toContain("Reste à affecter2 897,31 €");
    await user.keyboard("2");
    expect(balance()).toContain("Reste à affecter1 047,11 €");
    await user.keyboard("1");
    expect(balance()).toContain("Le compte est bon0,00 €");
    await user.keyboard("1");
    expect(balance()).toContain("Reste à affecter2 897,31 €");
  });

  it("refuses to accept without any invoice", async () => {
    const { user, calls } = await show([second], {});
    await within(panel()).findByRole("button", { name: "Rapprocher" });
    await user.keyboard("{Enter}");
    expect(
      within(panel()).getByText("Veuillez sélectionner au moins une facture à rapprocher."),
    ).toBeVisible();
    expect(calls.reconciled).toEqual([]);
  });

  it("asks before it letters a difference, and the same key answers", async () => {
    const { user, calls } = await show([first], {
      1: { candidates: [aSet([dole], { difference: "1047.11" })] },
    });
    await within(panel()).findByRole("button", { name: /F26000128/ });
    await user.keyboard("1{Enter}");
    const question = await screen.findByRole("dialog", { name: "Confirmer le rapprochement" });
    expect(plainSpaces(question.textContent ?? "")).toContain(
      "Le trop-perçu de 1 047,11 € sera conservé dans l’historique de l’opération.",
    );
    expect(calls.reconciled).toEqual([]);
    await waitFor(() => expect(within(question).getByRole("button", { name: "Continuer" })).toHaveFocus());
    await user.keyboard("{Enter}");
    expect(await screen.findByText("Action résolue avec succès.")).toBeVisible();
    expect(calls.reconciled).toEqual([{ user_action_id: 1, invoice_ids: [28] }]);
  });

  it("finds invoices by several numbers, chooses them without leaving the field, and accepts", async () => {
    const { user, calls } = await show(
      [aUserAction({ id: 1, transaction_amount: "4747.51", transaction_description: "VIR DEUX" })],
      {},
    );
    await within(panel()).findByRole("button", { name: "Rapprocher" });
    await user.keyboard("/");
    expect(within(panel()).getByRole("combobox", { name: "Chercher des factures impayées" })).toHaveFocus();
    const scrolled = vi.spyOn(Element.prototype, "scrollIntoView");
    await user.keyboard("F26000123 F26000128");
    expect(await within(panel()).findAllByRole("option")).toHaveLength(2);
    // The field may stand at the lower edge: what was found comes into sight.
    const list = within(panel()).getByRole("listbox");
    await waitFor(() => expect(scrolled.mock.contexts).toContain(list));
    scrolled.mockRestore();
    await user.keyboard("{ArrowDown}{Enter}");
    expect(balance()).toContain("Reste à affecter1 850,20 €");
    await user.keyboard("{ArrowUp}{Enter}");
    expect(balance()).toContain("Le compte est bon");
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(await screen.findByText("Action résolue avec succès.")).toBeVisible();
    expect(calls.reconciled).toEqual([{ user_action_id: 1, invoice_ids: [23, 28] }]);
  });

  it("moves the page to a row that one walks to, not to the first that it shows by itself (UI-12)", async () => {
    const scrolled = vi.spyOn(Element.prototype, "scrollIntoView");
    const { user } = await show();
    expect(current()).toBeDefined();
    expect(scrolled.mock.contexts).not.toContain(current());
    await user.keyboard("j");
    await waitFor(() => expect(scrolled.mock.contexts).toContain(current()));
    scrolled.mockRestore();
  });

  it("opens the row's dialog with what is ticked in the panel, and without a tick with the surest set", async () => {
    const { user } = await show();
    const ticked = (dialog: HTMLElement) =>
      within(dialog)
        .getAllByRole("checkbox", { checked: true })
        .map((box) => box.getAttribute("aria-label"));
    const row = () => within(current() ?? document.body);
    await user.click(row().getByRole("button", { name: "Résoudre" }));
    let dialog = await screen.findByRole("dialog");
    expect(ticked(dialog)).toEqual(["Sélectionner F26000123"]);
    await user.click(within(dialog).getByRole("button", { name: "Annuler" }));
    await user.keyboard("2");
    expect(balance()).toContain("Sélection1 850,20 €");
    await user.click(row().getByRole("button", { name: "Résoudre" }));
    dialog = await screen.findByRole("dialog");
    expect(ticked(dialog)).toEqual(["Sélectionner F26000128"]);
  });

  it("takes Entrée for what was typed although the answer is not there yet", async () => {
    const { user } = await show([second], {});
    await within(panel()).findByRole("button", { name: "Rapprocher" });
    await user.keyboard("/F26000128{Enter}");
    await waitFor(() => expect(balance()).toContain("Le compte est bon"));
    expect(within(panel()).getByRole("button", { name: "Retirer F26000128" })).toBeVisible();
  });

  it("adds all that was found by one key", async () => {
    const { user } = await show([second], {});
    await within(panel()).findByRole("button", { name: "Rapprocher" });
    await user.keyboard("/F26000128 F26000123{Shift>}{Enter}{/Shift}");
    await waitFor(() => expect(balance()).toContain("Sélection4 747,51 €"));
  });

  it("finds by the beginning of a bank label that is longer than a search", async () => {
    const asked: string[] = [];
    const { user } = await show([second], {}, [
      answers(searchUnpaidInvoices, ({ query }) => {
        asked.push(query.get("search") ?? "");
        return listed({ ...beffroi, found_by: "number" as const });
      }),
    ]);
    await within(panel()).findByRole("button", { name: "Rapprocher" });
    await user.click(within(panel()).getByRole("combobox", { name: "Chercher des factures impayées" }));
    await user.paste(` ${"VIR BEFFROI ".repeat(40)}`);
    await within(panel()).findByRole("option", { name: /F26000123/ });
    expect(asked.map((search) => search.length)).toEqual([200]);
  });

  it("leaves the search with Échap: first what was typed, then the field", async () => {
    const { user } = await show([second], {});
    await within(panel()).findByRole("button", { name: "Rapprocher" });
    const field = within(panel()).getByRole("combobox", { name: "Chercher des factures impayées" });
    await user.keyboard("/royal{Escape}");
    expect(field).toHaveValue("");
    expect(field).toHaveFocus();
    await user.keyboard("{Escape}");
    expect(field).not.toHaveFocus();
  });

  it("rejects, goes on, and takes both decisions back in order", async () => {
    const { user, calls } = await show();
    await within(panel()).findByText("Le compte est bon");
    await user.keyboard("{Enter}");
    await waitFor(() => expect(current()).toHaveTextContent("VIR ROYAL"));
    await user.keyboard("r");
    expect(await screen.findByText("Action rejetée avec succès.")).toBeVisible();
    expect(calls.moved).toEqual([[2, { status: "REJECTED" }]]);
    await user.keyboard("u");
    await waitFor(() => expect(calls.reverted).toEqual([{ user_action_id: 2 }]));
    expect(await screen.findByText("Action annulée avec succès.")).toBeVisible();
    await user.keyboard("{Control>}z{/Control}");
    await waitFor(() => expect(calls.reverted).toEqual([{ user_action_id: 2 }, { user_action_id: 1 }]));
    await waitFor(() => expect(current()).toHaveTextContent("VIR BEFFROI"));
  });

  it("undoes from the message too", async () => {
    const { user, calls } = await show([first]);
    await within(panel()).findByText("Le compte est bon");
    await user.keyboard("{Enter}");
    await user.click(await screen.findByRole("button", { name: "Annuler le rapprochement" }));
    await waitFor(() => expect(calls.reverted).toEqual([{ user_action_id: 1 }]));
  });

  it("asks before it undoes what was decided before", async () => {
    const { user, calls } = await show([aUserAction({ id: 9, status: "DONE" })]);
    await user.click(screen.getAllByRole("row")[1]!);
    await user.keyboard("u");
    expect(await screen.findByRole("dialog", { name: "Annuler ce rapprochement" })).toBeVisible();
    expect(calls.reverted).toEqual([]);
  });

  it("keeps what is chosen while one looks at another action", async () => {
    const { user } = await show([first, second], {
      1: { candidates: [aSet([dole], { difference: "1047.11" })] },
    });
    await within(panel()).findByRole("button", { name: /F26000128/ });
    await user.keyboard("1j");
    await waitFor(() => expect(balance()).toContain("Sélection0,00 €"));
    await user.keyboard("k");
    await waitFor(() => expect(balance()).toContain("Sélection1 850,20 €"));
  });

  describe("LET-2: invoices that owe something else by now", () => {
    const owing = (outstanding: string) => ({
      1: { candidates: [aSet([{ ...beffroi, outstanding }], { difference: "0.00" })] },
    });

    it("are reckoned with what they owe, as soon as it is read", async () => {
      const part = { ...second, transaction_amount: "1000.00" };
      let outstanding = "2897.31";
      const { user, calls } = await show([part, first], {}, [
        // The first of the queue is read ahead of what its neighbour pays of the same invoice.
        answers(getUserAction, ({ params }) => {
          return params["id"] === "1"
            ? aUserActionDetail(owing(outstanding)[1], first)
            : aUserActionDetail({ candidates: [aSet([beffroi], { difference: "-1897.31" })] }, part);
        }),
      ]);
      await within(panel()).findByRole("button", { name: /F26000123/ });
      await user.keyboard("1{Enter}");
      await screen.findByRole("dialog", { name: "Confirmer le rapprochement" });
      outstanding = "1897.31";
      await user.click(screen.getByRole("button", { name: "Continuer" }));
      await waitFor(() => expect(panel()).toHaveTextContent("VIR BEFFROI"));
      await waitFor(() => expect(balance()).toContain("Reste à affecter1 000,00 €"));
      await user.keyboard("{Enter}");
      await user.click(await screen.findByRole("button", { name: "Continuer" }));
      await waitFor(() => expect(calls.seen).toEqual(["2897.31", "1897.31"]));
    });

    it("are asked about by the server, and only then lettered", async () => {
      const bodies: unknown[] = [];
      const detail = "Écart de 1 000,00\u00a0€\u00a0: confirmez-le pour rapprocher cette opération.";
      const owed = ["1897.31", "2000.00"];
      const { user } = await show([first], owing("2897.31"), [
        answers(manualReconciliation, ({ body }) => {
          bodies.push(body);
          const outstanding = owed[bodies.length - 1];
          return outstanding
            ? Response.json({ detail, code: "difference_to_confirm", outstanding }, { status: 409 })
            : { message: "", user_action_id: 1, allocations: [], surplus_amount: "1000.00" };
        }),
      ]);
      await within(panel()).findByText("Le compte est bon");
      await user.keyboard("{Enter}");
      const question = await screen.findByRole("dialog", { name: "Confirmer le rapprochement" });
      expect(question).toHaveTextContent("Le reste dû des factures choisies a changé.");
      expect(plainSpaces(question.textContent)).toContain(
        "Le montant de l’opération (2 897,31 €) diffère du total sélectionné (1 897,31 €).",
      );
      expect(plainSpaces(question.textContent)).toContain("Le trop-perçu de 1 000,00 € sera conservé");
      await user.click(within(question).getByRole("button", { name: "Continuer" }));
      // Somebody has taken a part of it back while the question stood.
      const again = await screen.findByText(/\(2.000,00.€\)/);
      expect(again).toBeVisible();
      await user.click(screen.getByRole("button", { name: "Continuer" }));
      expect(await screen.findByText("Action résolue avec succès.")).toBeVisible();
      expect(bodies).toEqual([
        { user_action_id: 1, invoice_ids: [23], seen_outstanding: "2897.31" },
        { user_action_id: 1, invoice_ids: [23], seen_outstanding: "1897.31" },
        { user_action_id: 1, invoice_ids: [23], seen_outstanding: "2000.00" },
      ]);
    });
  });

  it("LET-16: who has gone on meanwhile is not thrown back by the answer", async () => {
    let answer = () => undefined as void;
    const third = aUserAction({ id: 3, transaction_amount: "12.00", transaction_description: "VIR TROIS" });
    const { user, calls } = await show([first, second, third], exact, [
      answers(manualReconciliation, () => {
        return new Promise((resolve) => {
          answer = () => resolve({ message: "", user_action_id: 1, allocations: [], surplus_amount: "0.00" });
        });
      }),
    ]);
    await within(panel()).findByText("Le compte est bon");
    await user.keyboard("{Enter}jj");
    expect(current()).toHaveTextContent("VIR TROIS");
    answer();
    expect(await screen.findByText("Action résolue avec succès.")).toBeVisible();
    expect(current()).toHaveTextContent("VIR TROIS");
    expect(calls.moved).toEqual([]);
  });

  it("keeps the choice when the server refuses, and says why under the specified title", async () => {
    const { user } = await show();
    network.stub(fails(manualReconciliation, 409, { detail: "Cette facture vient d’être réglée." }));
    await within(panel()).findByText("Le compte est bon");
    await user.keyboard("{Enter}");
    const failure = await screen.findByRole("dialog", { name: "Erreur de rapprochement!" });
    expect(failure).toHaveTextContent("Cette facture vient d’être réglée.");
    await user.keyboard("{Enter}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(current()).toHaveTextContent("VIR BEFFROI");
    expect(balance()).toContain("Le compte est bon");
  });

  it("goes on after a refusal whose dialog is closed while a decision is taken back (LET-16)", async () => {
    let answer = () => undefined as void;
    const { user, calls } = await show([first, second], { 2: { candidates: [aSet([dole])] } }, [
      fails(manualReconciliation, 409, { detail: "Cette facture vient d’être réglée." }),
      answers(revertReconciliation, () => {
        return new Promise((resolve) => {
          answer = () => resolve({ message: "", user_action_id: 1 });
        });
      }),
    ]);
    await user.keyboard("r");
    await screen.findByText("Action rejetée avec succès.");
    await waitFor(() => expect(current()).toHaveTextContent("VIR ROYAL"));
    // The panel of another action is another one.
    await waitFor(() => expect(panel()).toHaveTextContent("Le compte est bon"));
    await user.keyboard("{Enter}");
    const failure = await screen.findByRole("dialog", { name: "Erreur de rapprochement!" });
    await user.click(screen.getByRole("button", { name: UNDO_TEXTS.rejected, hidden: true }));
    await user.click(within(failure).getByText("Fermer"));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    answer();
    expect(await screen.findByText("Action annulée avec succès.")).toBeVisible();
    await user.click(screen.getByRole("row", { name: /VIR ROYAL/ }));
    await waitFor(() => expect(panel()).toHaveTextContent("VIR ROYAL"));
    await user.click(await within(panel()).findByRole("button", { name: /^Rejeter/ }));
    await waitFor(() => expect(calls.moved).toHaveLength(2));
  });

  it("marks an action that needs no invoice as done", async () => {
    const { user, calls } = await show([
      aUserAction({
        id: 3,
        status: "PENDING",
        reason: "Informations à compléter",
        transaction_id: null,
        transaction_amount: null,
      }),
    ]);
    await within(panel()).findByRole("button", { name: "Résoudre" });
    await user.keyboard("{Enter}");
    await waitFor(() => expect(calls.moved).toEqual([[3, { status: "DONE" }]]));
  });

  it.each(["PENDING", "AWAITING_INVOICE_SELECTION"] as const)(
    "BANK-38: of dollars (%s) it shows dollars, says what to do, and offers to reject alone",
    async (status) => {
      const { user, calls } = await show([
        aUserAction({
          id: 3,
          status,
          reason: "Montant différent des factures",
          transaction_amount: "1457.46",
          currency_code: "USD",
          suggested_invoices: { near_rounded: [], partial: [] },
          candidates: [],
        }),
      ]);
      await within(panel()).findByRole("button", { name: /^Rejeter/ });
      const shown = plainSpaces(panel().textContent);
      expect(shown).toContain("1 457,46 $US");
      expect(shown).toContain(
        "Une opération en USD n’est rapprochée d’aucune facture. Rejetez cette action ; la facture se rapproche de l’opération en euros",
      );
      expect(plainSpaces(document.body.textContent)).not.toContain("1 457,46 €");
      expect(screen.queryByRole("button", { name: /^(Résoudre|Rapprocher|Affecter)/ })).toBeNull();
      await user.keyboard("o{Enter}");
      expect(screen.queryByRole("dialog")).toBeNull();
      await user.keyboard("r");
      await waitFor(() => expect(calls.moved).toEqual([[3, { status: "REJECTED" }]]));
    },
  );

  it("LET-45: a receipt that is a second one becomes its client's credit by the key, and is closed without an end by the button alone", async () => {
    let sent: unknown;
    const { user, calls } = await show(
      [aUserAction({ id: 3, status: "PENDING", reason: "Doublon possible", transaction_amount: "300.00" })],
      { 3: { transaction_id: 50 } },
      [
        answers(
          readParts,
          aSplitLine({
            amount: "300.00",
            clients: [{ cinema_id: 3, cinema_name: "Le Beffroi", client_account: "411BEFFROI" }],
          }),
        ),
        answers(decideParts, ({ body }) => {
          sent = body;
          return {
            message: "Rapprochement enregistré.",
            transaction_id: 50,
            user_action_id: 3,
            allocations: [],
            parts: [aBankPart({ kind: "credit", amount: "300.00" })],
            credit_uses: [],
          };
        }),
      ],
    );
    await within(panel()).findByRole("button", { name: "Garder en crédit client" });
    expect(within(panel()).getByRole("button", { name: "Résoudre" })).toBeVisible();
    await user.keyboard("{Enter}");
    const dialog = await screen.findByRole("dialog", { name: "Affecter l’opération" });
    expect(within(dialog).getByRole("combobox", { name: "Affectation de la part 1" })).toHaveValue(
      "Trop-perçu de Le Beffroi (411)",
    );
    await user.click(within(dialog).getByRole("button", { name: "Affecter" }));
    await waitFor(() =>
      expect(sent).toEqual({ parts: [{ kind: "credit", cinema_id: 3, amount: "300.00" }] }),
    );
    expect(calls.moved).toEqual([]);
  });

  it.each([
    ["decided", "DONE", "already_reconciled", "Cette opération est déjà rapprochée."],
    ["rejected", "REJECTED", "action_closed", "Cette action est déjà traitée."],
  ] as const)(
    "TXT-1: a line that a colleague has %s meanwhile says so once its dialog has gone with it",
    async (_what, status, code, detail) => {
      const action = aUserAction({ id: 3, status: "PENDING", transaction_amount: "300.00" });
      let isTaken = false;
      const now = (): UserAction => (isTaken ? { ...action, status } : action);
      const clients = [{ cinema_id: 3, cinema_name: "Le Beffroi", client_account: "411BEFFROI" }];
      const { user } = await show([action], {}, [
        answers(readParts, aSplitLine({ amount: "300.00", clients })),
        answers(listUserActions, () => listed(now())),
        answers(getUserAction, () => aUserActionDetail({ transaction_id: 50 }, now())),
        answers(decideParts, () => {
          isTaken = true;
          return Response.json({ detail, code }, { status: 409 });
        }),
      ]);
      await user.click(await within(panel()).findByRole("button", { name: "Garder en crédit client" }));
      const dialog = await screen.findByRole("dialog", { name: "Affecter l’opération" });
      await user.click(within(dialog).getByRole("button", { name: "Affecter" }));
      expect(await screen.findByText("Impossible d’enregistrer cette affectation.")).toBeVisible();
      expect(screen.queryByRole("dialog")).toBeNull();
      expect(screen.getByText(detail)).toBeVisible();
    },
  );

  it("LET-45: a returned payment whose receipt waits leads to that, and is not closed by the key", async () => {
    const receipt = aUserAction({
      id: 4,
      transaction_amount: "283.95",
      transaction_description: "REMISE PRLV",
    });
    const { user, calls } = await show(
      [
        aUserAction({
          id: 3,
          status: "PENDING",
          reason: "Paiement rejeté ou retourné",
          transaction_amount: "-283.95",
        }),
        receipt,
      ],
      {
        3: {
          transaction_id: 50,
          related_transactions: [
            {
              transaction_id: 49,
              transaction_date: civilDate("2026-10-08"),
              label: "REMISE PRLV",
              amount: "283.95",
              user_action_id: 4,
              status: "AWAITING_INVOICE_SELECTION",
            },
          ],
        },
      },
      [answers(readParts, aSplitLine({ amount: "-283.95" }))],
    );
    await within(panel()).findByRole("button", { name: "Rapprocher d’abord l’encaissement" });
    await user.keyboard("{Enter}");
    await waitFor(() => expect(current()).toHaveTextContent("REMISE PRLV"));
    expect(calls.moved).toEqual([]);
  });

  it("shows its keys, and hears none of them under a dialog or in a field", async () => {
    const { user, calls } = await show();
    await within(panel()).findByText("Le compte est bon");
    await user.keyboard("?");
    const help = await screen.findByRole("dialog", { name: "Raccourcis clavier" });
    expect(within(help).getByText("Action suivante")).toBeVisible();
    await user.keyboard("r{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await user.type(screen.getByRole("textbox", { name: "Libellé ou montant" }), "ru");
    expect(calls.moved).toEqual([]);
  });

  it("opens the dialog with what is chosen here", async () => {
    const { user } = await show([first], { 1: { candidates: [aSet([dole], { difference: "1047.11" })] } });
    await within(panel()).findByRole("button", { name: /F26000128/ });
    await user.keyboard("1o");
    const dialog = await screen.findByRole("dialog", { name: "Sélection des factures à rapprocher" });
    expect(within(dialog).getByRole("checkbox", { name: "Sélectionner F26000128" })).toBeChecked();
  });
});

describe("the queue", () => {
  it("congratulates when nothing waits any more", async () => {
    await show([aUserAction({ id: 9, status: "DONE" })]);
    expect(await screen.findByText("Aucune action utilisateur en attente.")).toBeVisible();
    expect(screen.getByText(/Bravo, tout est traité/)).toBeVisible();
  });

  it("says to who has nothing yet what fills it, and leads there (DIST-7)", async () => {
    network.stub(...workbenchStubs([]));
    renderScreen(<UserActionsPage />);
    expect(await screen.findByText(/Rien n’est encore arrivé/)).toBeVisible();
    expect(screen.queryByText(/Bravo, tout est traité/)).toBeNull();
    expect(screen.getByRole("link", { name: "Importer un relevé" })).toHaveAttribute(
      "href",
      "/external-data/bank-statements",
    );
    expect(screen.getByRole("link", { name: "Importer un rapport" })).toBeVisible();
  });

  it("LET-46: tells of lines without an end instead, and leads to them", async () => {
    const done = [aUserAction({ id: 9, status: "DONE" })];
    network.stub(
      answers(readUserActionOverview, anOverview(done, { lines_without_end: 11 })),
      ...workbenchStubs(done),
    );
    renderScreen(<UserActionsPage />);
    expect(await screen.findByText(/11.opérations du relevé n’ont pas encore d’affectation/)).toBeVisible();
    expect(screen.getByRole("link", { name: "Les affecter" })).toHaveAttribute(
      "href",
      "/bank-statements/original?unasked",
    );
    expect(screen.queryByText(/Bravo, tout est traité/)).toBeNull();
  });

  it("LET-51: tells how many credits nobody is asked about, by their reason, and leads to them", async () => {
    const done = [aUserAction({ id: 9, status: "DONE" })];
    const ignored = [
      { reason: "bank_operation" as const, count: 9 },
      { reason: "other_currency" as const, count: 1 },
    ];
    network.stub(answers(readUserActionOverview, anOverview(done, { ignored })), ...workbenchStubs(done));
    renderScreen(<UserActionsPage />);
    const sentence =
      /10.encaissements ne sont pas proposés ici.: 9.opérations bancaires, 1.dans une autre devise\./;
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(screen.getByRole("link", { name: "Les voir" })).toHaveAttribute(
      "href",
      "/bank-statements/original?ignored",
    );
  });

  it("BANK-35: leads to the credits of the chosen bank account that nobody is asked about", async () => {
    const done = [aUserAction({ id: 9, status: "DONE" })];
    const ignored = [{ reason: "bank_operation" as const, count: 9 }];
    network.stub(answers(readUserActionOverview, anOverview(done, { ignored })), ...workbenchStubs(done));
    renderScreen(<UserActionsPage />, { at: "/user-actions?bank_account=2" });
    expect(await screen.findByRole("link", { name: "Les voir" })).toHaveAttribute(
      "href",
      "/bank-statements/original?ignored&bank_account=2",
    );
  });

  describe("its filter by a reason of which nothing is open (LET-14)", () => {
    const at = "/user-actions?reason=partial_payment";
    const name = () => screen.getByRole("combobox", { name: "Raison" });
    const partial = { reason_code: "partial_payment", reason: "Paiement partiel" };
    const byReason = [{ ...partial, count: 1, oldest_created_at: first.created_at }];

    it("says what the listed actions say", async () => {
      network.stub(...workbenchStubs([aUserAction({ id: 9, status: "DONE", ...partial })]));
      renderScreen(<UserActionsPage />, { at });
      await waitFor(() => expect(name()).toHaveValue("Paiement partiel"));
    });

    it("says what was said of it while one was", async () => {
      network.stub(
        answers(readUserActionOverview, anOverview([], { by_reason: byReason })),
        ...workbenchStubs([]),
      );
      renderScreen(<UserActionsPage />, { at });
      await waitFor(() => expect(name()).toHaveValue("Paiement partiel (1)"));
      network.stub(answers(readUserActionOverview, anOverview([], { by_reason: [], done: 1 })));
      act(() => void window.dispatchEvent(new Event("visibilitychange")));
      await waitFor(() => expect(name()).toHaveValue("Paiement partiel"));
    });

    it("never shows its code", async () => {
      network.stub(...workbenchStubs([]));
      renderScreen(<UserActionsPage />, { at });
      await waitFor(() => expect(name()).toHaveValue("Autre raison"));
    });
  });

  it("tells how far one is", async () => {
    network.stub(
      answers(readUserActionOverview, {
        ...anOverview([first, second]),
        closed_today: 298,
      }),
      ...workbenchStubs([first, second]),
    );
    renderScreen(<UserActionsPage />);
    expect(await screen.findByText("2 sur 300")).toBeVisible();
  });

  it("shows one status and one reason at a time, in the address", async () => {
    const asked: string[] = [];
    const { user, address } = await show();
    network.stub(
      answers(listUserActions, ({ query }) => {
        asked.push(query.toString());
        return listed();
      }),
    );
    await user.click(screen.getByRole("radio", { name: /Rejetées/ }));
    await waitFor(() => expect(asked.at(-1)).toBe("page=1&status=REJECTED"));
    expect(address()).toBe("/user-actions?view=rejected");
  });
});

describe("accepting together", () => {
  const kinds = [{ kind: "exact_single" as const, count: 2, exact: 2 }];
  const line = (action: UserAction, outcome: "would_letter" | "lettered" | "refused") => ({
    user_action_id: action.id,
    outcome,
    code: "",
    message: outcome === "refused" ? "Cette facture vient d’être réglée." : "",
    transaction_description: action.transaction_description,
    transaction_amount: action.transaction_amount,
    difference: "0.00",
    allocations: [],
    surplus_amount: "0.00",
  });

  it("shows what would happen first, letters it as one, and takes it back as one", async () => {
    const sent: { group_key: string; dry_run?: boolean; lines: unknown[] }[] = [];
    const undone: unknown[] = [];
    const candidate = {
      invoice_ids: [23],
      kind: "exact_single" as const,
      reasons: [],
      difference: "0.00",
      alternatives: 0,
    };
    const actions = [first, second].map((action) => ({ ...action, candidates: [candidate] }));
    network.stub(
      answers(readUserActionOverview, { ...anOverview(actions), by_suggestion: kinds }),
      answers(bulkReconciliation, ({ body }) => {
        const request = body as (typeof sent)[number];
        sent.push(request);
        const isDry = request.dry_run === true;
        return {
          group_key: request.group_key,
          is_dry_run: isDry,
          accepted: 1,
          refused: isDry ? 1 : 0,
          accepted_amount: "2897.31",
          lines: isDry ? [line(first, "would_letter"), line(second, "refused")] : [line(first, "lettered")],
        };
      }),
      answers(revertGroup, ({ body }) => {
        undone.push(body);
        return {
          group_key: (body as { group_key: string }).group_key,
          message: "",
          reverted: 1,
          lines: [{ user_action_id: 1, outcome: "reverted" as const }],
        };
      }),
      ...workbenchStubs(actions),
    );
    const { user } = renderScreen(<UserActionsPage />);
    await waitFor(() => expect(screen.getByRole("button", { name: "Accepter en série" })).toBeEnabled());
    await user.click(screen.getByRole("button", { name: "Accepter en série" }));
    const dialog = await screen.findByRole("dialog", { name: "Accepter en série" });
    expect(await within(dialog).findByText("1 action laissée de côté")).toBeVisible();
    expect(within(dialog).getByText("VIR ROYAL — Cette facture vient d’être réglée.")).toBeVisible();
    expect(sent.every((request) => request.dry_run)).toBe(true);
    await user.click(within(dialog).getByRole("button", { name: "Accepter 1 rapprochement" }));
    expect(await screen.findByText("1 action résolue avec succès.")).toBeVisible();
    const written = sent.find((request) => !request.dry_run);
    expect(written?.lines).toEqual([{ user_action_id: 1, invoice_ids: [23] }]);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await user.keyboard("u");
    await waitFor(() => expect(undone).toEqual([{ group_key: written?.group_key }]));
  });
});

it("TXT-1: says of a joint acceptance which lines were refused, and why, also when nothing of the kind is left", async () => {
  const refused = (actions: readonly UserAction[]) => ({
    group_key: "6f0a1c1e-2f6b-4a55-9a3c-0d7c1e5b9a10",
    is_dry_run: false,
    accepted: 0,
    refused: 1,
    accepted_amount: "0.00",
    lines: actions.map(({ id, transaction_description, transaction_amount }) => ({
      user_action_id: id,
      outcome: "refused" as const,
      code: "already_reconciled",
      message: "Cette opération est déjà rapprochée.",
      transaction_description,
      transaction_amount,
      difference: null,
      allocations: [],
      surplus_amount: "0.00",
    })),
  });
  const set = {
    invoice_ids: [23],
    kind: "partial" as const,
    reasons: [],
    difference: "0.00",
    alternatives: 0,
  };
  const action = { ...first, candidates: [set] };
  let isTaken = false;
  network.stub(
    answers(readUserActionOverview, {
      ...anOverview([action]),
      by_suggestion: [{ kind: "partial" as const, count: 1, exact: 1 }],
    }),
    answers(bulkReconciliation, ({ body }) => {
      const plan = refused([action]);
      if (!(body as { dry_run?: boolean }).dry_run) {
        isTaken = true;
        return plan;
      }
      const lines = plan.lines.map((line) => ({
        ...line,
        outcome: "would_letter" as const,
        code: "",
        message: "",
        difference: "0.00",
      }));
      return { ...plan, is_dry_run: true, accepted: 1, refused: 0, lines };
    }),
    answers(listUserActions, () => listed(...(isTaken ? [] : [action]))),
    ...workbenchStubs([action]).slice(1),
  );
  const { user } = renderScreen(<UserActionsPage />);
  await waitFor(() => expect(screen.getByRole("button", { name: "Accepter en série" })).toBeEnabled());
  await user.click(screen.getByRole("button", { name: "Accepter en série" }));
  const dialog = await screen.findByRole("dialog", { name: "Accepter en série" });
  await user.click(await within(dialog).findByRole("button", { name: "Accepter 1 rapprochement" }));
  expect(await within(dialog).findByText("Aucune action de ce genre n’attend.")).toBeVisible();
  expect(within(dialog).getByText("1 action n’a pas été acceptée")).toBeVisible();
  expect(within(dialog).getByText("VIR BEFFROI — Cette opération est déjà rapprochée.")).toBeVisible();
});

it("ticks for a joint acceptance only what is exact and alone, and says what becomes of the rest (LET-47)", async () => {
  const third = aUserAction({ id: 3, transaction_description: "VIR ATLAS" });
  const set = {
    invoice_ids: [23],
    kind: "partial" as const,
    reasons: ["la moitié du montant"],
    difference: "0.00",
  };
  const actions = [first, second, third].map((action, index) => ({
    ...action,
    candidates: [{ ...set, alternatives: index === 1 ? 2 : 0 }],
  }));
  const differences = ["0.00", "0.00", "-66.00"];
  network.stub(
    answers(readUserActionOverview, {
      ...anOverview(actions),
      by_suggestion: [{ kind: "partial" as const, count: 3, exact: 2 }],
    }),
    answers(bulkReconciliation, ({ body }) => ({
      group_key: (body as { group_key: string }).group_key,
      is_dry_run: true,
      accepted: 3,
      refused: 0,
      accepted_amount: "100.00",
      lines: actions.map((action, index) => ({
        user_action_id: action.id,
        outcome: "would_letter" as const,
        code: "",
        message: "",
        transaction_description: action.transaction_description,
        transaction_amount: action.transaction_amount,
        difference: differences[index] ?? null,
        allocations: [],
        surplus_amount: "0.00",
      })),
    })),
    ...workbenchStubs(actions),
  );
  const { user } = renderScreen(<UserActionsPage />);
  await waitFor(() => expect(screen.getByRole("button", { name: "Accepter en série" })).toBeEnabled());
  await user.click(screen.getByRole("button", { name: "Accepter en série" }));
  const dialog = await screen.findByRole("dialog", { name: "Accepter en série" });
  expect(await within(dialog).findByRole("checkbox", { name: "Accepter VIR BEFFROI" })).toBeChecked();
  expect(within(dialog).getByRole("checkbox", { name: "Accepter VIR ROYAL" })).not.toBeChecked();
  expect(within(dialog).getByText("2 autres combinaisons")).toBeVisible();
  const short = within(dialog).getByRole("checkbox", { name: "Accepter VIR ATLAS" });
  expect(short).not.toBeChecked();
  expect(within(dialog).getByText("les factures restent dues d’autant")).toBeVisible();
  expect(within(dialog).getAllByText("La moitié du montant")).toHaveLength(3);
  await user.click(short);
  await waitFor(() =>
    expect(within(dialog).getByRole("button", { name: "Accepter 2 rapprochements" })).toBeEnabled(),
  );
});

describe("the history of decisions", () => {
  it("undoes a bank line that nobody was asked about, by the line", async () => {
    const undone: (string | undefined)[] = [];
    const { user } = await show();
    network.stub(
      answers(listDecisions, {
        results: [
          {
            key: "t",
            at: "2026-12-31T08:00:00.000Z",
            kind: "lettered",
            is_automatic: false,
            actor: { first_name: "Camille", last_name: "Rousseau", email: "c@lumiere.example" },
            group_key: null,
            count: 1,
            amount: "-1850.00",
            subjects: ["PRLV LOYER"],
            user_action_ids: [],
            transaction_ids: [77],
            standing: 1,
          },
        ],
      }),
      answers(revertTransaction, ({ params }) => {
        undone.push(params["id"]);
        return { message: "Rapprochement annulé.", user_action_id: null };
      }),
    );
    await user.keyboard("h");
    const dialog = await screen.findByRole("dialog", { name: "Historique des décisions" });
    expect(plainSpaces((await within(dialog).findByRole("listitem")).textContent)).toContain(
      "1 affectation · -1 850,00 €",
    );
    await user.click(within(dialog).getByRole("button", { name: "Annuler l’affectation" }));
    await user.click(await screen.findByRole("button", { name: "Confirmer" }));
    expect(await screen.findByText("Action annulée avec succès.")).toBeVisible();
    expect(undone).toEqual(["77"]);
  });

  it.each([
    { kind: "rejected", undo: "Annuler le rejet", asks: "Annuler ce rejet" },
    { kind: "closed", undo: "Annuler la résolution", asks: "Annuler cette résolution" },
  ] as const)("asks in its history what the button says: $undo (TXT-8)", async ({ kind, undo, asks }) => {
    const { user } = await show();
    network.stub(
      answers(listDecisions, {
        results: [
          {
            key: "r",
            at: "2026-12-31T08:00:00.000Z",
            kind,
            is_automatic: false,
            actor: { first_name: "Camille", last_name: "Rousseau", email: "c@lumiere.example" },
            group_key: null,
            count: 1,
            amount: "150.00",
            subjects: ["VIR BEFFROI"],
            user_action_ids: [1],
            transaction_ids: [],
            standing: 1,
          },
        ],
      }),
    );
    await user.keyboard("h");
    const history = await screen.findByRole("dialog", { name: "Historique des décisions" });
    await user.click(await within(history).findByRole("button", { name: undo }));
    expect(await screen.findByRole("dialog", { name: undo })).toHaveTextContent(asks);
  });

  it("tells who decided what, and undoes a whole group after a question", async () => {
    const undone: unknown[] = [];
    const { user } = await show();
    network.stub(
      answers(listDecisions, {
        results: [
          {
            key: "g",
            at: "2026-12-31T08:00:00.000Z",
            kind: "lettered",
            is_automatic: false,
            actor: { first_name: "Camille", last_name: "Rousseau", email: "c@lumiere.example" },
            group_key: "8d3f0e4e-6a55-4b53-9b7e-0f4f1c8f1c11",
            count: 14,
            amount: "20000.00",
            subjects: ["VIR BEFFROI"],
            user_action_ids: [1, 2],
            transaction_ids: [],
            standing: 14,
          },
        ],
      }),
      answers(revertGroup, ({ body }) => {
        undone.push(body);
        return { group_key: (body as { group_key: string }).group_key, message: "", reverted: 14, lines: [] };
      }),
    );
    await user.keyboard("h");
    const dialog = await screen.findByRole("dialog", { name: "Historique des décisions" });
    expect(plainSpaces((await within(dialog).findByRole("listitem")).textContent ?? "")).toContain(
      "14 rapprochements · 20 000,00 €31/12/2026 09:00, par Camille Rousseau",
    );
    await user.click(within(dialog).getByRole("button", { name: "Annuler la série" }));
    const question = await screen.findByRole("dialog", { name: "Annuler la série" });
    expect(plainSpaces(question.textContent ?? "")).toContain("Annuler ces 14 rapprochements ?");
    await user.click(within(question).getByRole("button", { name: "Confirmer" }));
    expect(await screen.findByText("14 actions annulées avec succès.")).toBeVisible();
    expect(undone).toEqual([{ group_key: "8d3f0e4e-6a55-4b53-9b7e-0f4f1c8f1c11" }]);
  });
});

it("says that a series whose amounts all differ can be accepted, and how", async () => {
  const candidate = { ...aSet([dole], { difference: "1047.11" }), kind: "partial" as const };
  const actions = Array.from({ length: 8 }, (_, index) =>
    aUserAction({ ...first, id: index + 1, candidates: [candidate] }),
  );
  network.stub(
    answers(readUserActionOverview, {
      ...anOverview(actions),
      by_suggestion: [{ kind: "partial" as const, count: 8, exact: 0 }],
    }),
    answers(bulkReconciliation, ({ body }) => ({
      group_key: (body as { group_key: string }).group_key,
      is_dry_run: true,
      accepted: 0,
      refused: 8,
      accepted_amount: "0.00",
      lines: actions.map(({ id }) => ({
        user_action_id: id,
        outcome: "refused" as const,
        code: "difference_to_confirm",
        message: "Écart de 1 047,11 € : confirmez-le pour rapprocher cette opération.",
        transaction_description: `VIR ${id}`,
        transaction_amount: "2897.31",
        difference: "1047.11",
        allocations: [],
        surplus_amount: "0.00",
      })),
    })),
    ...workbenchStubs(actions),
  );
  const { user } = renderScreen(<UserActionsPage />);
  await waitFor(() => expect(screen.getByRole("button", { name: "Accepter en série" })).toBeEnabled());
  await user.click(screen.getByRole("button", { name: "Accepter en série" }));
  const dialog = await screen.findByRole("dialog", { name: "Accepter en série" });
  expect(await within(dialog).findByText(/^VIR 1 — Écart de/)).toBeVisible();
  expect(within(dialog).getByText("et 2 autres")).toBeVisible();
  expect(within(dialog).getByText("Aucune de ces actions ne peut être acceptée ainsi.")).toBeVisible();
  expect(within(dialog).getByText(/Cochez la case ci-dessus/)).toBeVisible();
  expect(within(dialog).queryByText("Aucune action de ce genre n’attend.")).not.toBeInTheDocument();
});

describe("automatic lettering", () => {
  it("tells how right it was", async () => {
    network.stub(
      answers(
        readAutomaticLettering,
        anAutomaticLettering({ last_90_days: { automatic: 1242, reverted: 2, precision_bp: 9983 } }),
      ),
      ...workbenchStubs([first]),
    );
    renderScreen(<UserActionsPage />);
    const line = await screen.findByText(/rapprochements justes/);
    expect(plainSpaces(line.textContent ?? "")).toBe(
      "99,83 % de rapprochements justes · 1 242 rapprochements, 2 annulés sur 90 jours",
    );
    expect(screen.getByText("actif")).toBeVisible();
  });

  it("says why it stopped, and starts again on request", async () => {
    const sent: unknown[] = [];
    const paused = { at: "2026-12-31T08:00:00.000Z", by: "precision" as const, person: null };
    network.stub(
      answers(readAutomaticLettering, anAutomaticLettering({ is_on: false, paused })),
      answers(changeAutomaticLettering, ({ body }) => {
        sent.push(body);
        return anAutomaticLettering();
      }),
      ...workbenchStubs([first]),
    );
    const { user } = renderScreen(<UserActionsPage />);
    expect(plainSpaces((await screen.findByText(/s’est mis en pause/)).textContent ?? "")).toContain(
      "sous 99,5 %",
    );
    // One click to the letterings behind it, and one back.
    const filters: (string | null)[] = [];
    network.stub(
      answers(listUserActions, ({ query }) => {
        filters.push(query.get("undone"));
        return listed(first);
      }),
    );
    await user.click(screen.getByRole("link", { name: "Voir les rapprochements annulés" }));
    await waitFor(() => expect(filters.at(-1)).toBe("automatic"));
    await user.click(await screen.findByRole("button", { name: "Tout afficher" }));
    await waitFor(() => expect(filters.at(-1)).toBeNull());
    await user.click(screen.getByRole("button", { name: "Reprendre" }));
    expect(await screen.findByText("Rapprochement automatique repris.")).toBeVisible();
    expect(sent).toEqual([{ is_on: true }]);
  });
});

describe("the line under which automatic lettering pauses itself", () => {
  const measured = anAutomaticLettering({
    precision_line_bp: 9950,
    min_sample: 600,
    judged: { automatic: 1000, reverted: 4, precision_bp: 9960 },
  });
  /** The dialog, opened by the keyboard alone. */
  const openForm = async (answer: (body: unknown) => object | Response) => {
    const sent: unknown[] = [];
    network.stub(
      answers(readAutomaticLettering, measured),
      answers(changeAutomaticLettering, ({ body }) => {
        sent.push(body);
        return answer(body) as Response;
      }),
      ...workbenchStubs([first]),
    );
    const { user } = renderScreen(<UserActionsPage />);
    (await screen.findByRole("button", { name: "Régler la limite" })).focus();
    await user.keyboard("{Enter}");
    const form = await screen.findByRole("dialog", { name: "Limite du rapprochement automatique" });
    const line = within(form).getByRole("textbox", { name: /Précision minimale/ });
    await waitFor(() => expect(line).toHaveFocus());
    return { user, form, line, sent, sample: within(form).getByRole("textbox", { name: /Nombre minimal/ }) };
  };
  const retype = async (user: ReturnType<typeof renderScreen>["user"], text: string) =>
    await user.keyboard(`{Control>}a{/Control}${text}`);

  it("is moved by the keyboard, tells what it means, and is saved in the words of the API", async () => {
    const { user, form, line, sent } = await openForm((body) => anAutomaticLettering(body as object));
    expect(line).toHaveValue("99,5");
    expect(plainSpaces(form.textContent ?? "")).toContain("à la 10ᵉ annulation sur 1 000 rapprochements");
    expect(plainSpaces(form.textContent ?? "")).toContain("4 annulations sur 1 000 rapprochements");
    await retype(user, "99");
    await user.tab();
    await retype(user, "2 000");
    expect(plainSpaces(form.textContent ?? "")).toContain("à la 29ᵉ annulation sur 2 000 rapprochements");
    await user.keyboard("{Enter}");
    expect(await screen.findByText("Limite du rapprochement automatique enregistrée.")).toBeVisible();
    expect(sent).toEqual([{ precision_line_bp: 9900, min_sample: 2000 }]);
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("says when the measure is under it already", async () => {
    const { user, form } = await openForm((body) => anAutomaticLettering(body as object));
    expect(within(form).queryByText(/dès l’enregistrement/)).not.toBeInTheDocument();
    await retype(user, "99,9");
    expect(within(form).getByText(/dès l’enregistrement/)).toBeVisible();
  });

  it("refuses what is no line, says why under each field, and sends nothing", async () => {
    const { user, form, line, sample, sent } = await openForm(() => measured);
    await retype(user, "120");
    await user.tab();
    await retype(user, "3");
    await user.keyboard("{Enter}");
    expect(
      within(form).getByText("Indiquez un pourcentage entre 90 et 100, avec deux décimales au plus."),
    ).toBeVisible();
    expect(plainSpaces(form.textContent ?? "")).toContain("Indiquez un nombre entier entre 20 et 10 000.");
    await waitFor(() => expect(line).toHaveFocus());
    expect(sample).toHaveValue("3");
    expect(sent).toEqual([]);
  });

  it("keeps what is typed when it could not be saved, and asks before it is given up", async () => {
    const { user, form, line } = await openForm(() => Response.json({}, { status: 500 }));
    await retype(user, "98");
    await user.keyboard("{Enter}");
    expect(await within(form).findByRole("alert")).toHaveTextContent(
      "Impossible d’enregistrer la limite du rapprochement automatique.",
    );
    expect(line).toHaveValue("98");
    await user.keyboard("{Escape}");
    expect(await screen.findByRole("dialog", { name: /^Abandonner la saisie/ })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Abandonner" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  });
});

it("says that the invoices could not be searched, and searches again", async () => {
  const { user } = await show([second], {});
  network.stub(fails(searchUnpaidInvoices, 500));
  await within(panel()).findByRole("button", { name: "Rapprocher" });
  await user.keyboard("/royal");
  expect(
    await within(panel()).findByText("Une erreur est survenue lors du chargement des factures."),
  ).toBeVisible();
});

describe("the bank line of an action as parts", () => {
  it("LET-19: one key opens its dialog with the rest on that kind, and the next action shows once it is decided", async () => {
    const line = aSplitLine({ transaction_id: 71, amount: "2882.31" });
    let sent: unknown;
    const stubs = [
      answers(readParts, line),
      answers(decideParts, ({ body }) => {
        sent = body;
        return {
          message: "",
          transaction_id: 71,
          user_action_id: 1,
          allocations: [],
          parts: [],
          credit_uses: [],
        };
      }),
    ];
    const { user } = await show(
      [{ ...first, transaction_id: 71, transaction_amount: "2882.31" }, second],
      exact,
      stubs,
    );
    await within(panel()).findByRole("button", { name: "Retirer F26000123" });
    await user.keyboard("x");
    expect(screen.queryByRole("dialog")).toBeNull();
    await user.keyboard("f");
    expect(await screen.findByLabelText("Montant de la part 2")).toHaveValue("-15,00");
    await user.click(screen.getByRole("button", { name: "Affecter" }));
    await waitFor(() =>
      expect(sent).toEqual({
        parts: [
          { kind: "invoice", invoice_id: 23, amount: "2897.31" },
          { kind: "fees", amount: "-15.00" },
        ],
      }),
    );
    expect(await screen.findByText("Action résolue avec succès.")).toBeVisible();
  });

  it("opens again with the parts that a reload interrupted, on the action that they are of (FED-6)", async () => {
    const actions = [
      { ...first, transaction_id: 70 },
      { ...second, transaction_id: 71, transaction_amount: "1850.20" },
    ];
    const line = aSplitLine({ transaction_id: 71, amount: "1850.20" });
    const { user, unmount } = await show(actions, exact, [answers(readParts, line)]);
    await user.keyboard("j");
    await waitFor(() => expect(panel()).toHaveTextContent("VIR ROYAL"));
    await user.keyboard("f");
    const amount = await screen.findByLabelText("Montant de la part 1");
    await user.clear(amount);
    await user.type(amount, "-12,34");
    unmount();
    renderScreen(<UserActionsPage />, { at: "/user-actions" });
    expect(await screen.findByText("Saisie rétablie")).toBeVisible();
    const dialog = within(screen.getByRole("dialog", { name: "Affecter l’opération" }));
    expect(dialog.getByLabelText("Montant de la part 1")).toHaveValue("-12,34");
    expect(screen.getByRole("region", { name: "Action en cours", hidden: true })).toHaveTextContent(
      "VIR ROYAL",
    );
    await user.click(dialog.getByRole("button", { name: "Annuler" }));
    await user.click(await screen.findByRole("button", { name: "Abandonner" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(current()).toHaveTextContent("VIR ROYAL");
  });

  const returned = aUserAction({
    id: 3,
    status: "PENDING",
    reason: "Retour d’un encaissement",
    transaction_id: 72,
    transaction_amount: "-298.13",
    transaction_description: "CHEQUE IMPAYE 0004512",
  });
  const receipt = {
    transaction_id: 40,
    transaction_date: civilDate("2026-10-12"),
    label: "REM CHQ 0004512",
    amount: "298.13",
    is_likely: true,
    is_decided: true,
    fee: null,
    reasons: [],
    invoices: [
      { id: 7, invoice_number: "F26000007", cinema_name: "Le Beffroi", amount: "200.00" },
      { id: 8, invoice_number: "F26000008", cinema_name: "Le Beffroi", amount: "98.13" },
    ],
  };

  it("LET-19: a returned payment names the invoices that are due again, and one key accepts it", async () => {
    let sent: unknown;
    const stubs = [
      answers(readParts, aSplitLine({ transaction_id: 72, amount: "-298.13", returns: [receipt] })),
      answers(decideParts, ({ body }) => {
        sent = body;
        return {
          message: "",
          transaction_id: 72,
          user_action_id: 3,
          allocations: [],
          parts: [],
          credit_uses: [],
        };
      }),
    ];
    const { user, calls } = await show([returned, second], {}, stubs);
    const card = await within(panel()).findByRole("region", { name: "Encaissement rejeté" });
    expect(within(card).getByRole("link", { name: "F26000007" })).toHaveAttribute("href", "/invoices/7");
    expect(plainSpaces(card.textContent)).toContain("F26000008redevient due de 98,13 €");
    await user.keyboard("{Enter}");
    await waitFor(() =>
      expect(sent).toEqual({
        parts: [
          { kind: "return", transaction_id: 40, invoice_id: 7, amount: "-200.00" },
          { kind: "return", transaction_id: 40, invoice_id: 8, amount: "-98.13" },
        ],
      }),
    );
    expect(await screen.findByText("Action résolue avec succès.")).toBeVisible();
    expect(calls.moved).toEqual([]);
  });

  it("LET-23: accepts the likeliest receipt with the fee that came with its return", async () => {
    let sent: unknown;
    const twin = { ...receipt, transaction_id: 41, is_likely: false };
    const read = aSplitLine({
      transaction_id: 72,
      amount: "-310.63",
      returns: [{ ...receipt, fee: "-12.50" }, twin],
    });
    const { user } = await show([returned, second], {}, [
      answers(readParts, read),
      answers(decideParts, ({ body }) => {
        sent = body;
        return {
          message: "",
          transaction_id: 72,
          user_action_id: 3,
          allocations: [],
          parts: [],
          credit_uses: [],
        };
      }),
    ]);
    const card = await within(panel()).findByRole("region", { name: "Encaissement rejeté" });
    expect(plainSpaces(card.textContent)).toContain("Frais bancaires (627800) -12,50 €");
    await user.keyboard("{Enter}");
    await waitFor(() =>
      expect(sent).toEqual({
        parts: [
          { kind: "return", transaction_id: 40, invoice_id: 7, amount: "-200.00" },
          { kind: "return", transaction_id: 40, invoice_id: 8, amount: "-98.13" },
          { kind: "fees", amount: "-12.50" },
        ],
      }),
    );
  });

  describe("LET-41: a receipt that is an invoice less a credit note", () => {
    const short = aUserAction({ id: 4, transaction_id: 73, transaction_amount: "2697.31" });
    const net = {
      is_likely: true,
      reasons: ["facture F26000123 (2 897,31 €) − avoir A26000002 (200,00 €) = 2 697,31 €"],
      invoices: [
        { id: 23, invoice_number: "F26000123", cinema_name: "Cinéma Le Beffroi", amount: "2897.31" },
      ],
      credits: [
        { credit: "note:12", label: "Avoir A26000002", cinema_name: "Cinéma Le Beffroi", amount: "200.00" },
      ],
    };
    const partly = { 4: { candidates: [aSet([beffroi], { difference: "-200.00" })] } };
    const card = () => within(panel()).findByRole("region", { name: "Factures moins avoirs" });

    it("names both with the reckoning, and one key accepts it", async () => {
      let sent: unknown;
      const { user, calls } = await show([short, second], partly, [
        answers(readParts, aSplitLine({ transaction_id: 73, amount: "2697.31", net_payments: [net] })),
        answers(decideParts, ({ body }) => {
          sent = body;
          return {
            message: "",
            transaction_id: 73,
            user_action_id: 4,
            allocations: [],
            parts: [],
            credit_uses: [],
          };
        }),
      ]);
      const shown = await card();
      expect(within(shown).getByRole("link", { name: "F26000123" })).toHaveAttribute("href", "/invoices/23");
      expect(plainSpaces(shown.textContent)).toContain("Avoir A26000002Cinéma Le Beffroi-200,00 €");
      expect(plainSpaces(shown.textContent)).toContain("− avoir A26000002 (200,00 €) = 2 697,31 €");
      await user.keyboard("{Enter}");
      await waitFor(() =>
        expect(sent).toEqual({
          parts: [
            { kind: "invoice", invoice_id: 23, amount: "2897.31" },
            { kind: "client_credit", credit: "note:12", amount: "-200.00" },
          ],
        }),
      );
      expect(await screen.findByText("Action résolue avec succès.")).toBeVisible();
      expect(calls.reconciled).toEqual([]);
      await user.keyboard("u");
      await waitFor(() => expect(calls.reverted).toEqual([{ user_action_id: 4 }]));
    });

    it("LET-16: is what the key undoes, also when one has gone on before the answer", async () => {
      let answer = () => undefined as void;
      const { user, calls } = await show([short, second], partly, [
        answers(readParts, ({ params }) =>
          params["id"] === "73"
            ? aSplitLine({ transaction_id: 73, amount: "2697.31", net_payments: [net] })
            : aSplitLine(),
        ),
        answers(decideParts, () => {
          return new Promise((resolve) => {
            answer = () =>
              resolve({
                message: "",
                transaction_id: 73,
                user_action_id: 4,
                allocations: [],
                parts: [],
                credit_uses: [],
              });
          });
        }),
      ]);
      await card();
      await user.keyboard("{Enter}j");
      await waitFor(() => expect(panel()).toHaveTextContent("VIR ROYAL"));
      answer();
      expect(await screen.findByText("Action résolue avec succès.")).toBeVisible();
      expect(current()).toHaveTextContent("VIR ROYAL");
      await user.keyboard("u");
      await waitFor(() => expect(calls.reverted).toEqual([{ user_action_id: 4 }]));
    });

    it("of two that are as likely, and beside what is chosen, the key accepts none; a refusal is told", async () => {
      const twin = {
        ...net,
        is_likely: false,
        invoices: [{ ...net.invoices[0]!, id: 24, invoice_number: "F26000124" }],
      };
      const { user } = await show([short, second], partly, [
        answers(
          readParts,
          aSplitLine({ transaction_id: 73, net_payments: [{ ...net, is_likely: false }, twin] }),
        ),
        fails(decideParts, 409, { detail: "L’avoir A26000002 est déjà imputé.", code: "conflict" }),
      ]);
      const [first_] = within(await card()).getAllByRole("button", { name: "Rapprocher avec l’avoir" });
      await user.keyboard("{Enter}");
      expect(within(panel()).getByText(NO_INVOICE_SELECTED)).toBeVisible();
      await user.click(first_!);
      expect(await within(panel()).findByText(/avoir A26000002 est déjà imputé/)).toBeVisible();
    });
  });

  describe("LET-43: a receipt that came from another own account", () => {
    const internal_transfer = {
      transaction_id: 60,
      transaction_date: civilDate("2026-11-30"),
      label: "VIR SEPA EMIS",
      amount: "-5000.00",
      account_label: "Livret",
      account: "580000",
      reasons: ["parti le 30/11/2026 sur « Livret »", "libellé de virement interne"],
    };
    const action = aUserAction({ id: 6, transaction_id: 75, transaction_amount: "5000.00" });
    const line = answers(readParts, aSplitLine({ transaction_id: 75, amount: "5000.00", internal_transfer }));

    it("shows its other side, and one key decides both; then the next action is open", async () => {
      const asked: unknown[] = [];
      const { user } = await show([action, second], {}, [
        answers(readParts, ({ params }) =>
          params["id"] === "75"
            ? aSplitLine({ transaction_id: 75, amount: "5000.00", internal_transfer })
            : aSplitLine(),
        ),
        answers(acceptInternalTransfer, ({ params, body }) => {
          asked.push([params["id"], body]);
          return { message: "Virement interne affecté des deux côtés.", transaction_ids: [75, 60] };
        }),
      ]);
      const card = await within(panel()).findByRole("region", { name: "Virement interne" });
      expect(within(card).getByRole("button")).toHaveTextContent("Affecter les deux côtés au compte 580000D");
      await user.keyboard("d");
      await waitFor(() => expect(asked).toEqual([["75", { other_transaction_id: 60 }]]));
      expect(await screen.findByText("Action résolue avec succès.")).toBeVisible();
      await waitFor(() => expect(panel()).toHaveTextContent("VIR ROYAL"));
      // Nothing is left for the key.
      await user.keyboard("d");
      expect(asked).toHaveLength(1);
    });

    it("tells a refusal in the card", async () => {
      const detail = "Ces deux opérations ne forment pas, ou plus, un virement interne.";
      const { user } = await show([action], {}, [
        line,
        fails(acceptInternalTransfer, 409, { detail, code: "no_internal_transfer" }),
      ]);
      const card = await within(panel()).findByRole("region", { name: "Virement interne" });
      await user.keyboard("D");
      expect(await within(card).findByRole("alert")).toHaveTextContent(detail);
    });
  });

  it("LET-41: of an action that needs no invoice too, without taking its key", async () => {
    let sent: unknown;
    const doubtful = aUserAction({
      id: 5,
      status: "PENDING",
      reason: "Doublon possible",
      transaction_id: 74,
      transaction_amount: "800.00",
    });
    const net = {
      is_likely: true,
      reasons: ["facture F26000123 (1 000,00 €) − avoir A26000002 (200,00 €) = 800,00 €"],
      invoices: [
        { id: 23, invoice_number: "F26000123", cinema_name: "Cinéma Le Beffroi", amount: "1000.00" },
      ],
      credits: [
        { credit: "note:12", label: "Avoir A26000002", cinema_name: "Cinéma Le Beffroi", amount: "200.00" },
      ],
    };
    const { user, calls } = await show([doubtful], {}, [
      answers(readParts, aSplitLine({ transaction_id: 74, amount: "800.00", net_payments: [net] })),
      answers(decideParts, ({ body }) => {
        sent = body;
        return {
          message: "",
          transaction_id: 74,
          user_action_id: 5,
          allocations: [],
          parts: [],
          credit_uses: [],
        };
      }),
    ]);
    const card = await within(panel()).findByRole("region", { name: "Factures moins avoirs" });
    await user.click(within(card).getByRole("button", { name: "Rapprocher avec l’avoir" }));
    await waitFor(() =>
      expect(sent).toEqual({
        parts: [
          { kind: "invoice", invoice_id: 23, amount: "1000.00" },
          { kind: "client_credit", credit: "note:12", amount: "-200.00" },
        ],
      }),
    );
    expect(calls.moved).toEqual([]);
  });

  it("says why a return was refused, and closes nothing", async () => {
    const { user, calls } = await show([returned], {}, [
      answers(readParts, aSplitLine({ transaction_id: 72, amount: "-298.13", returns: [receipt] })),
      fails(decideParts, 409, { detail: "La facture F26000007 a été annulée.", code: "conflict" }),
    ]);
    await within(panel()).findByRole("region", { name: "Encaissement rejeté" });
    await user.keyboard("{Enter}");
    expect(await within(panel()).findByText(/F26000007 a été annulée/)).toBeVisible();
    expect(calls.moved).toEqual([]);
  });

  it("tells of a decided line its parts, and what of a client's money is left", async () => {
    const { user } = await show([{ ...first, status: "DONE" }], {}, [
      answers(
        readParts,
        aSplitLine({
          parts: [
            aBankPart({
              kind: "advance",
              amount: "500.00",
              cinema_name: "Le Rex",
              credit: "part:5",
              remaining: "200.00",
            }),
            aBankPart({ id: 2, kind: "fees", amount: "-3.50" }),
          ],
        }),
      ),
    ]);
    await user.click(screen.getByText("VIR BEFFROI"));
    const parts = await within(panel()).findByRole("list", { name: "Parts de l’opération" });
    expect(plainSpaces(parts.textContent)).toContain("Avance de Le RexReste 200,00 € à imputer.");
    expect(plainSpaces(parts.textContent)).toContain("Frais bancaires (627800)-3,50 €");
  });
});
