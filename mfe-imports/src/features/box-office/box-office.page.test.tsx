import { dashboardStats } from "@bobine/contract/dashboard";
import { listCinemas } from "@bobine/contract/cinemas";
import { ownDistributor } from "@bobine/contract/distributors";
import { aCompany } from "@bobine/contract/testing/distributors";
import { listInvoices } from "@bobine/contract/invoices";
import { routeKey } from "@bobine/shared-auth";
import { uploadBoxOffice } from "@bobine/contract/box-office";
import { someReportStats } from "@bobine/contract/testing/box-office";
import { unfinishedWork } from "@bobine/shared-auth";
import {
  answers,
  fails,
  isUnreachable,
  OtherScreen,
  renderScreen,
  signIn,
  stubNetwork,
} from "@bobine/shared-auth/testing";
import { plainSpaces } from "@bobine/shared-ui/testing";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { boxOfficeFileError } from "./box-office-file.ts";
import { BoxOfficePage } from "./box-office.page.tsx";

const network = stubNetwork();
beforeEach(() => {
  signIn();
  network.stub(answers(ownDistributor, aCompany()));
});

const stats = someReportStats({
  unknown_cinemas: 1,
  invoices_expected: 2,
  warnings_count: 1,
  warnings: ["Déclaration 2026-47-910232 : recette par entrée inhabituelle."],
});

const show = () => renderScreen(<BoxOfficePage />, { at: "/external-data/cnc" });
const choose = (file: File) =>
  fireEvent.change(screen.getByLabelText("Fichier XML du rapport"), { target: { files: [file] } });
const report = new File(["<DeclarationsRecettes/>"], "rapport.XML", { type: "text/xml" });

it("offers a viewer no file to send (SEC-22)", async () => {
  signIn({ role: "viewer" });
  show();
  expect(await screen.findByRole("heading", { level: 1 })).toBeVisible();
  expect(screen.queryByLabelText("Fichier XML du rapport")).toBeNull();
  expect(screen.queryByRole("button")).toBeNull();
  // Nobody tells whoever may not import to do so.
  expect(screen.queryByText(/Importez/)).toBeNull();
  expect(screen.getByText(/administrateurs et les comptables de votre société importent/)).toBeVisible();
});

describe("the file of a report", () => {
  it.each([
    ["nothing chosen", null, "Veuillez sélectionner un fichier à téléverser"],
    [
      "another kind of file",
      { name: "rapport.pdf", type: "application/pdf", size: 10 },
      "Veuillez sélectionner un fichier XML",
    ],
    [
      "exactly 50 MB",
      { name: "r.xml", type: "text/xml", size: 50 * 1024 * 1024 },
      "File size must be less than 50MB",
    ],
    ["one byte less", { name: "r.xml", type: "text/xml", size: 50 * 1024 * 1024 - 1 }, undefined],
    ["a .XML name without a type", { name: "R.XML", type: "", size: 10 }, undefined],
    ["an XML type under another name", { name: "rapport", type: "application/xml", size: 10 }, undefined],
  ])("%s", (_title, file, message) => expect(boxOfficeFileError(file)).toBe(message));
});

