import { listBankAccounts } from "@bobine/contract/bank-accounts";
import { listAccountChoices, readParts } from "@bobine/contract/bank-parts";
import { connectionStatus } from "@bobine/contract/bank-connection";
import { type ListedTransaction, listTransactions, totalTransactions } from "@bobine/contract/banking";
import { ownDistributor } from "@bobine/contract/distributors";
import { revertTransaction } from "@bobine/contract/lettering";
import {
  aBank,
  aBankAccount,
  aBankPart,
  aSplitLine,
  aTransaction,
  noBank,
  someTotals,
} from "@bobine/contract/testing/banking";
import { aCompany } from "@bobine/contract/testing/distributors";
import { answers, fails, renderScreen, signIn, stubNetwork } from "@bobine/shared-auth/testing";
import { withoutComments } from "../../comments/comments.testing.ts";
import { plainSpaces } from "@bobine/shared-ui/testing";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { OriginalStatementPage } from "./original-statement.page.tsx";

const network = stubNetwork();
beforeEach(() => {
  signIn();
  network.stub(
    ...withoutComments(),
    answers(listBankAccounts, { results: [] }),
    answers(totalTransactions, someTotals()),
  );
});

const lettered = aTransaction({
  allocated_amount: "2897.31",
  lettering: {
    user_action_id: 5,
    user_action_status: "DONE",
    reason: "",
    decision: {
      outcome: "lettered",
      is_automatic: true,
      decided_by: null,
      decided_at: "2026-12-30T08:00:00.000Z",
      gate: "G1",
      reasons: ["n° F26000123 dans le libellé", "montant exact"],
      group_key: null,
    },
    invoices: [{ id: 23, invoice_number: "F26000123", amount: "2897.31" }],
    parts: [],
    lettering_code: "AAA",
    surplus_amount: "0.00",
  },
});

const show = (...lines: ListedTransaction[]) => {
  network.stub(answers(connectionStatus, aBank()), answers(listTransactions, lines));
  return renderScreen(<OriginalStatementPage />, { at: "/bank-statements/original" });
};

