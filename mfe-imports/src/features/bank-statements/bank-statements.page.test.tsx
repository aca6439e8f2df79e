import { dashboardStats } from "@bobine/contract/dashboard";
import { listInvoices } from "@bobine/contract/invoices";
import { listUserActions } from "@bobine/contract/user-actions";
import { routeKey } from "@bobine/shared-auth";
import { listBankAccounts } from "@bobine/contract/bank-accounts";
import { uploadTransactions } from "@bobine/contract/banking";
import { STATEMENT_EXTENSIONS } from "@bobine/contract/statement-files";
import { civilDate } from "@bobine/contract/civil-date";
import { listStatementLayouts } from "@bobine/contract/statement-columns";
import { aBankAccount, someStats } from "@bobine/contract/testing/banking";
import { answers, fails, OtherScreen, renderScreen, signIn, stubNetwork } from "@bobine/shared-auth/testing";
import { plainSpaces } from "@bobine/shared-ui/testing";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { Link } from "react-router-dom";
import { beforeEach, describe, expect, it } from "vitest";
import { BankStatementsPage } from "./bank-statements.page.tsx";

const network = stubNetwork();
beforeEach(() => {
  signIn();
  network.stub(answers(listBankAccounts, { results: [] }), answers(listStatementLayouts, { results: [] }));
});

const stats = someStats({
  bank: "Crédit Agricole",
  file_format: "csv",
  rows_read: 6,
  imported: 6,
  duplicates: 0,
  ignored: 0,
  credits: 4,
  debits: 2,
  total_credits: "26176.06",
  total_debits: "-4221.90",
  currency: "EUR",
  period_start: civilDate("2026-12-28"),
  period_end: civilDate("2026-12-31"),
  auto_reconciled: 2,
  invoices_paid: 3,
  user_actions_created: 2,
  unmatched: 0,
  errors_count: 0,
  errors: [],
});

const show = () => renderScreen(<BankStatementsPage />, { at: "/external-data/bank-statements" });
const choose = (name: string) =>
  fireEvent.change(screen.getByLabelText("Fichier du relevé"), {
    target: { files: [new File(["x"], name)] },
  });

