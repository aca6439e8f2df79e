import { civilDate } from "@bobine/contract/civil-date";
import { applyCredit, type ClientCredit, listCredits, undoCreditUse } from "@bobine/contract/client-credits";
import { exportCreditList } from "@bobine/contract/list-exports";
import { searchUnpaidInvoices } from "@bobine/contract/lettering";
import { aClientCredit } from "@bobine/contract/testing/banking";
import { listed } from "@bobine/contract/testing/lists";
import { aChoosableInvoice } from "@bobine/contract/testing/user-actions";
import {
  answers,
  fails,
  isUnreachable,
  renderScreen,
  signIn,
  stubNetwork,
} from "@bobine/shared-auth/testing";
import { plainSpaces } from "@bobine/shared-ui/testing";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { CreditsSection } from "./credits.section.tsx";

const network = stubNetwork();
beforeEach(() => {
  sessionStorage.clear();
  signIn();
});

const advance = aClientCredit({
  label: "Avance du 05/10/2026",
  client_account: "411REX",
  cinema_id: 3,
  cinema_name: "Le Rex",
  amount: "500.00",
  remaining: "200.00",
  uses: [
    {
      id: "allocation:9",
      kind: "invoice",
      invoice_id: 9,
      invoice_number: "F26000009",
      amount: "300.00",
      date: civilDate("2026-10-20"),
      transaction_id: null,
    },
  ],
});
const refunded = aClientCredit({
  id: "note:12",
  kind: "credit_note",
  label: "Avoir A26000002",
  amount: "50.00",
  remaining: "0.00",
  uses: [
    {
      id: "refund:1",
      kind: "refund",
      invoice_id: null,
      invoice_number: "",
      amount: "50.00",
      date: civilDate("2026-11-02"),
      transaction_id: 71,
    },
  ],
});
const unpaid = {
  ...aChoosableInvoice({ id: 7, invoice_number: "F26000007", cinema_id: 3, outstanding: "150.00" }),
  found_by: "text" as const,
};

const show = (...credits: ClientCredit[]) => {
  network.stub(answers(listCredits, listed(...credits)));
  return renderScreen(<CreditsSection />, { at: "/invoices?tab=credits" });
};

