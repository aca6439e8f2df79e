import { listBankAccounts } from "@bobine/contract/bank-accounts";
import { uploadTransactions } from "@bobine/contract/banking";
import { civilDate } from "@bobine/contract/civil-date";
import {
  describeStatement,
  forgetStatementLayout,
  listStatementLayouts,
  previewColumns,
  type RememberedLayout,
  type RowPreview,
  type StatementTable,
} from "@bobine/contract/statement-columns";
import { dropStatementPreview, previewStatement } from "@bobine/contract/statement-previews";
import { aStatementPreview, someStats } from "@bobine/contract/testing/banking";
import { answers, fails, renderScreen, signIn, stubNetwork } from "@bobine/shared-auth/testing";
import { plainSpaces } from "@bobine/shared-ui/testing";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { BankStatementsPage } from "./bank-statements.page.tsx";

const network = stubNetwork();
const CHOICE: StatementTable["choice"] = {
  date: 0,
  value_date: null,
  labels: [1],
  amount: null,
  debit: null,
  credit: null,
  sense: null,
  debit_word: "",
  balance: null,
  currency: null,
  reference: null,
  account: null,
  status: null,
  decimal_mark: "any",
  date_order: "day_first",
  sign: "as_written",
};
const PREVIEW_ID = "6b1f0c9e-0000-4000-8000-000000000009";
const key = (letter: string) => letter.repeat(64);
const table: StatementTable = {
  name: "",
  separator: ";",
  rows: [
    { line: 1, cells: ["Fait le", "Texte", "Payé par", "Mouvement"], key: key("a") },
    { line: 2, cells: ["28/12/2026", "VIR RECU", "SARL BEFFROI", "12,50"], key: key("b") },
  ],
  shape_key: key("c"),
  width: 4,
  header: 0,
  first: 1,
  choice: CHOICE,
  origin: "guessed",
};
const operation: RowPreview = {
  line: 2,
  kind: "operation",
  date: civilDate("2026-12-28"),
  value_date: null,
  label: "SARL BEFFROI VIR RECU",
  amount: "12.50",
  currency_code: "EUR",
  balance: null,
  message: "",
};
const stats = someStats({
  bank: null,
  file_format: "csv",
  credits: 1,
  total_credits: "12.50",
  period_start: civilDate("2026-12-28"),
  period_end: civilDate("2026-12-28"),
  unmatched: 1,
  columns_from: "chosen",
});
const REFUSED = { error: "Format de relevé non reconnu.", code: "unknown_columns" };

let sent: unknown[];
let previewed: unknown[];
beforeEach(() => {
  signIn();
  sent = [];
  previewed = [];
  network.stub(
    answers(listBankAccounts, { results: [] }),
    answers(listStatementLayouts, { results: [] }),
    answers(describeStatement, { tables: [table] }),
    answers(previewColumns, ({ body }) => {
      previewed.push(body);
      return { rows: [operation], notes: [] };
    }),
    answers(uploadTransactions, ({ body }) => {
      const { layout } = (body ?? {}) as { layout?: unknown };
      sent.push(layout);
      return layout === undefined ? HttpResponse.json(REFUSED, { status: 400 }) : { stats };
    }),
  );
});

const show = () => renderScreen(<BankStatementsPage />, { at: "/external-data/bank-statements" });
const choose = (name = "releve.csv") =>
  fireEvent.change(screen.getByLabelText("Fichier du relevé"), {
    target: { files: [new File(["x"], name)] },
  });
const send = { name: "Importer le relevé" };
const role = (name: RegExp, value: string) =>
  fireEvent.change(screen.getByRole("combobox", { name }), { target: { value } });

