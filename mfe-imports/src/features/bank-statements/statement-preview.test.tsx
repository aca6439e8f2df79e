import { listBankAccounts } from "@bobine/contract/bank-accounts";
import { civilDate } from "@bobine/contract/civil-date";
import { listStatementLayouts } from "@bobine/contract/statement-columns";
import {
  dropStatementPreview,
  importPreviewedStatement,
  previewStatement,
  readStatementPreview,
} from "@bobine/contract/statement-previews";
import {
  aBankAccount,
  aStatementPreview,
  aPreviewedAccount,
  aPreviewedLine,
  someStats,
} from "@bobine/contract/testing/banking";
import { unfinishedWork } from "@bobine/shared-auth";
import { answers, fails, renderScreen, signIn, stubNetwork } from "@bobine/shared-auth/testing";
import { plainSpaces } from "@bobine/shared-ui/testing";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { BankStatementsPage } from "./bank-statements.page.tsx";

const network = stubNetwork();
beforeEach(() => {
  signIn();
  network.stub(answers(listBankAccounts, { results: [] }), answers(listStatementLayouts, { results: [] }));
});

const AT = "/external-data/bank-statements";
const preview = aStatementPreview({
  accounts: [
    aPreviewedAccount({
      opening_balance: { date: civilDate("2026-12-28"), amount: "100.00" },
      closing_balance: { date: civilDate("2026-12-31"), amount: "2997.31" },
    }),
  ],
  lines: [aPreviewedLine(), aPreviewedLine({ label: "PRLV LOYER", amount: "-10.00", is_known: true })],
  errors_count: 1,
  errors: ["Ligne 9 : la date « 32/12 » est illisible."],
  notes: ["Entre deux soldes, il manque 10,00 €."],
});
const look = async (given = preview) => {
  network.stub(answers(previewStatement, given), answers(readStatementPreview, given));
  const shown = renderScreen(<BankStatementsPage />, { at: AT });
  fireEvent.change(screen.getByLabelText("Fichier du relevé"), {
    target: { files: [new File(["x"], "releve.csv")] },
  });
  await shown.user.click(screen.getByRole("button", { name: "Voir l’aperçu" }));
  await screen.findByRole("region", { name: "Aperçu du relevé" });
  return shown;
};