describe("the credits of clients", () => {
  it("tells what is left of each, and what became of it", async () => {
    const { user } = show(advance, refunded);
    const row = await screen.findByRole("row", { name: /Avance du 05\/10\/2026/ });
    expect(plainSpaces(row.textContent)).toContain("Le Rex · 411REX");
    expect(plainSpaces(row.textContent)).toContain("200,00 €");
    expect(within(row).getByText("Imputé en partie")).toBeVisible();
    const gone = screen.getByRole("row", { name: /A26000002/ });
    expect(within(gone).getByText("Remboursé")).toBeVisible();
    expect(within(gone).queryByRole("button", { name: /Imputer/ })).toBeNull();
    await user.click(within(row).getByRole("button", { name: /Afficher le détail/ }));
    expect(await screen.findByText(/sur F26000009/)).toBeVisible();
    await user.click(within(gone).getByRole("button", { name: /Afficher le détail/ }));
    // A refund is undone with its bank line.
    expect(
      await screen.findByRole("button", {
        name: "Annuler le rapprochement de Avoir A26000002 remboursé au client",
      }),
    ).toBeVisible();
  });

  it("are saved as CSV, with the filter of the screen", async () => {
    const made: Blob[] = [];
    URL.createObjectURL = (blob: Blob) => {
      made.push(blob);
      return "blob:list";
    };
    let query = "";
    network.stub(
      answers(exportCreditList, (call) => {
        query = call.query.toString();
        return new Response("Fichier");
      }),
    );
    const { user } = show(advance);
    await screen.findByText("Avance du 05/10/2026");
    await user.click(screen.getByRole("button", { name: "Exporter en CSV" }));
    await waitFor(() => expect(made).toHaveLength(1));
    expect(query).toBe("open=true");
  });

  it("LET-22: puts a credit on a chosen invoice without any bank line, no more than is due of either", async () => {
    let sent: unknown;
    network.stub(
      answers(searchUnpaidInvoices, listed(unpaid)),
      answers(applyCredit, ({ body, params }) => {
        sent = { body, id: params["id"] };
        return { message: "", credit: advance };
      }),
    );
    const { user } = show(advance);
    await user.click(await screen.findByRole("button", { name: "Imputer Avance du 05/10/2026" }));
    await user.click(await screen.findByRole("button", { name: "Imputer" }));
    const invoice = screen.getByRole("combobox", { name: /Facture à régler/ });
    expect(invoice).toHaveAccessibleDescription("Choisissez une facture.");
    await user.click(invoice);
    await user.click(await screen.findByRole("option", { name: /F26000007/ }));
    const amount = screen.getByLabelText(/Montant/);
    expect(amount).toHaveValue("150,00");
    await user.clear(amount);
    await user.type(amount, "151");
    await user.click(screen.getByRole("button", { name: "Imputer" }));
    expect(plainSpaces((await screen.findByText(/au plus/)).textContent)).toBe("Saisissez 150,00 € au plus.");
    await user.clear(amount);
    await user.type(amount, "100,5");
    const date = screen.getByLabelText(/Date de l’imputation/);
    await user.clear(date);
    await user.type(date, "2026-11-10");
    await user.click(screen.getByRole("button", { name: "Imputer" }));
    expect(await screen.findByText("Crédit imputé.")).toBeVisible();
    expect(sent).toEqual({
      id: "part:5",
      body: { invoice_id: 7, amount: "100.50", applied_on: "2026-11-10" },
    });
  });

  it("opens again after a reload with what was typed of it, while something of the credit is left (FED-6)", async () => {
    network.stub(answers(searchUnpaidInvoices, listed(unpaid)));
    const { user, unmount } = show(refunded, advance);
    await user.click(await screen.findByRole("button", { name: "Imputer Avance du 05/10/2026" }));
    await user.type(await screen.findByLabelText(/Montant/), "12,50");
    unmount();
    const { unmount: leave } = show({ ...advance, remaining: "0.00" });
    await screen.findByRole("row", { name: /Avance du 05\/10\/2026/ });
    expect(screen.queryByRole("dialog")).toBeNull();
    leave();
    show(refunded, advance);
    const dialog = within(await screen.findByRole("dialog", { name: "Imputer sur une facture" }));
    expect(dialog.getByText("Saisie rétablie")).toBeVisible();
    expect(dialog.getByLabelText(/Montant/)).toHaveValue("12,50");
  });

  it("LET-22: the amount that was filled in follows the next choice, also when a search lies between; one that was typed stays", async () => {
    const large = { ...unpaid, id: 8, invoice_number: "F26000008", outstanding: "180.00" };
    network.stub(
      answers(searchUnpaidInvoices, ({ query }) =>
        listed(...[unpaid, large].filter((one) => one.invoice_number.includes(query.get("search") ?? ""))),
      ),
    );
    const { user } = show(advance);
    await user.click(await screen.findByRole("button", { name: "Imputer Avance du 05/10/2026" }));
    const invoice = await screen.findByRole("combobox", { name: /Facture à régler/ });
    const searchAndChoose = async (number: string) => {
      await user.clear(invoice);
      await user.type(invoice, number);
      await waitFor(() => expect(screen.getAllByRole("option")).toHaveLength(1));
      await user.click(await screen.findByRole("option", { name: new RegExp(number) }));
    };
    await searchAndChoose("F26000007");
    const amount = screen.getByLabelText(/Montant/);
    expect(amount).toHaveValue("150,00");
    await searchAndChoose("F26000008");
    expect(amount).toHaveValue("180,00");
    await user.clear(amount);
    await user.type(amount, "20");
    await searchAndChoose("F26000007");
    expect(amount).toHaveValue("20");
  });

  it("looks for the beginning of a bank label that is longer than a search", async () => {
    const asked: number[] = [];
    network.stub(
      answers(searchUnpaidInvoices, ({ query }) => {
        asked.push(query.get("search")?.length ?? 0);
        return listed(unpaid);
      }),
    );
    const { user } = show(advance);
    await user.click(await screen.findByRole("button", { name: "Imputer Avance du 05/10/2026" }));
    await user.click(await screen.findByRole("combobox", { name: /Facture à régler/ }));
    await user.paste(` ${"VIR BEFFROI ".repeat(40)}`);
    await waitFor(() => expect(asked).toEqual([0, 200]));
  });

  it("LET-24: offers the open invoices of all cinemas of the client, and says of which each is", async () => {
    const queries: string[] = [];
    network.stub(
      answers(searchUnpaidInvoices, ({ query }) => {
        queries.push(query.toString());
        return listed(unpaid, { ...unpaid, id: 8, invoice_number: "F26000008", cinema_name: "Le Palace" });
      }),
    );
    const { user } = show(advance);
    await user.click(await screen.findByRole("button", { name: "Imputer Avance du 05/10/2026" }));
    await user.click(await screen.findByRole("combobox", { name: /Facture à régler/ }));
    expect(
      await screen.findByRole("option", { name: /F26000008 · Le Palace · .* · reste dû/ }),
    ).toBeVisible();
    expect(queries[0]).toBe("page=1&cinema=3&client_account=411REX");
  });

  it.each([
    [
      "the server refuses a field",
      fails(applyCredit, 400, { amount: ["Il ne reste que 90,00 €."] }),
      /90,00/,
    ],
    ["the server refuses it", fails(applyCredit, 409, { detail: "Le mois d’octobre est clos." }), /est clos/],
    ["the server cannot be reached", isUnreachable(applyCredit), /Connexion au serveur impossible/],
  ])("keeps what is typed when %s", async (_title, stub, message) => {
    network.stub(answers(searchUnpaidInvoices, listed(unpaid)), stub);
    const { user } = show(advance);
    await user.click(await screen.findByRole("button", { name: /Imputer Avance/ }));
    await user.click(await screen.findByRole("combobox", { name: /Facture à régler/ }));
    await user.click(await screen.findByRole("option", { name: /F26000007/ }));
    await user.click(screen.getByRole("button", { name: "Imputer" }));
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByLabelText(/Montant/)).toHaveValue("150,00");
  });

  it("takes a use back after its question", async () => {
    const undone = vi.fn<(id: string | undefined) => void>();
    network.stub(
      answers(undoCreditUse, ({ params }) => {
        undone(params["id"]);
        return { message: "", credit: advance };
      }),
    );
    const { user } = show(advance);
    await user.click(await screen.findByRole("button", { name: /Afficher le détail/ }));
    await user.click(await screen.findByRole("button", { name: "Annuler l’imputation sur F26000009" }));
    await user.click(await screen.findByRole("button", { name: "Confirmer" }));
    expect(await screen.findByText("Imputation annulée.")).toBeVisible();
    expect(undone).toHaveBeenCalledWith("allocation:9");
  });

  it("says that there is none, and that they could not be read", async () => {
    const { user } = show();
    expect(await screen.findByText("Aucun crédit à imputer.")).toBeVisible();
    expect(screen.getByRole("link", { name: "Importer un relevé" })).toBeVisible();
    network.stub(fails(listCredits, 500));
    await user.click(screen.getByRole("radio", { name: "Tous" }));
    expect(await screen.findByText("Impossible de charger les crédits des clients.")).toBeVisible();
    network.stub(answers(listCredits, ({ query }) => (query.has("open") ? listed() : listed(advance))));
    await user.click(screen.getByRole("button", { name: "Réessayer" }));
    expect(await screen.findByRole("row", { name: /Avance/ })).toBeVisible();
  });
});