describe("importing a box-office report", () => {
  it.each([
    [{ automation_on: true }, /les factures des cinémas validés sont établies aussitôt/],
    [{ automation_on: false }, /La facturation automatique est en pause/],
    [{ automation_on: true, validation_status: "prospect" }, /Votre compte n’est pas encore validé/],
  ] as const)(
    "promises invoices only when they are issued: with %j it says %s (BILL-14)",
    async (company, said) => {
      network.stub(answers(ownDistributor, aCompany(company)));
      show();
      expect(await screen.findByText(said)).toBeVisible();
      expect(screen.queryAllByText(/aussitôt/)).toHaveLength(said.source.includes("aussitôt") ? 1 : 0);
    },
  );

  it("asks for a file before it sends anything", async () => {
    const { user } = show();
    await user.click(screen.getByRole("button", { name: "Importer le rapport" }));
    expect(screen.getByRole("alert")).toHaveTextContent("Veuillez sélectionner un fichier à téléverser");
  });

  it("sends the file under the field and the kind of the specification, and tells what it did", async () => {
    const calls: unknown[] = [];
    network.stub(
      answers(uploadBoxOffice, (call) => {
        calls.push([call.params["kind"], call.upload?.field, call.upload?.fileName]);
        return {
          message: "4 déclarations trouvées dans le fichier.",
          import_id: 1,
          preliminary_stats: stats,
        };
      }),
    );
    const { user } = show();
    choose(report);
    await user.click(screen.getByRole("button", { name: "Importer le rapport" }));
    const result = await screen.findByRole("region", { name: "Rapport importé" });
    expect(result).toHaveTextContent("4 déclarations trouvées dans le fichier.");
    expect(plainSpaces(result.textContent ?? "")).toContain("38 850,00 €");
    expect(result).toHaveTextContent("S47/2026");
    // They are issued at once: « à établir » was read as work that waits.
    expect(result).toHaveTextContent("Factures de cet import2");
    expect(screen.getByRole("region", { name: "Points à vérifier" })).toHaveTextContent(
      "recette par entrée inhabituelle",
    );
    expect(calls).toEqual([["cnc", "xml_file", "rapport.XML"]]);
  });

  it.each([
    ["says by what a company is known, and leads there, when all of it is others'", 4, 1],
    ["says nothing of the kind when some of it is ours", 3, 0],
  ])("%s", async (_what, other_distributors, links) => {
    const others = someReportStats({ declarations_found: 4, other_distributors });
    network.stub(
      answers(uploadBoxOffice, {
        message: "4 déclarations trouvées dans le fichier.",
        import_id: 1,
        preliminary_stats: others,
      }),
    );
    const { user } = show();
    choose(report);
    await user.click(screen.getByRole("button", { name: "Importer le rapport" }));
    expect(await screen.findByText("4 déclarations trouvées dans le fichier.")).toBeVisible();
    expect(screen.queryAllByText("Aucune déclaration de ce fichier n’est à votre société.")).toHaveLength(
      links,
    );
    for (const link of screen.queryAllByRole("link", { name: "Informations du compte" }))
      expect(link).toHaveAttribute("href", "/account/overview");
  });

  it("shows the server's reason and keeps the file", async () => {
    network.stub(
      fails(uploadBoxOffice, 400, { error: "Le fichier XML est mal formé (ligne 12, colonne 8)." }),
    );
    const { user } = show();
    choose(report);
    await user.click(screen.getByRole("button", { name: "Importer le rapport" }));
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "Le fichier XML est mal formé (ligne 12, colonne 8).",
    );
    expect(screen.getByText("rapport.XML")).toBeVisible();
  });

  it("shows what the server says of the file's own field", async () => {
    network.stub(fails(uploadBoxOffice, 400, { xml_file: ["Ce fichier est vide."] }));
    const { user } = show();
    choose(report);
    await user.click(screen.getByRole("button", { name: "Importer le rapport" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("Ce fichier est vide.");
  });

  it("has the specified words for a failure without a reason", async () => {
    network.stub(fails(uploadBoxOffice, 500));
    const { user } = show();
    choose(report);
    await user.click(screen.getByRole("button", { name: "Importer le rapport" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("Failed to upload file");
  });

  it("says that the server cannot be reached", async () => {
    network.stub(isUnreachable(uploadBoxOffice));
    const { user } = show();
    choose(report);
    await user.click(screen.getByRole("button", { name: "Importer le rapport" }));
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "Connexion au serveur impossible. Vérifiez votre connexion Internet.",
    );
  });
});

it.each([
  ["the invoices", routeKey(listInvoices, { query: { page: 9 } })],
  ["the cinemas, which it may have created", routeKey(listCinemas)],
  ["the cinemas of the console", routeKey(listCinemas, { query: { page: 1 } })],
  ["the figures of the dashboard", routeKey(dashboardStats)],
])("an imported report has %s read again", async (_, queryKey) => {
  network.stub(
    answers(uploadBoxOffice, {
      message: "Import terminé",
      import_id: 3,
      preliminary_stats: stats,
    }),
  );
  const { user } = renderScreen(
    <>
      <BoxOfficePage />
      <OtherScreen queryKey={queryKey} />
    </>,
    { at: "/external-data/cnc" },
  );
  expect(await screen.findByText("lu 1 fois")).toBeVisible();
  choose(report);
  await user.click(screen.getByRole("button", { name: "Importer le rapport" }));
  expect(await screen.findByText("lu 2 fois")).toBeVisible();
});

it.each([
  ["the screen refused", new File(["%PDF"], "rapport.pdf", { type: "application/pdf" })],
  ["the server refused", report],
])("a file that %s stays chosen, and nobody is asked before it is left (API-6)", async (_, file) => {
  network.stub(fails(uploadBoxOffice, 400, { error: "Le fichier XML est mal formé (ligne 12, colonne 8)." }));
  const { user } = show();
  choose(file);
  await user.click(screen.getByRole("button", { name: "Importer le rapport" }));
  await screen.findByRole("alert");
  expect(screen.getByText(file.name)).toBeVisible();
  expect(unfinishedWork()).toEqual([]);
});

it("a file that did not reach the server is unfinished work still", async () => {
  network.stub(isUnreachable(uploadBoxOffice));
  const { user } = show();
  choose(report);
  await user.click(screen.getByRole("button", { name: "Importer le rapport" }));
  await screen.findByRole("alert");
  expect(unfinishedWork()).toMatchObject([{ kind: "form" }]);
});

it("a chosen file, then its upload, is unfinished work until the report has been imported", async () => {
  let finish = (): void => undefined;
  network.stub(
    answers(uploadBoxOffice, async () => {
      await new Promise<void>((go) => {
        finish = go;
      });
      return { message: "Importé.", import_id: 1, preliminary_stats: stats };
    }),
  );
  const { user } = show();
  expect(unfinishedWork()).toEqual([]);
  choose(report);
  expect(unfinishedWork()).toMatchObject([{ kind: "form" }]);
  await user.click(screen.getByRole("button", { name: "Importer le rapport" }));
  await waitFor(() => expect(unfinishedWork()).toMatchObject([{ kind: "upload" }]));
  await waitFor(() => {
    finish();
    expect(unfinishedWork()).toEqual([]);
  });
});
