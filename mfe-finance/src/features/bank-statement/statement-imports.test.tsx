import { listTransactions } from "@bobine/contract/banking";
import { connectionStatus } from "@bobine/contract/bank-connection";
import { civilDate } from "@bobine/contract/civil-date";
import {
  downloadStatement,
  IMPORTS_PAGE_SIZE,
  listStatementImports,
  previewStatementAgain,
  type StatementImport,
  takeBackStatement,
} from "@bobine/contract/statement-imports";
import { aStatementImport, noBank } from "@bobine/contract/testing/banking";
import { answers, fails, renderScreen, signIn, stubNetwork } from "@bobine/shared-auth/testing";
import { plainSpaces } from "@bobine/shared-ui/testing";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { OriginalStatementPage } from "./original-statement.page.tsx";

const network = stubNetwork();
beforeEach(() => {
  signIn();
  network.stub(answers(listTransactions, []));
});

const listOf = (...results: StatementImport[]) =>
  answers(listStatementImports, { count: results.length, next: null, previous: null, results });
const show = (...results: StatementImport[]) => {
  network.stub(answers(connectionStatus, noBank), listOf(...results));
  return renderScreen(<OriginalStatementPage />, { at: "/bank-statements/original?imports" });
};
const takenBack = aStatementImport({
  line_count: 0,
  taken_back: {
    at: "2026-12-31T09:00:00.000Z",
    by: { first_name: "Camille", last_name: "Roux", email: "camille@films.example" },
  },
});

describe("the statements that were imported (BANK-31)", () => {
  it("are a page of the statement, also without a bank", async () => {
    network.stub(answers(connectionStatus, noBank), listOf(aStatementImport()));
    const { user, address } = renderScreen(<OriginalStatementPage />, { at: "/bank-statements/original" });
    await user.click(await screen.findByRole("button", { name: "Relevés importés" }));
    expect(address()).toContain("imports");
    expect(screen.getByRole("button", { name: "Voir les opérations" })).toHaveFocus();
    expect(await screen.findByRole("row", { name: /releve\.csv/ })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Voir les opérations" }));
    expect(address()).not.toContain("imports");
  });

  it("lead back past a page that is no more", async () => {
    network.stub(
      answers(connectionStatus, noBank),
      answers(listStatementImports, ({ query }) => ({
        // Those of the second page went meanwhile.
        count: query.get("page") === "2" ? IMPORTS_PAGE_SIZE : IMPORTS_PAGE_SIZE + 1,
        next: null,
        previous: null,
        results: query.get("page") === "2" ? [] : [aStatementImport()],
      })),
    );
    const { user, address, goBack } = renderScreen(<OriginalStatementPage />, {
      at: "/bank-statements/original?imports",
    });
    await user.click(await screen.findByRole("button", { name: "Suivant" }));
    await waitFor(() => expect(address()).toBe("/bank-statements/original?imports="));
    await goBack();
    expect(address()).toBe("/bank-statements/original?imports");
  });

  it("tell who imported them, when, and their operations and balances", async () => {
    show(
      aStatementImport({
        balances: [
          { account_label: "Courant", kind: "opening", date: civilDate("2026-12-01"), amount: "100.00" },
          { account_label: "Courant", kind: "closing", date: civilDate("2026-12-31"), amount: "2997.31" },
        ],
      }),
    );
    const text = plainSpaces((await screen.findByRole("row", { name: /releve\.csv/ })).textContent);
    for (const told of [
      "30/12/2026 09:00, Camille Roux",
      "01/12/2026 – 29/12/2026",
      "Ouverture (01/12/2026) 100,00 €",
      "Clôture (31/12/2026) 2 997,31 €",
    ])
      expect(text).toContain(told);
  });

  it("say that there is none, and where to import one", async () => {
    show();
    expect(await screen.findByText("Aucun relevé importé.")).toBeVisible();
    expect(screen.getByRole("link", { name: "Importer un relevé" })).toHaveAttribute(
      "href",
      "/external-data/bank-statements",
    );
  });

  it("can be read again after a failure", async () => {
    network.stub(answers(connectionStatus, noBank), fails(listStatementImports, 500));
    const { user } = renderScreen(<OriginalStatementPage />, { at: "/bank-statements/original?imports" });
    expect(await screen.findByText("Impossible de charger les relevés importés.")).toBeVisible();
    network.stub(listOf(aStatementImport()));
    await user.click(screen.getByRole("button", { name: "Réessayer" }));
    expect(await screen.findByRole("row", { name: /releve\.csv/ })).toBeVisible();
  });

  it("say when a file cannot be fetched", async () => {
    network.stub(fails(downloadStatement, 404));
    const { user } = show(aStatementImport());
    await user.click(await screen.findByRole("button", { name: "Télécharger releve.csv" }));
    expect(await screen.findByText("Impossible de télécharger ce relevé.")).toBeVisible();
  });
});

describe("an import that is taken back (BANK-34)", () => {
  it("asks first, and then shows who took it back", async () => {
    const { user } = show(aStatementImport());
    const asked: unknown[] = [];
    network.stub(
      answers(takeBackStatement, ({ params }) => {
        asked.push(params["id"]);
        return { message: "Import annulé : 6 opérations retirées.", removed: 6 };
      }),
    );
    await user.click(await screen.findByRole("button", { name: "Annuler l’import releve.csv" }));
    const question = await screen.findByRole("dialog", { name: "Annuler cet import" });
    expect(plainSpaces(question.textContent)).toContain("6 opérations de « releve.csv » seront retirées");
    expect(asked).toEqual([]);
    network.stub(listOf(takenBack));
    await user.click(within(question).getByRole("button", { name: "Annuler l’import" }));
    expect(await screen.findByText("Import annulé : 6 opérations retirées.")).toBeVisible();
    expect(asked).toEqual(["9"]);
    const row = await screen.findByRole("row", { name: /Annulé.*Camille Roux/ });
    expect(within(row).queryByRole("button", { name: /Annuler l’import/ })).toBeNull();
  });

  it("tells why it cannot be, and stays open", async () => {
    const { user } = show(aStatementImport());
    network.stub(
      fails(takeBackStatement, 409, { detail: "Cet import ne peut plus être annulé.", code: "in_lot" }),
    );
    await user.click(await screen.findByRole("button", { name: "Annuler l’import releve.csv" }));
    const question = await screen.findByRole("dialog", { name: "Annuler cet import" });
    await user.click(within(question).getByRole("button", { name: "Annuler l’import" }));
    expect(await within(question).findByText("Cet import ne peut plus être annulé.")).toBeVisible();
  });

  it.each([
    ["one that was taken back", takenBack],
    ["one whose operations may have gone with another", aStatementImport({ may_lack: true })],
  ])("leads to a preview of the file of %s", async (_what, statement) => {
    const { user, address } = show(statement);
    const preview = "6b1f0c9e-0000-4000-8000-000000000001";
    network.stub(answers(previewStatementAgain, { preview }));
    await user.click(await screen.findByRole("button", { name: "Réimporter releve.csv" }));
    await waitFor(() => expect(address()).toBe(`/external-data/bank-statements?preview=${preview}`));
  });
});