describe("importing a bank statement", () => {
  it.each(["releve.pdf", "releve.xls", "csv", "releve.csv.exe"])("refuses %s before sending it", (name) => {
    show();
    choose(name);
    expect(screen.getByRole("alert")).toHaveTextContent("Veuillez sélectionner un fichier XLSX ou CSV");
  });

  it.each([...STATEMENT_EXTENSIONS, ".CSV", ".Xml"])("takes a file named %s (BANK-17)", (extension) => {
    show();
    choose(`releve${extension}`);
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  });

  it("refuses a file that is too large before sending it", () => {
    show();
    const file = new File(["x"], "releve.csv");
    Object.defineProperty(file, "size", { value: 10 * 1024 * 1024 + 1 });
    fireEvent.change(screen.getByLabelText("Fichier du relevé"), { target: { files: [file] } });
    expect(screen.getByRole("alert")).toHaveTextContent("Le fichier est trop volumineux.");
  });

  it("asks for a file before it sends anything", async () => {
    const { user } = show();
    await user.click(screen.getByRole("button", { name: "Importer le relevé" }));
    expect(screen.getByRole("alert")).toHaveTextContent("Veuillez sélectionner un fichier à téléverser");
  });

  it("has the specified words for a failure without a reason", async () => {
    network.stub(fails(uploadTransactions, 500));
    const { user } = show();
    choose("releve.xlsx");
    await user.click(screen.getByRole("button", { name: "Importer le relevé" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("Failed to upload file");
  });

  it("tells of a failure on the next page to whoever has left meanwhile (TXT-1)", async () => {
    let answer = (): void => undefined;
    network.stub(
      answers(uploadTransactions, async () => {
        await new Promise<void>((go) => {
          answer = go;
        });
        return Response.json({ error: "Le fichier est vide." }, { status: 400 });
      }),
    );
    const at = "/external-data/bank-statements";
    const page = (
      <>
        <BankStatementsPage />
        <Link to="/invoices">Factures</Link>
      </>
    );
    const { user } = renderScreen(page, { at, path: at });
    choose("releve.csv");
    await user.click(screen.getByRole("button", { name: "Importer le relevé" }));
    await user.click(screen.getByRole("link", { name: "Factures" }));
    await waitFor(() => {
      answer();
      expect(screen.getByText("Le fichier est vide.")).toBeVisible();
    });
    expect(screen.getByText(/Relevés bancaires.*releve\.csv.*n’a pas été importé/)).toBeVisible();
  });

  it("lists the statistics in the specified order and words", async () => {
    network.stub(answers(uploadTransactions, { stats }));
    const { user } = show();
    choose("RELEVE.CSV");
    await user.click(screen.getByRole("button", { name: "Importer le relevé" }));
    const result = await screen.findByRole("region", { name: "Relevé importé" });
    const read = (role: "term" | "definition") =>
      within(result)
        .getAllByRole(role)
        .map((item) => plainSpaces(item.textContent ?? ""));
    expect(Object.fromEntries(read("term").map((term, i) => [term, read("definition")[i]]))).toEqual({
      "Banque détectée": "Crédit Agricole",
      "Lignes lues": "6",
      "Opérations importées": "6",
      "Doublons ignorés": "0",
      "Lignes ignorées": "0",
      Encaissements: "4",
      Décaissements: "2",
      "Total des encaissements": "26 176,06 €",
      "Total des décaissements": "-4 221,90 €",
      Période: "28/12/2026 – 31/12/2026",
      "Rapprochements automatiques": "2",
      "Factures soldées": "3",
      "Actions à traiter": "2",
      "Opérations non identifiées": "0",
    });
    expect(screen.getByRole("link", { name: "Traiter les actions" })).toHaveAttribute(
      "href",
      "/user-actions?view=open",
    );
  });

  it("tells what to check of the file as a whole (BANK-21)", async () => {
    const notes = ["Les totaux annoncés par la banque ne sont pas ceux des opérations."];
    network.stub(answers(uploadTransactions, { stats: { ...stats, notes } }));
    const { user } = show();
    choose("releve.xml");
    await user.click(screen.getByRole("button", { name: "Importer le relevé" }));
    const told = await screen.findByRole("region", { name: "À vérifier" });
    expect(told).toHaveTextContent("Les totaux annoncés par la banque ne sont pas ceux des opérations.");
    expect(screen.queryByRole("region", { name: "Lignes illisibles" })).not.toBeInTheDocument();
  });

  it.each([
    ["of the file", 400, "Le fichier est vide."],
    ["of its own lack", 503, "Le serveur n’a plus la place de recevoir ce fichier pour l’instant."],
  ])("shows the server's reason: %s", async (_, status, error) => {
    network.stub(fails(uploadTransactions, status, { error, code: "no_space" }));
    const { user } = show();
    choose("releve.xlsx");
    await user.click(screen.getByRole("button", { name: "Importer le relevé" }));
    expect(await screen.findByRole("alert")).toHaveTextContent(error);
  });
});

describe("the account of a statement that names none (BANK-15)", () => {
  const anAccount = (id: number, label: string, ledger_account: string) =>
    aBankAccount({ id, label, ledger_account });
  const sends = () => {
    const sent: unknown[] = [];
    network.stub(
      answers(uploadTransactions, ({ query }) => {
        sent.push(query.toString());
        return { stats };
      }),
    );
    return sent;
  };
  const send = { name: "Importer le relevé" };

  it("is chosen among several, the first one standing ready", async () => {
    const accounts = [anAccount(7, "Courant", "512100"), anAccount(8, "Livret", "512200")];
    network.stub(answers(listBankAccounts, { results: accounts }));
    const sent = sends();
    const { user } = show();
    choose("releve.csv");
    const select = await screen.findByRole("combobox", { name: "Compte bancaire" });
    expect(select).toHaveValue("Courant (512100)");
    await user.click(screen.getByRole("button", send));
    await screen.findByRole("region", { name: "Relevé importé" });
    await user.click(select);
    await user.click(await screen.findByRole("option", { name: "Livret (512200)" }));
    expect(screen.queryByRole("region", { name: "Relevé importé" })).toBeNull();
    await user.click(screen.getByRole("button", send));
    await screen.findByRole("region", { name: "Relevé importé" });
    expect(sent).toEqual(["", "bank_account=8"]);
  });

  it("is not asked of who has one", async () => {
    network.stub(answers(listBankAccounts, { results: [anAccount(7, "Courant", "512100")] }));
    sends();
    const { user } = show();
    choose("releve.csv");
    await user.click(screen.getByRole("button", send));
    await screen.findByRole("region", { name: "Relevé importé" });
    expect(screen.queryByRole("combobox")).toBeNull();
  });

  it("is told to be the first one while the accounts cannot be read", async () => {
    network.stub(fails(listBankAccounts, 500));
    show();
    expect(await screen.findByText(/Vos comptes bancaires n’ont pas pu être lus/)).toBeVisible();
  });
});

it.each([
  ["the invoices", routeKey(listInvoices, { query: { page: 9 } })],
  ["the actions", routeKey(listUserActions, { query: { page: 9 } })],
  ["the figures of the dashboard", routeKey(dashboardStats)],
])("an imported statement has %s read again", async (_, queryKey) => {
  network.stub(answers(uploadTransactions, { stats }));
  const { user } = renderScreen(
    <>
      <BankStatementsPage />
      <OtherScreen queryKey={queryKey} />
    </>,
    { at: "/external-data/bank-statements" },
  );
  expect(await screen.findByText("lu 1 fois")).toBeVisible();
  choose("releve.csv");
  await user.click(screen.getByRole("button", { name: "Importer le relevé" }));
  expect(await screen.findByText("lu 2 fois")).toBeVisible();
});
