import { listCredits } from "@bobine/contract/client-credits";
import { listCinemas } from "@bobine/contract/cinemas";
import { getInvoiceDetail } from "@bobine/contract/invoice-detail";
import { listInvoiceMails } from "@bobine/contract/mailing";
import {
  downloadInvoiceFile,
  exportInvoiceList,
  getInvoice,
  type InvoiceTotals,
  listInvoiceFiles,
  listInvoices,
  totalInvoices,
} from "@bobine/contract/invoices";
import {
  answers,
  fails,
  renderScreen,
  signIn,
  signInAsSuperAdmin,
  stubNetwork,
} from "@bobine/shared-auth/testing";
import { withoutComments } from "../../comments/comments.testing.ts";
import { plainSpaces } from "@bobine/shared-ui/testing";
import { screen, within, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { aClientCredit } from "@bobine/contract/testing/banking";
import { aCinema } from "@bobine/contract/testing/cinemas";
import { anInvoice, anInvoiceDetail } from "@bobine/contract/testing/invoices";
import { listed } from "@bobine/contract/testing/lists";
import { InvoicesPage } from "./invoices.page.tsx";

const network = stubNetwork();
const totals: InvoiceTotals = {
  count: 1147,
  total_net_amount: "100000.00",
  total_vat_amount: "10000.00",
  total_amount: "110000.00",
  outstanding: "42000.42",
};
let made: string[];
beforeEach(() => {
  signIn();
  network.stub(...withoutComments(), answers(totalInvoices, totals));
  made = [];
  URL.createObjectURL = (blob: Blob) => {
    made.push(blob.type);
    return "blob:invoice";
  };
  URL.revokeObjectURL = vi.fn();
});

describe("the list of invoices", () => {
  it("has the specified columns and shows an invoice in French", async () => {
    network.stub(answers(listInvoices, listed(anInvoice())));
    renderScreen(<InvoicesPage />, { at: "/invoices" });
    expect((await screen.findAllByRole("columnheader")).map((cell) => cell.textContent)).toEqual([
      "N° Facture",
      "Date",
      "Cinéma",
      "Semaine",
      "Date d'échéance",
      "Montant HT",
      "TVA",
      "Montant TTC",
      "Statut",
      "Documents",
    ]);
    const row = await screen.findByRole("row", { name: /F26000123/ });
    expect(
      within(row)
        .getAllByRole("cell")
        .map((cell) => plainSpaces(cell.textContent ?? "")),
    ).toEqual([
      "F26000123",
      "30/11/2026",
      "Cinéma Le Beffroi",
      "S47/2026",
      "30/12/2026",
      "2 633,92 €",
      "263,39 €",
      "2 897,31 €",
      "En attente",
      "Voir",
    ]);
  });

  it.each([
    ["awaiting_payment", "En attente"],
    ["part_paid", "Partiellement payé"],
    ["paid", "Payé"],
    ["default", "Défaut"],
  ] as const)("names the status %s « %s »", async (status, label) => {
    network.stub(answers(listInvoices, listed(anInvoice({ status }))));
    renderScreen(<InvoicesPage />);
    expect(within(await screen.findByRole("row", { name: /F26000123/ })).getByText(label)).toBeVisible();
  });

  it("BILL-19: tells of a credit note what is left to use, and of a cancelled invoice that it is", async () => {
    network.stub(
      answers(
        listInvoices,
        listed(
          anInvoice({
            type: "credit_note",
            invoice_number: "A26000002",
            status: "paid",
            label: "À imputer",
            remaining_credit: "50.00",
          }),
          anInvoice({ id: 2, invoice_number: "F26000124", status: "paid", label: "Annulée" }),
        ),
      ),
    );
    renderScreen(<InvoicesPage />, { at: "/invoices" });
    const note = await screen.findByRole("row", { name: /A26000002/ });
    expect(plainSpaces(note.textContent)).toContain("À imputerReste à imputer 50,00 €");
    expect(note).not.toHaveTextContent("Payé");
    const cancelled = screen.getByRole("row", { name: /F26000124/ });
    expect(within(cancelled).getByText("Annulée")).toBeVisible();
    expect(cancelled).not.toHaveTextContent("Reste à imputer");
  });

  it("LET-22: shows the credits of clients in its other tab, and keeps the filter of the invoices", async () => {
    network.stub(answers(listInvoices, listed(anInvoice())), answers(listCredits, listed(aClientCredit())));
    const { user, address } = renderScreen(<InvoicesPage />, { at: "/invoices?status=paid" });
    await user.click(await screen.findByRole("tab", { name: "Crédits clients" }));
    expect(await screen.findByRole("row", { name: /Avance du 28\/10\/2026/ })).toBeVisible();
    expect(address()).toBe("/invoices?status=paid&tab=credits");
    // The list of invoices has its file put away, that of credits has its own.
    expect(screen.getByRole("button", { name: /CSV/ })).toBeVisible();
    await user.click(screen.getByRole("tab", { name: "Factures" }));
    expect(await screen.findByRole("row", { name: /F26000123/ })).toBeVisible();
    expect(address()).toBe("/invoices?status=paid");
  });

  it("has the specified words when nothing matches", async () => {
    network.stub(answers(listInvoices, listed()));
    renderScreen(<InvoicesPage />, { at: "/invoices?status=paid" });
    expect(await screen.findByText("Aucune facture trouvée correspondant à vos critères")).toBeVisible();
  });

  it("says to who has no invoice at all what brings them, and leads there (DIST-7)", async () => {
    network.stub(answers(listInvoices, listed()));
    renderScreen(<InvoicesPage />, { at: "/invoices" });
    expect(await screen.findByText("Vous n’avez pas encore de facture")).toBeVisible();
    expect(screen.getByRole("link", { name: "Importer un rapport" })).toHaveAttribute(
      "href",
      "/external-data/cnc",
    );
  });

  it("keeps search and sort in the address, and sends them", async () => {
    const queries: string[] = [];
    network.stub(
      answers(listInvoices, (call) => {
        queries.push(call.query.toString());
        return listed(anInvoice());
      }),
    );
    const { user, address } = renderScreen(<InvoicesPage />, { at: "/invoices?search=beffroi" });
    expect(await screen.findByDisplayValue("beffroi")).toBeVisible();
    await user.click(await screen.findByRole("button", { name: /Montant TTC/ }));
    await waitFor(() => expect(address()).toBe("/invoices?search=beffroi&ordering=total_amount"));
    await waitFor(() => expect(queries.at(-1)).toBe("page=1&search=beffroi&ordering=total_amount"));
  });

  it("shows in the search box what the address says, also after « Effacer les filtres »", async () => {
    network.stub(answers(listInvoices, listed(anInvoice())));
    const { user, address, goBack } = renderScreen(<InvoicesPage />, { at: "/invoices" });
    const box = await screen.findByRole("textbox", { name: "Rechercher une facture" });
    await user.click(await screen.findByRole("button", { name: "Payé" }));
    await user.type(box, "bef");
    await waitFor(() => expect(address()).toBe("/invoices?search=bef&status=paid"));
    await user.type(box, "froi");
    await waitFor(() => expect(address()).toBe("/invoices?search=beffroi&status=paid"));
    await user.click(screen.getByRole("button", { name: "Effacer les filtres" }));
    await waitFor(() => expect(box).toHaveValue(""));
    await goBack();
    await waitFor(() => expect(box).toHaveValue("beffroi"));
    // What was typed took no step of its own.
    await goBack();
    expect(address()).toBe("/invoices");
    await waitFor(() => expect(box).toHaveValue(""));
  });

  it("« Back » after closing an invoice leaves the list, and does not open it again", async () => {
    network.stub(answers(listInvoices, listed(anInvoice())), answers(getInvoiceDetail, anInvoiceDetail()));
    network.stub(answers(listInvoiceMails, { results: [], reminder_stop: null }));
    const { user, address, goBack } = renderScreen(<InvoicesPage />, {
      at: "/invoices/1",
      path: "/invoices/:invoiceId?",
    });
    const closed = async () => {
      await screen.findByRole("dialog");
      await user.keyboard("{Escape}");
      await waitFor(() => expect(address()).toBe("/invoices"));
    };
    await closed();
    await user.click(await screen.findByRole("button", { name: "F26000123" }));
    expect(address()).toBe("/invoices/1");
    await closed();
    await goBack();
    expect(address()).toBe("/invoices");
  });

  it("ignores a filter of the address that cannot be read", async () => {
    const asked: string[] = [];
    network.stub(
      answers(listInvoices, ({ query }) => {
        asked.push(query.toString());
        return listed(anInvoice());
      }),
    );
    renderScreen(<InvoicesPage />, { at: "/invoices?from=2026-13-45&status=foo" });
    expect(await screen.findByText("F26000123")).toBeVisible();
    expect(asked).toEqual(["page=1&ordering=-invoice_date"]);
    expect(screen.queryByRole("button", { name: "Effacer les filtres" })).toBeNull();
  });

  it("shows the last page when the one of an old link is no more", async () => {
    network.stub(
      answers(listInvoices, (call) => ({
        ...listed(...(call.query.get("page") === "3" ? [anInvoice()] : [])),
        count: 214,
      })),
    );
    const { address } = renderScreen(<InvoicesPage />, { at: "/invoices?page=99" });
    expect(await screen.findByText("F26000123")).toBeVisible();
    expect(address()).toBe("/invoices?page=3");
  });

  it("does not load for a super admin who has chosen no distributor", async () => {
    signInAsSuperAdmin();
    let calls = 0;
    network.stub(
      answers(listInvoices, () => {
        calls += 1;
        return listed();
      }),
    );
    renderScreen(<InvoicesPage />);
    await new Promise((next) => setTimeout(next, 50));
    expect(calls).toBe(0);
  });

  it("offers a super admin the cinemas of the distributor that is chosen alone (UI-3)", async () => {
    signInAsSuperAdmin({ distributorId: 7 });
    const asked: (string | null)[] = [];
    network.stub(
      answers(listInvoices, listed(anInvoice())),
      answers(listCinemas, ({ query }) => {
        asked.push(query.get("distributors__id"));
        return listed(aCinema());
      }),
    );
    const { user } = renderScreen(<InvoicesPage />, { at: "/invoices" });
    await user.click(await screen.findByRole("combobox", { name: "Cinéma" }));
    expect(await screen.findByRole("option", { name: /Le Beffroi/ })).toBeVisible();
    expect(new Set(asked)).toEqual(new Set(["7"]));
  });

  it("tells that it could not load, and tries again", async () => {
    network.stub(fails(listInvoices, 500));
    const { user } = renderScreen(<InvoicesPage />);
    expect(await screen.findByText("Une erreur est survenue lors du chargement des factures.")).toBeVisible();
    network.stub(answers(listInvoices, listed(anInvoice())));
    await user.click(screen.getByRole("button", { name: "Réessayer" }));
    expect(await screen.findByText("F26000123")).toBeVisible();
  });
});

describe("the selection", () => {
  const plain = (element: HTMLElement) => plainSpaces(element.textContent ?? "");

  it("shows the sums of all that matches, whatever the page", async () => {
    network.stub(answers(listInvoices, listed(anInvoice())));
    renderScreen(<InvoicesPage />, { at: "/invoices" });
    const strip = await screen.findByRole("region", { name: "Totaux de la sélection" });
    await waitFor(() => expect(plain(strip)).toContain("Factures1 147"));
    expect(plain(strip)).toContain("Total HT100 000,00 €");
    expect(plain(strip)).toContain("Total TTC110 000,00 €");
    expect(plain(strip)).toContain("Reste dû42 000,42 €");
  });

  it("is in the address: several statuses, a cinema, a week, lateness; list and sums ask the same", async () => {
    const asked: string[] = [];
    network.stub(
      answers(listInvoices, (call) => {
        asked.push(`list ${call.query}`);
        return listed();
      }),
      answers(totalInvoices, (call) => {
        asked.push(`totals ${call.query}`);
        return totals;
      }),
    );
    const { user, address } = renderScreen(<InvoicesPage />, { at: "/invoices?week=2026-11-18&page=3" });
    await user.click(await screen.findByRole("button", { name: "Défaut" }));
    await user.click(screen.getByRole("button", { name: "Partiellement payé" }));
    await user.click(screen.getByRole("button", { name: "En retard" }));
    const filter = "status=part_paid&status=default&week=2026-11-18&overdue=true";
    expect(address()).toBe(`/invoices?${filter}`);
    expect(screen.getByRole("button", { name: "Défaut", pressed: true })).toBeVisible();
    await waitFor(() => expect(asked).toContain(`totals ${filter}`));
    await waitFor(() => expect(asked).toContain(`list page=1&${filter}&ordering=-invoice_date`));
    await user.click(screen.getByRole("button", { name: "Effacer les filtres" }));
    expect(address()).toBe("/invoices");
  });

  it("UI-26: narrows by amount and letter code", async () => {
    network.stub(answers(listInvoices, listed()));
    const { user, address } = renderScreen(<InvoicesPage />, { at: "/invoices" });
    await user.type(await screen.findByRole("textbox", { name: "Montant TTC, jusqu’à" }), "100{Enter}");
    await user.type(screen.getByRole("textbox", { name: "Lettrage" }), "aab{Enter}");
    expect(address()).toBe("/invoices?amount_to=100.00&letters=AAB");
  });

  it("is saved whole as CSV, in the order of the screen", async () => {
    const asked: string[] = [];
    network.stub(
      answers(listInvoices, listed(anInvoice())),
      answers(exportInvoiceList, (call) => {
        asked.push(call.query.toString());
        return new Response("N° Facture");
      }),
    );
    const { user } = renderScreen(<InvoicesPage />, { at: "/invoices?status=paid&ordering=total_amount" });
    await screen.findByText("F26000123");
    await user.click(screen.getByRole("button", { name: "Exporter en CSV" }));
    await waitFor(() => expect(asked).toEqual(["status=paid&ordering=total_amount"]));
  });
});

describe("the preview of an invoice", () => {
  const open = (invoice = anInvoice()) => {
    network.stub(
      answers(getInvoiceDetail, anInvoiceDetail({}, invoice)),
      answers(listInvoiceMails, { results: [], reminder_stop: null }),
      answers(listInvoices, listed(invoice)),
      answers(getInvoice, invoice),
      answers(listInvoiceFiles, { files: invoice.files }),
      answers(
        downloadInvoiceFile,
        () => new Response("%PDF-1.7", { headers: { "content-type": "text/html" } }),
      ),
    );
    return renderScreen(<InvoicesPage />, {
      at: "/invoices/1?search=rex&document",
      path: "/invoices/:invoiceId",
    });
  };

  it("shows the PDF in a frame whose type is pinned, whatever the server says", async () => {
    open();
    expect(await screen.findByTitle("Aperçu de F26000123.pdf")).toHaveAttribute(
      "src",
      "blob:invoice#navpanes=0&view=FitH",
    );
    expect(made).toEqual(["application/pdf"]);
  });

  it("says so when the document is no PDF", async () => {
    const [file] = anInvoice().files;
    open(anInvoice({ files: [{ ...file!, file_name: "factur-x.xml", content_type: "application/xml" }] }));
    expect(await screen.findByText("Aperçu non disponible pour ce type de fichier")).toBeVisible();
  });

  it("goes back to the list when it was opened there", async () => {
    const invoice = anInvoice();
    network.stub(
      answers(listInvoices, listed(invoice)),
      answers(getInvoice, invoice),
      answers(listInvoiceFiles, { files: [] }),
    );
    const { user, address } = renderScreen(<InvoicesPage />, {
      at: "/invoices?search=rex",
      path: "/invoices/:invoiceId?",
    });
    await user.click(await screen.findByRole("button", { name: "Voir F26000123" }));
    expect(address()).toBe("/invoices/1?search=rex&document");
    const dialog = await screen.findByRole("dialog");
    await user.click(within(dialog).getAllByRole("button", { name: "Fermer" }).at(-1)!);
    expect(address()).toBe("/invoices?search=rex");
  });

  it("goes back to its invoice with the filter when it closes", async () => {
    const { user, address } = open();
    const dialog = await screen.findByRole("dialog", { name: /– Cinéma Le Beffroi/ });
    await user.click(within(dialog).getAllByRole("button", { name: "Fermer" }).at(-1)!);
    // Its address alone opens the document over the invoice itself.
    expect(address()).toBe("/invoices/1?search=rex");
  });
});