describe("a statement whose columns nobody recognises (BANK-30)", () => {
  it("is asked about with its first rows, and imported by the answer without choosing the file again", async () => {
    const { user } = show();
    choose();
    await user.click(screen.getByRole("button", send));
    expect(await screen.findByRole("cell", { name: "SARL BEFFROI" })).toBeVisible();
    const dialog = screen.getByRole("dialog", { name: "Colonnes du relevé" });
    expect(within(dialog).getByText(/Indiquez d’abord les colonnes/)).toBeVisible();
    role(/^Colonne 4/, "amount");
    role(/^Colonne 3/, "label_1");
    role(/^Colonne 2/, "label_2");
    const preview = await within(dialog).findByRole("region", { name: "Ce que Bobine lit" });
    expect(plainSpaces(preview.textContent ?? "")).toContain("28/12/2026SARL BEFFROI VIR RECU12,50 €");
    await user.click(within(dialog).getByRole("button", { name: "Continuer" }));
    expect(await screen.findByRole("region", { name: "Relevé importé" })).toBeVisible();
    expect(screen.getByText(/serviront aussi aux prochains relevés/)).toBeVisible();
    expect(sent[0]).toBeUndefined();
    expect(sent[1]).toEqual([
      { header_key: key("a"), skip: 0, columns: { ...CHOICE, labels: [2, 1], amount: 3 } },
    ]);
    expect(previewed.at(-1)).toEqual({
      rows: [{ line: 2, cells: table.rows[1]?.cells }],
      columns: { ...CHOICE, labels: [2, 1], amount: 3 },
    });
  });

  it("is asked about when it is looked at, too, and shown by the answer before it counts", async () => {
    const looked: unknown[] = [];
    const stored = {
      id: PREVIEW_ID,
      file_name: "releve.csv",
      file_size: 1,
      expires_at: "2026-12-02T09:00:00.000Z",
    };
    network.stub(
      answers(previewStatement, ({ body }) => {
        const { layout } = (body ?? {}) as { layout?: unknown };
        looked.push(layout);
        return layout === undefined
          ? { outcome: "unknown_layout" as const, ...stored, message: "Format de relevé non reconnu." }
          : aStatementPreview({ ...stored, new_count: 1 });
      }),
    );
    const { user } = show();
    choose();
    await user.click(screen.getByRole("button", { name: "Voir l’aperçu" }));
    // What is read of the file takes the place of the dialog that waited for it.
    await screen.findByRole("cell", { name: "SARL BEFFROI" });
    const dialog = screen.getByRole("dialog", { name: "Colonnes du relevé" });
    role(/^Colonne 4/, "amount");
    await user.click(within(dialog).getByRole("button", { name: "Continuer" }));
    expect(await screen.findByRole("button", { name: "Importer" })).toBeVisible();
    expect(looked).toEqual([
      undefined,
      [{ header_key: key("a"), skip: 0, columns: { ...CHOICE, amount: 3 } }],
    ]);
    expect(sent).toEqual([]);
  });

  it("that was looked at is shown by the answer before it counts also when the columns are named later", async () => {
    const unknown = {
      outcome: "unknown_layout" as const,
      id: PREVIEW_ID,
      file_name: "releve.csv",
      file_size: 1,
      expires_at: "2026-12-02T09:00:00.000Z",
      message: "Format de relevé non reconnu.",
    };
    network.stub(
      answers(previewStatement, ({ body }) => {
        const { layout } = (body ?? {}) as { layout?: unknown };
        return layout === undefined ? unknown : aStatementPreview({ new_count: 1 });
      }),
    );
    const { user } = show();
    choose();
    await user.click(screen.getByRole("button", { name: "Voir l’aperçu" }));
    await user.click(await screen.findByRole("button", { name: "Annuler" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await user.click(screen.getByRole("button", { name: "Indiquer les colonnes" }));
    await screen.findByRole("cell", { name: "SARL BEFFROI" });
    role(/^Colonne 4/, "amount");
    await user.click(screen.getByRole("button", { name: "Continuer" }));
    expect(await screen.findByRole("region", { name: "Aperçu du relevé" })).toBeVisible();
    expect(sent).toEqual([]);
  });

  it("that was looked at and given up is looked at again by its columns, and imported by the import’s button alone", async () => {
    network.stub(
      answers(previewStatement, aStatementPreview({ new_count: 1 })),
      answers(dropStatementPreview, undefined),
    );
    const { user } = show();
    choose();
    const nameColumns = async () => {
      await user.click(await screen.findByRole("button", { name: "Indiquer les colonnes" }));
      await screen.findByRole("cell", { name: "SARL BEFFROI" });
      role(/^Colonne 4/, "amount");
      await user.click(screen.getByRole("button", { name: "Continuer" }));
    };
    await user.click(screen.getByRole("button", { name: "Voir l’aperçu" }));
    await user.click(await screen.findByRole("button", { name: "Abandonner" }));
    await nameColumns();
    await user.click(await screen.findByRole("button", { name: "Abandonner" }));
    expect(sent).toEqual([]);
    choose("autre.csv");
    await nameColumns();
    expect(await screen.findByRole("region", { name: "Relevé importé" })).toBeVisible();
    expect(sent).toHaveLength(1);
  });

  it("that is looked at and not answered says why, and can be asked about again", async () => {
    network.stub(
      answers(previewStatement, {
        outcome: "unknown_layout",
        id: PREVIEW_ID,
        file_name: "releve.csv",
        file_size: 1,
        expires_at: "2026-12-02T09:00:00.000Z",
        message: "Format de relevé non reconnu.",
      }),
    );
    const { user } = show();
    choose();
    await user.click(screen.getByRole("button", { name: "Voir l’aperçu" }));
    await user.click(await screen.findByRole("button", { name: "Annuler" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(await screen.findByText("Format de relevé non reconnu.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Voir l’aperçu" }));
    expect(await screen.findByRole("cell", { name: "SARL BEFFROI" })).toBeVisible();
  });

  it("says under the columns what lacks, and sends nothing", async () => {
    const { user } = show();
    choose();
    await user.click(screen.getByRole("button", send));
    await user.click(await screen.findByRole("button", { name: "Continuer" }));
    expect(
      await screen.findByText("Indiquez la colonne du montant, ou celles du débit et du crédit."),
    ).toBeVisible();
    await waitFor(() => expect(screen.getByRole("combobox", { name: /^Colonne 1/ })).toHaveFocus());
    expect(sent).toEqual([undefined]);
  });

  it("keeps the file and the sentence of the refusal when nobody answers, and can be asked about again", async () => {
    const { user } = show();
    choose();
    await user.click(screen.getByRole("button", send));
    await user.click(await screen.findByRole("button", { name: "Annuler" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.getByText("Format de relevé non reconnu.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Indiquer les colonnes" }));
    expect(await screen.findByRole("dialog", { name: "Colonnes du relevé" })).toBeVisible();
  });

  it("without names of columns is known by its shape", async () => {
    const { user } = show();
    choose();
    await user.click(screen.getByRole("button", send));
    await user.click(await screen.findByRole("combobox", { name: "Titres des colonnes" }));
    await user.click(await screen.findByRole("option", { name: "Aucun titre" }));
    role(/^Colonne 4/, "debit");
    await user.click(screen.getByRole("button", { name: "Continuer" }));
    await screen.findByRole("region", { name: "Relevé importé" });
    expect(sent[1]).toMatchObject([{ header_key: key("c"), skip: 1 }]);
  });

  it("that is no table at all is told so", async () => {
    network.stub(answers(describeStatement, { tables: [] }));
    const { user } = show();
    choose();
    await user.click(screen.getByRole("button", send));
    expect(await screen.findByText(/Ce fichier ne contient pas de tableau/)).toBeVisible();
  });

  it("that cannot be read now can be tried again", async () => {
    network.stub(fails(describeStatement, 500));
    const { user } = show();
    choose();
    await user.click(screen.getByRole("button", send));
    const again = await screen.findByRole("button", { name: "Réessayer" });
    network.stub(answers(describeStatement, { tables: [table] }));
    await user.click(again);
    expect(await screen.findByRole("combobox", { name: /^Colonne 1/ })).toBeVisible();
  });
});

it("a file of a format of banks is never asked about its columns", () => {
  show();
  choose("releve.ofx");
  expect(screen.queryByRole("button", { name: "Indiquer les colonnes" })).toBeNull();
});

describe("columns that are remembered", () => {
  const layout: RememberedLayout = {
    id: 4,
    bank_account_id: null,
    header: ["Fait le", "Texte"],
    columns: CHOICE,
    created_at: "2026-12-28T09:00:00.000Z",
    used_at: "2026-12-28T09:00:00.000Z",
  };

  it("are listed, and forgotten when somebody wants to", async () => {
    network.stub(answers(listStatementLayouts, { results: [layout] }));
    const forgotten: unknown[] = [];
    network.stub(
      answers(forgetStatementLayout, ({ params }) => {
        forgotten.push(params["id"]);
        network.stub(answers(listStatementLayouts, { results: [] }));
        return undefined;
      }),
    );
    const { user } = show();
    const list = await screen.findByRole("region", { name: "Colonnes mémorisées" });
    expect(list).toHaveTextContent("Fait le, Texte");
    await user.click(within(list).getByRole("button", { name: "Oublier les colonnes Fait le, Texte" }));
    await waitFor(() => expect(screen.queryByRole("region", { name: "Colonnes mémorisées" })).toBeNull());
    expect(forgotten).toEqual(["4"]);
  });

  it("say so when they cannot be read", async () => {
    network.stub(fails(listStatementLayouts, 500));
    show();
    expect(await screen.findByText(/Les colonnes mémorisées n’ont pas pu être lues/)).toBeVisible();
  });
});