describe("the original bank statement", () => {
  it("says that no bank is connected, and where to connect one", async () => {
    network.stub(answers(connectionStatus, noBank), answers(listTransactions, []));
    renderScreen(<OriginalStatementPage />);
    expect(await screen.findByText("Aucune banque n’est connectée.")).toBeVisible();
    expect(screen.getByRole("link", { name: "Connecter ma banque" })).toHaveAttribute(
      "href",
      "/account/bank",
    );
    expect(screen.getByRole("link", { name: "Importer un relevé" })).toBeVisible();
    expect(screen.queryByRole("table")).toBeNull();
  });

  it("shows lines that came by file under that, without a bank", async () => {
    network.stub(answers(connectionStatus, noBank), answers(listTransactions, [aTransaction()]));
    renderScreen(<OriginalStatementPage />);
    expect(await screen.findByRole("row", { name: /VIR INST CINE BEFFROI/ })).toBeVisible();
    expect(screen.getByText("Aucune banque n’est connectée.")).toBeVisible();
    expect(screen.getByRole("link", { name: "Connecter ma banque" })).toBeVisible();
  });

  it.each([[[]], [[aTransaction()]]])(
    "SEC-22: a viewer is led to connect or import nothing (%#)",
    async (lines) => {
      signIn({ role: "viewer" });
      network.stub(answers(connectionStatus, noBank), answers(listTransactions, lines));
      renderScreen(<OriginalStatementPage />);
      expect(await screen.findByText("Aucune banque n’est connectée.")).toBeVisible();
      expect(screen.queryByRole("link", { name: "Connecter ma banque" })).toBeNull();
      expect(screen.queryByRole("link", { name: "Importer un relevé" })).toBeNull();
      expect(screen.queryByText(/^Connectez votre banque/)).toBeNull();
    },
  );

  it("LET-46: shows those without an end alone, and keeps that in the address", async () => {
    const rent = aTransaction({ id: 51, label: "PRLV LOYER", amount: "-1200.00" });
    network.stub(
      answers(connectionStatus, noBank),
      answers(listTransactions, ({ query }) => (query.get("open") === "true" ? [rent] : [lettered, rent])),
    );
    const { user, address } = renderScreen(<OriginalStatementPage />, { at: "/bank-statements/original" });
    expect(await screen.findByRole("row", { name: /BEFFROI/ })).toBeVisible();
    await user.click(screen.getByRole("radio", { name: "Sans affectation" }));
    await waitFor(() => expect(screen.queryByRole("row", { name: /BEFFROI/ })).toBeNull());
    expect(screen.getByRole("row", { name: /LOYER.*À affecter/ })).toBeVisible();
    expect(address()).toContain("open");
  });

  it("UI-26: amounts, letters and totals follow one filter, which stands in the address", async () => {
    const asked: string[] = [];
    network.stub(
      answers(connectionStatus, aBank()),
      answers(listTransactions, [lettered]),
      answers(totalTransactions, ({ query }) => {
        asked.push(query.toString());
        return someTotals({ count: 3, credits: "2897.31", debits: "-1200.00", other_currencies: 1 });
      }),
    );
    const { user, address } = renderScreen(<OriginalStatementPage />, { at: "/bank-statements/original" });
    await user.type(await screen.findByRole("textbox", { name: "Montant, à partir de" }), "1 000{Enter}");
    const letters = screen.getByRole("textbox", { name: "Lettrage" });
    await user.type(letters, "a1{Enter}");
    expect(screen.getByText("Saisissez au moins trois lettres, par exemple AAB.")).toBeVisible();
    await user.clear(letters);
    await user.type(letters, "aaa{Enter}");
    const narrowed = "amount_from=1000.00&letters=AAA";
    expect(address()).toBe(`/bank-statements/original?${narrowed}`);
    await waitFor(() => expect(asked.at(-1)).toBe(narrowed));
    const totals = plainSpaces(
      (await screen.findByRole("region", { name: "Totaux de la sélection" })).textContent ?? "",
    );
    for (const part of ["Opérations3", "Encaissements2 897,31 €", "Décaissements-1 200,00 €", "1 697,31 €"])
      expect(totals).toContain(part);
    expect(totals).toContain("En autre devise, hors totaux1");
    await user.clear(letters);
    await user.tab();
    expect(address()).toBe("/bank-statements/original?amount_from=1000.00");
  });

  it("LET-46: says when every line has its end", async () => {
    network.stub(answers(connectionStatus, noBank), answers(listTransactions, []));
    renderScreen(<OriginalStatementPage />, { at: "/bank-statements/original?open" });
    expect(await screen.findByText("Toutes les opérations ont une affectation.")).toBeVisible();
  });

  it.each([
    "open&bank_account=2",
    "open&from=2026-12-01",
    "unasked&amount_from=100.00",
    "ignored&to=2026-12-31",
  ])("LET-46: speaks of all lines only where all of them are asked for, not with %s", async (query) => {
    network.stub(answers(connectionStatus, noBank), answers(listTransactions, []));
    renderScreen(<OriginalStatementPage />, { at: `/bank-statements/original?${query}` });
    expect(await screen.findByText("Aucune transaction trouvée.")).toBeVisible();
    expect(screen.queryByText(/Toutes les opérations|laissé de côté/)).toBeNull();
  });

  it("LET-46: shows those alone that no action waits for, and goes on to all", async () => {
    const asked: string[] = [];
    network.stub(
      answers(connectionStatus, noBank),
      answers(listTransactions, ({ query }) => {
        asked.push(query.toString());
        return [];
      }),
    );
    const { user, address } = renderScreen(<OriginalStatementPage />, {
      at: "/bank-statements/original?unasked",
    });
    expect(await screen.findByText(/ou attendent dans les actions utilisateur/)).toBeVisible();
    expect(asked).toEqual(["page=1&lettering=true&unasked=true"]);
    expect(screen.getByRole("radio", { name: "À affecter" })).toBeChecked();
    await user.click(screen.getByRole("radio", { name: "Toutes" }));
    expect(address()).toBe("/bank-statements/original");
  });

  it("LET-46: a line that was closed without an end is still to be identified", async () => {
    const { lettering } = aTransaction();
    if (!lettering) throw new Error("no lettering");
    show(aTransaction({ lettering: { ...lettering, user_action_id: 5, user_action_status: "DONE" } }));
    expect(await screen.findByRole("row", { name: /BEFFROI.*À identifier/ })).toBeVisible();
  });

  it("has the specified title, date, description and amount", async () => {
    show(
      aTransaction(),
      aTransaction({ id: 51, label: "PRLV LOYER", amount: "-1200.00", currency_code: "CHF" }),
    );
    expect(await screen.findByRole("heading", { name: "Relevé Bancaire Original" })).toBeVisible();
    const row = await screen.findByRole("row", { name: /VIR INST CINE BEFFROI/ });
    expect(plainSpaces(row.textContent ?? "")).toContain("29/12/2026");
    expect(plainSpaces(row.textContent ?? "")).toContain("2 897,31 €");
    expect(plainSpaces(screen.getByRole("row", { name: /LOYER/ }).textContent ?? "")).toContain(
      "-1 200,00 CHF",
    );
  });

  it.each([undefined, null, ""])(
    "shows a line whose currency is %j in euros, and the others",
    async (currency_code) => {
      network.stub(
        answers(connectionStatus, aBank()),
        answers(listTransactions, () =>
          Response.json([{ ...aTransaction(), currency_code }, aTransaction({ id: 51, label: "PRLV" })]),
        ),
      );
      renderScreen(<OriginalStatementPage />);
      const row = await screen.findByRole("row", { name: /VIR INST CINE BEFFROI/ });
      expect(plainSpaces(row.textContent)).toContain("2 897,31 €");
      expect(screen.getByRole("row", { name: /PRLV/ })).toBeVisible();
    },
  );

  it("LET-20: opens the list of accounts for bank lines, and keeps it in the address", async () => {
    network.stub(
      answers(listAccountChoices, { results: [{ code: "613200", label: "Loyers" }] }),
      answers(ownDistributor, aCompany()),
    );
    const { user, address } = show();
    await user.click(await screen.findByRole("button", { name: "Comptes d’affectation" }));
    expect(await screen.findByLabelText("Numéro du compte 1")).toHaveValue("613200");
    expect(address()).toContain("accounts");
    await user.click(screen.getByRole("button", { name: "Annuler" }));
    await waitFor(() => expect(address()).not.toContain("accounts"));
  });

  it("shows the lines of one account when there are several, and keeps it in the address (BANK-35)", async () => {
    const anAccount = (id: number, label: string) =>
      aBankAccount({ id, label, ledger_account: `512${id}00` });
    const asked: (string | null)[] = [];
    network.stub(
      answers(connectionStatus, aBank()),
      answers(listBankAccounts, { results: [anAccount(1, "Courant"), anAccount(2, "Livret")] }),
      answers(listTransactions, ({ query }) => {
        asked.push(query.get("bank_account"));
        return [aTransaction({ label: query.has("bank_account") ? "VIR LIVRET" : "VIR TOUS" })];
      }),
    );
    const { user, address } = renderScreen(<OriginalStatementPage />, { at: "/bank-statements/original" });
    expect(await screen.findByText("VIR TOUS")).toBeVisible();
    await user.click(await screen.findByRole("combobox", { name: "Compte bancaire" }));
    await user.click(await screen.findByRole("option", { name: "Livret (512200)" }));
    expect(await screen.findByText("VIR LIVRET")).toBeVisible();
    expect(address()).toContain("bank_account=2");
    expect(asked).toEqual([null, "2"]);
  });

  it("says that the account of an old link, or of a saved filter, is no more (UI-28)", async () => {
    network.stub(
      answers(connectionStatus, aBank()),
      answers(listBankAccounts, { results: [aBankAccount({ id: 1 })] }),
      answers(listTransactions, []),
    );
    renderScreen(<OriginalStatementPage />, { at: "/bank-statements/original?bank_account=9" });
    expect(await screen.findByDisplayValue("Compte introuvable")).toBeVisible();
  });

  it("says that there is none when it is empty", async () => {
    show();
    expect(await screen.findByText("Aucune transaction trouvée.")).toBeVisible();
    // DIST-7: it offers what fills it.
    expect(screen.getByRole("link", { name: "Importer un relevé" })).toBeVisible();
  });

  it.each([
    ["the lines", listTransactions, "Impossible de charger les transactions."],
    ["the connection", connectionStatus, "Failed to fetch bank connection status."],
  ])("says that %s could not be read, and reads again", async (_title, route, message) => {
    network.stub(fails(route, 500), answers(connectionStatus, aBank()), answers(listTransactions, []));
    const { user } = renderScreen(<OriginalStatementPage />);
    expect(await screen.findByText(message)).toBeVisible();
    network.stub(answers(connectionStatus, aBank()), answers(listTransactions, [aTransaction()]));
    await user.click(screen.getByRole("button", { name: "Réessayer" }));
    expect(await screen.findByRole("row", { name: /VIR INST CINE BEFFROI/ })).toBeVisible();
  });

  it("reads the next lines on request, until a page is not full", async () => {
    const asked: (string | null)[] = [];
    network.stub(
      answers(connectionStatus, aBank()),
      answers(listTransactions, ({ query }) => {
        asked.push(query.get("page"));
        const isFirst = query.get("page") === "1";
        return Array.from({ length: isFirst ? 100 : 3 }, (_, index) =>
          aTransaction({ id: (isFirst ? 1000 : 2000) + index, label: `VIR ${isFirst ? "A" : "B"}${index}` }),
        );
      }),
    );
    const { user } = renderScreen(<OriginalStatementPage />);
    await user.click(await screen.findByRole("button", { name: "Afficher la suite" }));
    expect(await screen.findByText("VIR B2")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Afficher la suite" })).toBeNull();
    expect(asked).toEqual(["1", "2"]);
  });
});

describe("what became of a line", () => {
  it("tells who or what lettered it, when and why", async () => {
    const { user } = show(lettered);
    expect(await screen.findByText("Lettrée AAA")).toBeVisible();
    await user.click(screen.getByRole("button", { name: /Afficher le détail de VIR INST/ }));
    expect(
      screen.getByText(
        /Rapprochée automatiquement le 30\/12\/2026 09:00.*n° F26000123 dans le libellé, montant exact/,
      ),
    ).toBeVisible();
    expect(screen.getByRole("link", { name: "F26000123" })).toHaveAttribute("href", "/invoices/23");
  });

  it("is undone from here, after the question", async () => {
    const undone: string[] = [];
    const { user } = show(lettered);
    network.stub(
      answers(revertTransaction, ({ params }) => {
        undone.push(params["id"] ?? "");
        return { message: "", user_action_id: 5 };
      }),
    );
    await user.click(await screen.findByRole("button", { name: /Afficher le détail/ }));
    const undo = screen.getByRole("button", { name: /^Annuler le rapprochement de VIR INST/ });
    expect(undo).toHaveTextContent("Annuler le rapprochement");
    await user.click(undo);
    const question = await screen.findByRole("dialog", { name: "Annuler ce rapprochement" });
    expect(undone).toEqual([]);
    network.stub(answers(listTransactions, [aTransaction()]));
    await user.click(within(question).getByRole("button", { name: "Confirmer" }));
    expect(await screen.findByText("Action annulée avec succès.")).toBeVisible();
    expect(undone).toEqual(["50"]);
    await waitFor(() => expect(screen.queryByText("Lettrée AAA")).toBeNull());
  });

  it.each([
    ["REJECTED", "Annuler le rejet"],
    ["DONE", "Annuler la résolution"],
  ])("undoes what is %s without letters under its own name (LET-4)", async (status, name) => {
    const lettering = { ...lettered.lettering!, user_action_status: status, invoices: [], parts: [] };
    const { user } = show(aTransaction({ label: "VIR INCONNU", lettering }));
    await user.click(await screen.findByRole("button", { name: /Afficher le détail/ }));
    const undo = screen.getByRole("button", { name: `${name} de VIR INCONNU` });
    expect(undo).toHaveTextContent(name);
    await user.click(undo);
    expect(await screen.findByRole("dialog", { name })).toHaveTextContent(
      "L’action sera de nouveau à traiter.",
    );
  });

  it.each([
    ["rejected", "REJECTED", ["Virement interne"], /^Rejetée par Camille Rousseau le .* : Virement interne$/],
    ["rejected", "REJECTED", [], /^Rejetée par Camille Rousseau le 30\/12\/2026 09:00$/],
    ["closed", "DONE", [], /^Résolue par Camille Rousseau le 30\/12\/2026 09:00$/],
  ] as const)(
    "tells of what is %s without letters who decided so, and why (%s, %j)",
    async (outcome, status, reasons, says) => {
      const decision = {
        ...lettered.lettering!.decision!,
        outcome,
        is_automatic: false,
        decided_by: {
          id: 4,
          first_name: "Camille",
          last_name: "Rousseau",
          email: "camille@lumen-films.example",
        },
        reasons: [...reasons],
      };
      const lettering = {
        ...lettered.lettering!,
        user_action_status: status,
        decision,
        invoices: [],
        parts: [],
      };
      const { user } = show(aTransaction({ lettering }));
      await user.click(await screen.findByRole("button", { name: /Afficher le détail/ }));
      expect(screen.getByText(says)).toBeVisible();
      expect(screen.queryByText("Aucune facture n’est rapprochée de cette opération.")).toBeNull();
    },
  );

  it("says of a line that nobody was asked about that it has no end yet", async () => {
    const undecided = {
      ...lettered.lettering!,
      user_action_id: null,
      user_action_status: null,
      invoices: [],
      parts: [],
      decision: null,
    };
    const { user } = show(aTransaction({ amount: "-36.94", lettering: undecided }));
    expect(await screen.findByText("À affecter")).toBeVisible();
    await user.click(screen.getByRole("button", { name: /Afficher le détail/ }));
    expect(screen.getByRole("button", { name: /^Affecter/ })).toBeVisible();
  });

  it("opens the parts of a line again that were being typed before a reload, until the line is decided (FED-6)", async () => {
    sessionStorage.clear();
    const undecided = { ...lettered.lettering!, user_action_status: null, invoices: [], decision: null };
    const line = aTransaction({ id: 50, amount: "-36.94", lettering: undecided });
    network.stub(answers(readParts, aSplitLine({ transaction_id: 50, amount: "-36.94" })));
    const { user, unmount } = show(line);
    await user.click(await screen.findByRole("button", { name: /Afficher le détail/ }));
    await user.click(screen.getByRole("button", { name: /^Affecter/ }));
    await user.type(await screen.findByLabelText("Montant de la part 1"), "1");
    unmount();
    const { unmount: leave } = show({ ...lettered, id: 50 });
    await screen.findByRole("row", { name: /VIR INST CINE BEFFROI/ });
    expect(screen.queryByRole("dialog")).toBeNull();
    leave();
    show(line);
    expect(await screen.findByText("Saisie rétablie")).toBeVisible();
    expect(screen.getByLabelText("Montant de la part 1")).toHaveValue("-36,941");
    sessionStorage.clear();
  });

  it("LET-51: shows the credits alone that nobody is asked about, each with its reason", async () => {
    const interest = aTransaction({
      id: 52,
      label: "INTERETS CREDITEURS",
      lettering: {
        ...lettered.lettering!,
        user_action_id: null,
        user_action_status: null,
        ignored_reason: "bank_operation",
        invoices: [],
        parts: [],
        decision: null,
      },
    });
    network.stub(
      answers(connectionStatus, noBank),
      answers(listTransactions, ({ query }) => (query.get("ignored") === "true" ? [interest] : [lettered])),
    );
    const { user, address } = renderScreen(<OriginalStatementPage />, { at: "/bank-statements/original" });
    expect(await screen.findByRole("row", { name: /BEFFROI/ })).toBeVisible();
    await user.click(screen.getByRole("radio", { name: "Non proposées" }));
    expect(await screen.findByRole("row", { name: /INTERETS/ })).toBeVisible();
    expect(address()).toContain("ignored");
    await user.click(screen.getByRole("button", { name: /Afficher le détail/ }));
    expect(screen.getByText(/opération bancaire, pas un règlement de client/)).toBeVisible();
  });

  it("leads to the workbench when a person is to decide", async () => {
    const waiting = aTransaction({
      lettering: {
        ...lettered.lettering!,
        user_action_id: 7,
        user_action_status: "PENDING",
        invoices: [],
        reason: "Doublon possible",
        decision: null,
      },
    });
    const { user } = show(waiting);
    expect(await screen.findByText("À traiter")).toBeVisible();
    await user.click(screen.getByRole("button", { name: /Afficher le détail/ }));
    expect(screen.getByText("Doublon possible")).toBeVisible();
    expect(screen.getByRole("link", { name: "Ouvrir l’action" })).toHaveAttribute(
      "href",
      "/user-actions?action=7",
    );
    expect(screen.queryByRole("button", { name: /^Annuler/ })).toBeNull();
  });

  it("tells the parts of a line that are no invoice's, and how to undo them", async () => {
    const rent = aTransaction({
      label: "PRLV LOYER",
      amount: "-1862.50",
      lettering: {
        ...lettered.lettering!,
        user_action_id: null,
        user_action_status: null,
        invoices: [],
        lettering_code: "",
        parts: [
          aBankPart({ kind: "account", amount: "-1850.00", account: "613200", account_label: "Loyers" }),
          aBankPart({ id: 2, kind: "fees", amount: "-12.50" }),
        ],
      },
    });
    const { user } = show(rent);
    expect(await screen.findByText("Affectée")).toBeVisible();
    await user.click(screen.getByRole("button", { name: /Afficher le détail/ }));
    expect(screen.getByText("613200 Loyers")).toBeVisible();
    expect(screen.getByText("Frais bancaires (627800)")).toBeVisible();
    expect(screen.getByRole("button", { name: /^Annuler l’affectation/ })).toHaveTextContent(
      "Annuler l’affectation",
    );
  });
});
