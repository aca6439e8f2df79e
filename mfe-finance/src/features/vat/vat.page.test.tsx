import {
  changeVatSettings,
  exportVat,
  readVat,
  readVatSettings,
  type VatEntry,
  type VatOfMonth,
  type VatSettings,
} from "@bobine/contract/vat";
import { civilDate } from "@bobine/contract/civil-date";
import {
  answers,
  fails,
  isUnreachable,
  renderScreen,
  signIn,
  type StubbedCall,
  stubNetwork,
} from "@bobine/shared-auth/testing";
import { plainSpaces } from "@bobine/shared-ui/testing";
import { screen, within, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { monthAfter } from "./months.ts";
import { VatPage } from "./vat.page.tsx";

const anEntry = (changes: Partial<VatEntry> = {}): VatEntry => ({
  number: "OD-2026-000004",
  date: civilDate("2026-10-19"),
  journal: "OD",
  piece: "F26000001",
  label: "TVA exigible F26000001",
  invoice_id: 12,
  base: "1337.21",
  tax: "133.72",
  ...changes,
});

const aMonth = (changes: Partial<VatOfMonth> = {}): VatOfMonth => ({
  month: "2026-10",
  rates: [
    { vat_rate_bp: 1000, base: "1337.21", tax: "133.72", entry_count: 1, entries: [anEntry()] },
    { vat_rate_bp: 550, base: "401.54", tax: "22.08", entry_count: 0, entries: [] },
  ],
  tax: "155.80",
  advances: {
    vat_rate_bp: 1000,
    vat_rates_bp: [],
    received_tax: "0.00",
    applied_tax: "0.00",
    net_tax: "0.00",
    entries: [],
  },
  provisional_count: 0,
  ...changes,
});

const accounts = {
  waiting_account: "445740",
  account_2000: "445711",
  account_1000: "445712",
  account_550: "445713",
  account_210: "445714",
};
const theSettings = (changes: Partial<VatSettings> = {}): VatSettings => ({
  current: { ...accounts, vat_due: "collection", since: null },
  planned: null,
  printed: "collection",
  earliest_since: null,
  proposed_since: civilDate("2026-11-01"),
  ...changes,
});

const network = stubNetwork();
beforeEach(() => {
  sessionStorage.clear();
  signIn();
  network.stub(answers(readVat, aMonth()), answers(readVatSettings, theSettings()));
});

const show = (at = "/accounting/vat") => renderScreen(<VatPage />, { at });
const table = () => screen.findByRole("table", { name: "TVA exigible, octobre 2026" });

describe("VAT-5: VAT of a month", () => {
  it("shows base and tax by rate, their sum, and the entries behind a figure", async () => {
    const { user } = show();
    const rates = await table();
    expect(plainSpaces(rates.textContent)).toContain("10 %1 337,21 €133,72 €1");
    expect(screen.getByText("TVA exigible du mois").parentElement).toHaveTextContent(/155,80/);
    await user.click(within(rates).getByRole("button", { name: /détail de 10/ }));
    const entries = await screen.findByRole("table", { name: /Écritures, 10/ });
    expect(within(entries).getByText("OD-2026-000004")).toBeVisible();
    expect(within(entries).getByRole("link", { name: "F26000001" })).toHaveAttribute("href", "/invoices/12");
    expect(screen.queryByText(/ne sont encore dans aucun lot/)).toBeNull();
  });

  it("offers what fills it when the month that it opens with has nothing (DIST-7)", async () => {
    network.stub(answers(readVat, aMonth({ rates: [], tax: "0.00" })));
    show("/accounting/vat");
    expect(await screen.findByText(/^Aucune TVA exigible/)).toBeVisible();
    expect(screen.getByRole("link", { name: "Importer un rapport" })).toBeVisible();
  });

  it("goes from month to month, and keeps the month in the address", async () => {
    network.stub(
      answers(readVat, ({ query }: StubbedCall) =>
        query.get("month") === "2026-11" ? aMonth({ month: "2026-11", rates: [], tax: "0.00" }) : aMonth(),
      ),
    );
    const { user } = show("/accounting/vat?month=2026-10");
    await table();
    await user.click(screen.getByRole("button", { name: /^Mois suivant.: novembre 2026$/ }));
    expect(await screen.findByText("Aucune TVA exigible en novembre 2026")).toBeVisible();
    expect(screen.getByRole("button", { name: "Mois\u00a0: novembre 2026" })).toBeVisible();
    await user.click(screen.getByRole("button", { name: /^Mois précédent.: octobre 2026$/ }));
    expect(await table()).toBeVisible();
    expect(screen.getByRole("button", { name: /^Mois précédent/ })).toHaveFocus();
  });

  it("tells of entries that no lot holds, of unknown rates, and of entries that only the file has", async () => {
    const entries = [anEntry({ number: null, invoice_id: null })];
    network.stub(
      answers(
        readVat,
        aMonth({
          rates: [{ vat_rate_bp: null, base: "98.00", tax: "12.00", entry_count: 501, entries }],
          provisional_count: 2,
        }),
      ),
    );
    const { user } = show();
    expect(await screen.findByText("Taux inconnu")).toBeVisible();
    expect(screen.getByText(/2.écritures ne sont encore dans aucun lot/)).toBeVisible();
    expect(screen.getByText(/n’indiquent pas leur taux/)).toBeVisible();
    await user.click(screen.getByRole("button", { name: /détail de Taux inconnu/ }));
    expect(await screen.findByText("OD (Prov.)")).toBeVisible();
    expect(screen.getByText(/500.autres écritures sont dans le fichier CSV/)).toBeVisible();
  });

  it("shows advances apart", async () => {
    const advance = anEntry({ piece: "BQ20261021-020", base: "272.73", tax: "27.27", invoice_id: null });
    network.stub(
      answers(
        readVat,
        aMonth({
          advances: {
            vat_rate_bp: 1000,
            vat_rates_bp: [1000, 550],
            received_tax: "27.27",
            applied_tax: "0.00",
            net_tax: "27.27",
            entries: [advance],
          },
        }),
      ),
    );
    show();
    const advances = await screen.findByRole("region", { name: "Avances reçues" });
    expect(advances).toHaveTextContent(/art\. 269-2-c.*aux taux de 10.% et de 5,5.%/);
    expect(within(advances).getByText("BQ20261021-020")).toBeVisible();
  });

  it("says when what invoices print is not what the books do", async () => {
    network.stub(
      answers(readVatSettings, theSettings({ current: { ...accounts, vat_due: "debits", since: null } })),
    );
    show();
    expect(await screen.findByText(/alors que vos écritures suivent les débits/)).toBeVisible();
  });

  it.each([
    ["the server fails", fails(readVat, 500), "Impossible de charger la TVA du mois"],
    ["the server cannot be reached", isUnreachable(readVat), /Connexion au serveur impossible/],
  ])("reads again when %s", async (_title, stub, message) => {
    network.stub(stub);
    const { user } = show();
    expect(await screen.findByText(message)).toBeVisible();
    network.stub(answers(readVat, aMonth()));
    await user.click(screen.getByRole("button", { name: "Réessayer" }));
    expect(await table()).toBeVisible();
  });

  it("saves the file of the month, and says when it could not", async () => {
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    URL.createObjectURL = vi.fn(() => "blob:export");
    URL.revokeObjectURL = vi.fn();
    network.stub(
      answers(exportVat, () => new Response("a;b\r\n", { headers: { "content-type": "text/csv" } })),
    );
    const { user } = show();
    await table();
    await user.click(screen.getByRole("button", { name: "Exporter en CSV" }));
    expect(await screen.findByText("Export réussi")).toBeVisible();
    expect(saved).toEqual(["tva_2026-10.csv"]);
    network.stub(fails(exportVat, 500));
    await user.click(screen.getByRole("button", { name: "Exporter en CSV" }));
    expect(await screen.findByText("Impossible de télécharger la TVA du mois")).toBeVisible();
  });

  it.each([
    ["2026-12", 1, "2027-01"],
    ["2026-01", -1, "2025-12"],
    ["2026-10", 1, "2026-11"],
  ])("%s and %i months are %s", (month, by, expected) => {
    expect(monthAfter(month, by)).toBe(expected);
  });
});

describe("VAT-3: the settings of VAT", () => {
  const open = async () => {
    const rendered = show();
    await rendered.user.click(screen.getByRole("button", { name: "Réglages de TVA" }));
    await screen.findByRole("dialog", { name: "Réglages de TVA" });
    await screen.findByLabelText(/TVA en attente/);
    return rendered;
  };
  const save = () => screen.getByRole("button", { name: "Enregistrer" });

  it("say what each way means, and are saved from a day on", async () => {
    let sent: unknown;
    network.stub(
      answers(changeVatSettings, ({ body }) => {
        sent = body;
        return theSettings();
      }),
    );
    const { user } = await open();
    expect(screen.getByText(/devient exigible à chaque règlement/)).toBeVisible();
    // Whoever was always on debits goes back to the beginning of the books.
    expect(screen.getByLabelText(/factures datées à partir du/)).toHaveAccessibleDescription(
      /remontez avant votre première facture/,
    );
    await user.click(screen.getByRole("radio", { name: "D’après les débits" }));
    const account = screen.getByLabelText(/TVA collectée 10/);
    await user.clear(account);
    await user.type(account, "445799");
    await user.click(save());
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(sent).toEqual({
      ...accounts,
      account_1000: "445799",
      vat_due: "debits",
      since: "2026-11-01",
    });
  });

  it("tell what is wrong under its field before anything is sent", async () => {
    const { user } = await open();
    const waiting = screen.getByLabelText(/TVA en attente/);
    await user.clear(waiting);
    await user.type(waiting, "445712");
    const rate = screen.getByLabelText(/TVA collectée 20/);
    await user.clear(rate);
    await user.type(rate, "44");
    await user.click(save());
    expect(waiting).toHaveAccessibleDescription(/doit être différent/);
    expect(rate).toHaveAccessibleDescription(/3 à 8 chiffres/);
    expect(waiting).toHaveFocus();
  });

  it.each([
    [
      "the server refuses the day",
      fails(changeVatSettings, 400, { since: ["Un lot contient déjà les écritures jusqu’au 30/11/2026."] }),
      /Un lot contient déjà/,
    ],
    ["the server cannot be reached", isUnreachable(changeVatSettings), /Connexion au serveur impossible/],
  ])("keep what is typed when %s", async (_title, stub, message) => {
    network.stub(stub);
    const { user } = await open();
    await user.click(screen.getByRole("radio", { name: "D’après les débits" }));
    await user.click(save());
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByRole("radio", { name: "D’après les débits" })).toBeChecked();
  });

  it("could not be read, and are read again", async () => {
    network.stub(fails(readVatSettings, 500));
    const { user } = show();
    await user.click(screen.getByRole("button", { name: "Réglages de TVA" }));
    expect(await screen.findByText("Impossible de charger les réglages de TVA")).toBeVisible();
    network.stub(answers(readVatSettings, theSettings()));
    await user.click(screen.getByRole("button", { name: "Réessayer" }));
    expect(await screen.findByLabelText(/TVA en attente/)).toHaveValue("445740");
  });
});