describe("the preview of a bank statement (BANK-32)", () => {
  it("tells bank, period, operations, balances and what would be lettered", async () => {
    await look();
    const text = plainSpaces(screen.getByRole("region", { name: "Aperçu du relevé" }).textContent);
    for (const told of [
      "Crédit Agricole",
      "29/12/2026 – 29/12/2026",
      "Nouvelles opérations1",
      "Lettrées d’office (1)2 897,31 €",
      "Solde d’ouverture (28/12/2026)100,00 €",
      "Solde de clôture (31/12/2026)2 997,31 €",
      "Compte courant",
    ])
      expect(text).toContain(told);
    expect(screen.getByRole("region", { name: "Lignes illisibles" })).toHaveTextContent("32/12");
    expect(screen.getByRole("region", { name: "À vérifier" })).toHaveTextContent("il manque");
    expect(screen.getByRole("row", { name: /PRLV LOYER/ })).toHaveTextContent("Déjà connue");
  });

  it("imports on request, and then shows the statistics", async () => {
    const { user } = await look();
    const stats = someStats();
    network.stub(
      answers(importPreviewedStatement, { stats }),
      answers(readStatementPreview, { ...preview, imported: stats }),
    );
    await user.click(screen.getByRole("button", { name: "Importer" }));
    expect(await screen.findByRole("region", { name: "Relevé importé" })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Importer" })).toBeNull();
  });

  it("has the remembered columns read again once it is imported: its own may be among them (BANK-30)", async () => {
    const { user } = await look();
    let reads = 0;
    network.stub(
      answers(listStatementLayouts, () => {
        reads += 1;
        return { results: [] };
      }),
      answers(importPreviewedStatement, { stats: someStats() }),
    );
    await user.click(screen.getByRole("button", { name: "Importer" }));
    await waitFor(() => expect(reads).toBe(1));
  });

  it("stays in the address, so that a reload loses nothing", async () => {
    const { address } = await look();
    await waitFor(() => expect(address()).toContain(`preview=${preview.id}`));
    network.stub(answers(readStatementPreview, preview));
    renderScreen(<BankStatementsPage />, { at: `${AT}?preview=${preview.id}` });
    expect((await screen.findAllByRole("heading", { name: "releve.csv" })).length).toBeGreaterThan(0);
  });

  it("is dropped on request, and the file can be chosen again", async () => {
    const { user, address } = await look();
    const dropped: unknown[] = [];
    network.stub(
      answers(dropStatementPreview, ({ params }) => {
        dropped.push(params["id"]);
        return undefined;
      }),
    );
    await user.click(screen.getByRole("button", { name: "Abandonner" }));
    await waitFor(() => expect(address()).not.toContain("preview"));
    expect(dropped).toEqual([preview.id]);
    expect(await screen.findByRole("button", { name: "Voir l’aperçu" })).toBeVisible();
  });

  it("leaves the file as it was chosen when it is dropped: not sent, and to be lost (UI-10)", async () => {
    const { user } = await look();
    network.stub(answers(dropStatementPreview, undefined));
    await user.click(screen.getByRole("button", { name: "Abandonner" }));
    expect(await screen.findByRole("button", { name: "Voir l’aperçu" })).toBeVisible();
    expect(screen.queryByText(/Téléversement terminé/)).toBeNull();
    expect(unfinishedWork()).toEqual([expect.objectContaining({ kind: "form" })]);
  });

  it("waits for a word about days to come (BANK-33)", async () => {
    const sent: unknown[] = [];
    const { user } = await look(
      aStatementPreview({ days_to_confirm: ["1 opération est datée après aujourd’hui."] }),
    );
    const button = screen.getByRole("button", { name: "Importer" });
    expect(button).toBeDisabled();
    network.stub(
      answers(importPreviewedStatement, ({ body }) => {
        sent.push(body);
        return { stats: someStats() };
      }),
    );
    await user.click(screen.getByRole("checkbox", { name: "Ces dates sont exactes" }));
    await user.click(button);
    await waitFor(() => expect(sent).toEqual([{ days_confirmed: true }]));
  });

  it("asks for that word also when only the import knows of such days (BANK-33)", async () => {
    const { user } = await look();
    const sentence = "1 opération est datée avant l’ouverture du compte.";
    network.stub(
      fails(importPreviewedStatement, 409, {
        detail: `${sentence} Confirmez ces dates pour importer le relevé.`,
        code: "days_to_confirm",
      }),
      answers(readStatementPreview, { ...preview, days_to_confirm: [sentence] }),
    );
    await user.click(screen.getByRole("button", { name: "Importer" }));
    await user.click(await screen.findByRole("checkbox", { name: "Ces dates sont exactes" }));
    const sent: unknown[] = [];
    network.stub(
      answers(importPreviewedStatement, ({ body }) => {
        sent.push(body);
        return { stats: someStats() };
      }),
    );
    await user.click(screen.getByRole("button", { name: "Importer" }));
    await waitFor(() => expect(sent).toEqual([{ days_confirmed: true }]));
  });

  it("asks for the account of a statement that names none, and tells anew what it would bring there", async () => {
    const anAccount = (id: number, label: string) =>
      aBankAccount({ id, label, ledger_account: `512${id}00` });
    network.stub(answers(listBankAccounts, { results: [anAccount(7, "Courant"), anAccount(8, "Livret")] }));
    const { user } = await look(aStatementPreview({ account_to_choose: 7 }));
    const asked: unknown[] = [];
    network.stub(
      answers(readStatementPreview, ({ query }) => {
        asked.push(query.get("bank_account"));
        return aStatementPreview({ account_to_choose: 8, new_count: 0, known_count: 1 });
      }),
      answers(importPreviewedStatement, ({ body }) => {
        asked.push(body);
        return { stats: someStats() };
      }),
    );
    await user.click(screen.getByRole("combobox", { name: "Compte bancaire" }));
    await user.click(await screen.findByRole("option", { name: "Livret (512800)" }));
    expect(await screen.findByText(/Rien de nouveau/)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Importer" }));
    await waitFor(() => expect(asked).toEqual(["8", { bank_account: 8 }, "8"]));
  });

  it("is not given up while it is imported, and no other file or account takes its place", async () => {
    const accounts = [7, 8].map((id) => aBankAccount({ id, label: `Compte ${id}` }));
    network.stub(answers(listBankAccounts, { results: accounts }));
    const { user } = await look(aStatementPreview({ account_to_choose: 7 }));
    const stats = someStats();
    let finish = (): void => undefined;
    network.stub(
      answers(importPreviewedStatement, async () => {
        await new Promise<void>((go) => {
          finish = go;
        });
        return { stats };
      }),
      answers(readStatementPreview, { ...preview, imported: stats }),
    );
    const drop = screen.getByRole("button", { name: "Abandonner" });
    await user.click(screen.getByRole("button", { name: "Importer" }));
    await waitFor(() => expect(drop).toBeDisabled());
    expect(screen.getByLabelText("Fichier du relevé")).toBeDisabled();
    expect(screen.getByRole("combobox", { name: "Compte bancaire" })).toBeDisabled();
    finish();
    expect(await screen.findByRole("region", { name: "Relevé importé" })).toBeVisible();
    expect(screen.getByLabelText("Fichier du relevé")).toBeEnabled();
  });

  it("shows what came of it, and why it is not given up, when somebody else has imported it", async () => {
    const { user } = await look();
    network.stub(
      fails(dropStatementPreview, 409, { detail: "Ce relevé vient d’être importé.", code: "x" }),
      answers(readStatementPreview, { ...preview, imported: someStats() }),
    );
    await user.click(screen.getByRole("button", { name: "Abandonner" }));
    expect(await screen.findByRole("region", { name: "Relevé importé" })).toBeVisible();
    expect(screen.getByText("Ce relevé vient d’être importé.")).toBeVisible();
  });

  it("keeps the account of its address while accounts cannot be read, and imports nothing until they are", async () => {
    const asked: unknown[] = [];
    network.stub(
      fails(listBankAccounts, 500),
      answers(readStatementPreview, ({ query }) => {
        asked.push(query.get("bank_account"));
        return aStatementPreview({ account_to_choose: 8 });
      }),
    );
    renderScreen(<BankStatementsPage />, { at: `${AT}?preview=${preview.id}&account=8` });
    expect(await screen.findByText(/Vos comptes bancaires n’ont pas pu être lus/)).toBeVisible();
    expect(await screen.findByRole("button", { name: "Importer" })).toBeDisabled();
    expect(asked).toEqual(["8"]);
  });

  it("shows why an import was refused, and lets it be tried again", async () => {
    const { user } = await look();
    network.stub(fails(importPreviewedStatement, 409, { detail: "Ce relevé est déjà importé.", code: "x" }));
    await user.click(screen.getByRole("button", { name: "Importer" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("Ce relevé est déjà importé.");
    expect(screen.getByRole("button", { name: "Importer" })).toBeEnabled();
  });

  it("says that it is over when the server has it no more", async () => {
    network.stub(fails(readStatementPreview, 404));
    const { user, address } = renderScreen(<BankStatementsPage />, { at: `${AT}?preview=${preview.id}` });
    expect(await screen.findByText("Cet aperçu n’est plus disponible")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Choisir un fichier" }));
    expect(address()).not.toContain("preview");
  });

  it("shows nothing more of an import that was taken back since (BANK-34)", async () => {
    const { user } = await look();
    network.stub(answers(importPreviewedStatement, { stats: someStats() }), fails(readStatementPreview, 404));
    await user.click(screen.getByRole("button", { name: "Importer" }));
    expect(await screen.findByText(/son import a été annulé/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Importer" })).not.toBeInTheDocument();
  });

  it("can be read again after a failure", async () => {
    network.stub(fails(readStatementPreview, 500));
    const { user } = renderScreen(<BankStatementsPage />, { at: `${AT}?preview=${preview.id}` });
    await screen.findByText("Impossible de lire l’aperçu de ce relevé.");
    network.stub(answers(readStatementPreview, preview));
    await user.click(screen.getByRole("button", { name: "Réessayer" }));
    expect(await screen.findByRole("region", { name: "Aperçu du relevé" })).toBeVisible();
  });

  it("says of a table without known columns what is expected", async () => {
    const { id, file_name, file_size, expires_at } = preview;
    const message = "Format de relevé non reconnu.";
    network.stub(
      answers(readStatementPreview, {
        outcome: "unknown_layout",
        id,
        file_name,
        file_size,
        expires_at,
        message,
      }),
    );
    renderScreen(<BankStatementsPage />, { at: `${AT}?preview=${id}` });
    expect(await screen.findByText(message)).toBeVisible();
    expect(within(document.body).getByRole("button", { name: "Abandonner" })).toBeVisible();
  });
});
