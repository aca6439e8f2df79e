import { dashboardStats } from "@bobine/contract/dashboard";
import { listCinemas } from "@bobine/contract/cinemas";
import { listInvoices } from "@bobine/contract/invoices";
import { routeKey } from "@bobine/shared-auth";
import {
  type CinemaToConfirm,
  confirmCinemas,
  discardCinemas,
  listCinemasToConfirm,
} from "@bobine/contract/invoice-confirmations";
import { uploadInvoices } from "@bobine/contract/invoices";
import { listed } from "@bobine/contract/testing/lists";
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
import { fireEvent, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { invoiceListError } from "./invoice-list-file.ts";
import { IssuedInvoicesPage } from "./issued-invoices.page.tsx";

const network = stubNetwork();
beforeEach(() => {
  signIn();
  network.stub(answers(listCinemasToConfirm, listed()));
});

const show = () => renderScreen(<IssuedInvoicesPage />, { at: "/external-data/invoices" });
const choose = (file = new File(["numero_facture"], "FACTURES.CSV")) =>
  fireEvent.change(screen.getByLabelText("Liste des factures"), { target: { files: [file] } });
const send = { name: "Importer les factures" };

describe("the list of invoices", () => {
  it.each([
    ["nothing chosen", null, "Veuillez sélectionner un fichier à téléverser"],
    [
      "a spreadsheet",
      { name: "factures.xlsx", type: "application/vnd.ms-excel", size: 10 },
      "Veuillez sélectionner un fichier CSV",
    ],
    ["a .CSV of a spreadsheet", { name: "F.CSV", type: "application/vnd.ms-excel", size: 10 }, undefined],
    ["a CSV under another name", { name: "factures", type: "text/csv", size: 10 }, undefined],
    [
      "too large",
      { name: "f.csv", type: "text/csv", size: 10 * 1024 * 1024 + 1 },
      "Le fichier est trop volumineux.",
    ],
  ])("%s", (_title, file, message) => expect(invoiceListError(file)).toBe(message));
});

describe("importing issued invoices", () => {
  it("sends the file under the field of the specification, and tells its good lines and its errors", async () => {
    const sent: unknown[] = [];
    network.stub(
      answers(uploadInvoices, ({ upload }) => {
        sent.push([upload?.field, upload?.fileName]);
        return {
          message: "1 118 factures importées, 2 lignes en erreur.",
          success_count: 1118,
          errors: ["Ligne 14 : la facture F-2211 existe déjà.", "Ligne 20 : date de facture invalide."],
          unread_columns: ["Taux de change", "Agence"],
          warnings: ["La semaine S39/2026 de Le Rex est déjà facturée par F26000012."],
        };
      }),
    );
    const { user } = show();
    choose();
    await user.click(screen.getByRole("button", send));
    const result = await screen.findByRole("region", { name: "Factures importées" });
    expect(result).toHaveTextContent("1 118 factures importées, 2 lignes en erreur.");
    expect(plainSpaces(result.textContent)).toContain("Factures ajoutées1 118");
    expect(screen.getByText("Colonnes non lues : Taux de change, Agence")).toBeVisible();
    const lines = within(screen.getByRole("region", { name: "Lignes à corriger" })).getAllByRole("listitem");
    expect(lines.map((line) => line.textContent)).toEqual([
      "Ligne 14 : la facture F-2211 existe déjà.",
      "Ligne 20 : date de facture invalide.",
    ]);
    expect(
      within(screen.getByRole("region", { name: "Points à vérifier" })).getByRole("listitem"),
    ).toHaveTextContent("La semaine S39/2026 de Le Rex est déjà facturée par F26000012.");
    expect(screen.getByRole("link", { name: "Voir les factures" })).toHaveAttribute("href", "/invoices");
    expect(sent).toEqual([["file", "FACTURES.CSV"]]);
    expect(screen.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "100");
  });

  it.each([
    [
      "the server's error",
      fails(uploadInvoices, 400, { error: "Colonnes introuvables dans le fichier : date_facture." }),
      "Colonnes introuvables dans le fichier : date_facture.",
    ],
    [
      "the specified words without one",
      fails(uploadInvoices, 500),
      "Une erreur inconnue est survenue lors du téléversement.",
    ],
    [
      "that the server cannot be reached",
      isUnreachable(uploadInvoices),
      "Connexion au serveur impossible. Vérifiez votre connexion Internet.",
    ],
  ])("shows %s, and keeps the file", async (_, stub, message) => {
    network.stub(stub);
    const { user } = show();
    choose();
    await user.click(screen.getByRole("button", send));
    expect(await screen.findByRole("alert")).toHaveTextContent(message);
    expect(screen.getByText("FACTURES.CSV")).toBeVisible();
    expect(screen.getByRole("button", send)).toBeEnabled();
  });

  it.each([
    ["the invoices", routeKey(listInvoices, { query: { page: 9 } })],
    ["the cinemas, which it may have created", routeKey(listCinemas)],
    ["the figures of the dashboard", routeKey(dashboardStats)],
  ])("has %s read again", async (_, queryKey) => {
    network.stub(answers(uploadInvoices, { message: "Importé.", success_count: 1, errors: [] }));
    const { user } = renderScreen(
      <>
        <IssuedInvoicesPage />
        <OtherScreen queryKey={queryKey} />
      </>,
    );
    expect(await screen.findByText("lu 1 fois")).toBeVisible();
    choose();
    await user.click(screen.getByRole("button", send));
    expect(await screen.findByText("lu 2 fois")).toBeVisible();
  });
});

describe("cinemas that a list names without being sure", () => {
  const REX: CinemaToConfirm = {
    id: 4,
    name: "Le Nouveau Rex",
    city: "Dole",
    short_code: "REXDOL",
    cnc: "",
    siren: "000200014",
    file_name: "factures.csv",
    invoice_count: 2,
    total_amount: "220.00",
    created_at: "2026-11-30T11:00:00.000Z",
  };

  it("show what the file says of them, and are imported once confirmed", async () => {
    const confirmed: unknown[] = [];
    let waiting = [REX];
    network.stub(
      answers(listCinemasToConfirm, () => listed(...waiting)),
      answers(confirmCinemas, ({ body }) => {
        confirmed.push(body);
        waiting = [];
        return {
          message: "1 facture importée, 1 ligne en erreur.",
          success_count: 1,
          errors: ["Ligne 3 : la facture M1 existe déjà."],
          warnings: ["La semaine S39/2026 de Le Nouveau Rex est déjà facturée par F26000012."],
        };
      }),
    );
    const { user } = show();
    expect(await screen.findByRole("heading", { name: /^1\scinéma à confirmer$/ })).toBeVisible();
    const row = screen.getByRole("row", { name: /Le Nouveau Rex, Dole/ });
    expect(plainSpaces(row.textContent)).toContain("Code REXDOL, SIREN 000200014");
    await user.click(within(row).getByRole("button", { name: "Confirmer Le Nouveau Rex" }));
    expect(await screen.findByText("Ligne 3 : la facture M1 existe déjà.")).toBeVisible();
    expect(
      within(screen.getByRole("region", { name: "Points à vérifier" })).getAllByRole("listitem"),
    ).toHaveLength(1);
    expect(screen.queryByRole("heading", { name: /à confirmer/ })).not.toBeInTheDocument();
    expect(confirmed).toEqual([{ cinemas: [4] }]);
  });

  it("are called by what the file has of them: a number, or a name without a town", async () => {
    network.stub(
      answers(
        listCinemasToConfirm,
        listed({ ...REX, name: "", city: "", siren: "" }, { ...REX, id: 5, city: "" }),
      ),
    );
    show();
    const byCode = await screen.findByRole("button", { name: /^Confirmer Code\sREXDOL$/ });
    expect(
      plainSpaces(
        screen
          .getAllByRole("strong")
          .map((one) => one.textContent)
          .join("|"),
      ),
    ).toBe("Code REXDOL|Le Nouveau Rex");
    expect(byCode).toBeEnabled();
  });

  it("keep their page in the address; a page that is no more gives way to the last one", async () => {
    network.stub(
      answers(listCinemasToConfirm, ({ query }) => ({
        ...listed(...(query.get("page") === "2" ? [REX] : [])),
        count: 101,
      })),
    );
    const { address } = renderScreen(<IssuedInvoicesPage />, {
      at: "/external-data/invoices?waiting_page=3",
    });
    expect(await screen.findByRole("button", { name: "Confirmer Le Nouveau Rex" })).toBeVisible();
    expect(address()).toBe("/external-data/invoices?waiting_page=2");
  });

  it.each([
    ["all", 2, "Tout confirmer"],
    ["those of this page alone", 101, "Confirmer cette page (2)"],
  ])("are confirmed together: %s, where there are two of %i, by « %s »", async (_, count, name) => {
    const confirmed: unknown[] = [];
    network.stub(
      answers(listCinemasToConfirm, { ...listed(REX, { ...REX, id: 5, city: "" }), count }),
      answers(confirmCinemas, ({ body }) => {
        confirmed.push(body);
        return { message: "4 factures importées.", success_count: 4, errors: [] };
      }),
    );
    const { user } = show();
    await user.click(await screen.findByRole("button", { name }));
    expect(await screen.findByText("4 factures importées.")).toBeVisible();
    expect(confirmed).toEqual([{ cinemas: [4, 5] }]);
  });

  it("are dropped after a question", async () => {
    const dropped: unknown[] = [];
    network.stub(
      answers(listCinemasToConfirm, listed(REX)),
      answers(discardCinemas, ({ body }) => {
        dropped.push(body);
        return undefined;
      }),
    );
    const { user } = show();
    await user.click(await screen.findByRole("button", { name: "Ne pas importer Le Nouveau Rex" }));
    await user.click(screen.getByRole("button", { name: "Ne pas importer" }));
    expect(await screen.findByText("Factures abandonnées")).toBeVisible();
    expect(dropped).toEqual([{ cinemas: [4] }]);
  });
});

it.each([
  ["déjà comptabilisées", "already_booked"],
  ["à comptabiliser", "to_book"],
])("a list that is « %s » is sent as such", async (label, accounting) => {
  const asked: (string | null)[] = [];
  network.stub(
    answers(uploadInvoices, ({ query }) => {
      asked.push(query.get("accounting"));
      return { message: "1 facture importée.", success_count: 1, errors: [] };
    }),
  );
  const { user } = show();
  expect(screen.getByRole("radio", { name: /^déjà comptabilisées/ })).toBeChecked();
  await user.click(screen.getByRole("radio", { name: new RegExp(`^${label}`) }));
  choose();
  await user.click(screen.getByRole("button", send));
  expect(await screen.findByText("1 facture importée.")).toBeVisible();
  expect(asked).toEqual([accounting]);
});
