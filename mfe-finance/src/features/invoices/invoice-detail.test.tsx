import {
  createCreditNote,
  getInvoiceDetail,
  type InvoiceDetail,
  type InvoicePayment,
} from "@bobine/contract/invoice-detail";
import { changeInvoice, listInvoices, totalInvoices } from "@bobine/contract/invoices";
import { applyCredit, undoCreditUse } from "@bobine/contract/client-credits";
import { revertTransaction, searchUnpaidInvoices } from "@bobine/contract/lettering";
import { type InvoiceMail, listInvoiceMails, previewSending, sendInvoice } from "@bobine/contract/mailing";
import { civilDate } from "@bobine/contract/civil-date";
import { answers, fails, renderScreen, signIn, stubNetwork } from "@bobine/shared-auth/testing";
import { withoutComments } from "../../comments/comments.testing.ts";
import { plainSpaces } from "@bobine/shared-ui/testing";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { anInvoice, anInvoiceDetail, anInvoiceMail } from "@bobine/contract/testing/invoices";
import { aClientCredit } from "@bobine/contract/testing/banking";
import { aChoosableInvoice } from "@bobine/contract/testing/user-actions";
import { listed } from "@bobine/contract/testing/lists";
import { InvoicesPage } from "./invoices.page.tsx";

const network = stubNetwork();
beforeEach(() => {
  signIn();
  network.stub(
    ...withoutComments(),
    answers(listInvoices, listed(anInvoice())),
    answers(totalInvoices, {
      count: 1,
      total_net_amount: "0.00",
      total_vat_amount: "0.00",
      total_amount: "0.00",
      outstanding: "0.00",
    }),
  );
});

const open = async (detail: InvoiceDetail, mails: InvoiceMail[] = []) => {
  network.stub(
    answers(getInvoiceDetail, detail),
    answers(listInvoiceMails, { results: mails, reminder_stop: null }),
  );
  const rendered = renderScreen(<InvoicesPage />, {
    at: "/invoices/1?status=default",
    path: "/invoices/:invoiceId?",
  });
  const panel = await screen.findByRole("dialog");
  await within(panel).findByRole("region", { name: "Historique" });
  return { ...rendered, panel };
};
const aNote = (invoice_number: string): InvoiceDetail["credit_notes"][number] => ({
  id: 2,
  invoice_number,
  invoice_date: civilDate("2026-12-01"),
  total_amount: "50.00",
  applied_amount: "50.00",
});
const textOf = (element: HTMLElement) => plainSpaces(element.textContent ?? "");

describe("one invoice", () => {
  it("shows its lines, VAT and client beside the list, by its address alone", async () => {
    const { panel, address, user } = await open(anInvoiceDetail());
    const lines = textOf(within(panel).getByRole("table", { name: "Lignes de la facture" }));
    expect(lines).toContain("Les Heures bleues");
    expect(lines).toContain("4 967,84 €50 %2 633,92 €");
    expect(lines).toContain("TVA 10 % sur 2 633,92 €263,39 €");
    expect(textOf(within(panel).getByRole("region", { name: "Parties" }))).toContain("SARL Ciné Beffroi");
    await user.click(within(panel).getByRole("button", { name: "Fermer" }));
    expect(address()).toBe("/invoices?status=default");
  });

  it.each([
    ["corrects", { corrects: { id: 2, invoice_number: "F26000002" } }],
    ["credit_notes", { credit_notes: [aNote("F26000002")] }],
    ["applied_to", { applied_to: [aNote("F26000002")] }],
  ])(
    "leads to another one of its %s over the same list, which keeps its filters (UI-26)",
    async (_of, changes) => {
      const { panel, address, user } = await open(anInvoiceDetail(changes));
      await user.click(within(panel).getByRole("link", { name: "F26000002" }));
      expect(address()).toBe("/invoices/2?status=default");
      await user.click(await screen.findByRole("button", { name: "Fermer" }));
      expect(address()).toBe("/invoices?status=default");
    },
  );

  it("LET-22: puts what is left of a credit note on an invoice of its client, without any bank line", async () => {
    let sent: unknown;
    network.stub(
      answers(
        searchUnpaidInvoices,
        listed({ ...aChoosableInvoice({ id: 7, outstanding: "80.00" }), found_by: "text" }),
      ),
      answers(applyCredit, ({ params, body }) => {
        sent = { id: params["id"], body };
        return { message: "", credit: aClientCredit() };
      }),
    );
    const note = anInvoice({
      type: "credit_note",
      invoice_number: "A26000002",
      label: "À imputer",
      remaining_credit: "50.00",
    });
    const { panel, user } = await open(anInvoiceDetail({ creditable: [] }, note));
    expect(textOf(panel)).toContain("Reste à imputer50,00 €");
    await user.click(within(panel).getByRole("button", { name: "Imputer sur une facture" }));
    const dialog = await screen.findByRole("dialog", { name: "Imputer sur une facture" });
    await user.click(within(dialog).getByRole("combobox", { name: /Facture à régler/ }));
    await user.click(await screen.findByRole("option", { name: /F26000123/ }));
    await user.click(within(dialog).getByRole("button", { name: "Imputer" }));
    expect(await screen.findByText("Crédit imputé.")).toBeVisible();
    expect(sent).toMatchObject({ id: "note:1", body: { invoice_id: 7, amount: "50.00" } });
  });

  it.each([
    ["opens again after a reload", "50.00", true],
    ["does not, once nothing of it is left", "0.00", false],
  ])("a credit note that was being put on an invoice %s (FED-6)", async (_title, remaining_credit, opens) => {
    sessionStorage.clear();
    network.stub(answers(searchUnpaidInvoices, listed()));
    const note = { type: "credit_note", invoice_number: "A26000002", remaining_credit: "50.00" } as const;
    const first = await open(anInvoiceDetail({ creditable: [] }, anInvoice(note)));
    await first.user.click(within(first.panel).getByRole("button", { name: "Imputer sur une facture" }));
    const typed = within(await screen.findByRole("dialog", { name: "Imputer sur une facture" }));
    await first.user.type(typed.getByLabelText(/Montant/), "12,50");
    cleanup();
    network.stub(
      answers(
        getInvoiceDetail,
        anInvoiceDetail({ creditable: [] }, anInvoice({ ...note, remaining_credit })),
      ),
    );
    renderScreen(<InvoicesPage />, { at: "/invoices/1", path: "/invoices/:invoiceId?" });
    await screen.findByRole("region", { name: "Historique", hidden: true });
    const again = screen.queryByRole("dialog", { name: "Imputer sur une facture" });
    expect(again && within(again).getByLabelText(/Montant/)).toEqual(
      opens ? expect.objectContaining({ value: "12,50" }) : null,
    );
    sessionStorage.clear();
  });

  it("offers a viewer the document, and nothing that changes the invoice (SEC-22)", async () => {
    signIn({ role: "viewer" });
    const { panel } = await open(anInvoiceDetail());
    const actions = within(panel).getByRole("region", { name: "Actions" });
    expect(
      within(actions)
        .getAllByRole("button")
        .map((one) => one.textContent),
    ).toEqual(["Voir le document"]);
  });

  it("says why an imported one without a VAT rate gets no credit note, and where to make it", async () => {
    const { panel } = await open(
      anInvoiceDetail({ creditable: [], vat_breakdown: [] }, anInvoice({ origin: "imported" })),
    );
    expect(within(panel).queryByRole("button", { name: "Établir un avoir" })).toBeNull();
    expect(panel).toHaveTextContent("Établissez-le dans le logiciel qui l’a émise.");
  });

  it("tells which transaction paid it, and who or what decided", async () => {
    const { panel } = await open(
      anInvoiceDetail({
        payments: [
          {
            id: 9,
            kind: "payment",
            amount: "1000.00",
            created_at: "2026-12-02T08:00:00.000Z",
            transaction: {
              id: 4,
              transaction_date: civilDate("2026-12-01"),
              label: "VIR LE BEFFROI",
              amount: "1500.00",
            },
            lettering_code: "AAA",
            is_automatic: true,
            decided_by: null,
            reasons: ["référence F26000123"],
          },
        ],
      }),
    );
    const payments = textOf(within(panel).getByRole("region", { name: "Règlements" }));
    expect(payments).toContain("01/12/2026 · VIR LE BEFFROI");
    expect(payments).toContain(
      "Rapproché automatiquement le 02/12/2026 09:00 : référence F26000123 · lettre AAA",
    );
    expect(payments).toContain("sur une opération de 1 500,00 €");
  });

  it("takes a payment back after a question, and shows the invoice as it is then", async () => {
    const payment: InvoicePayment = {
      id: 9,
      kind: "payment",
      amount: "1000.00",
      created_at: "2026-12-02T08:00:00.000Z",
      transaction: {
        id: 4,
        transaction_date: civilDate("2026-12-01"),
        label: "VIR LE BEFFROI",
        amount: "1000.00",
      },
      lettering_code: "AAA",
      is_automatic: false,
      decided_by: null,
      reasons: [],
    };
    const opening = { ...payment, id: 8, kind: "opening" as const, transaction: null };
    const undone: string[] = [];
    const back = { id: 5, transaction_date: civilDate("2026-12-04"), label: "REJET VIR", amount: "-9.00" };
    const { user, panel } = await open(
      anInvoiceDetail({
        payments: [
          opening,
          payment,
          { ...payment, id: 10, kind: "return", amount: "-9.00", transaction: back },
        ],
      }),
    );
    const payments = within(panel).getByRole("region", { name: "Règlements" });
    expect(textOf(payments)).toContain("Retour d’un règlement, enregistré par un administrateur Bobine");
    expect(textOf(payments)).toContain("Rapproché par un administrateur Bobine le 02/12/2026");
    // What was paid before the invoice came here is no lettering of ours.
    const button = within(payments).getByRole("button", {
      name: /^Annuler le rapprochement.*VIR LE BEFFROI/,
    });
    await user.click(button);
    const question = await screen.findByRole("dialog", { name: "Annuler ce rapprochement" });
    await user.keyboard("{Escape}");
    await waitFor(() =>
      expect(screen.queryByRole("dialog", { name: "Annuler ce rapprochement" })).toBeNull(),
    );
    expect(panel).toBeVisible();
    expect(question).not.toBeVisible();
    await user.click(button);
    network.stub(
      answers(revertTransaction, ({ params }) => {
        undone.push(params["id"] ?? "");
        return { message: "", user_action_id: 5 };
      }),
      answers(getInvoiceDetail, anInvoiceDetail({ payments: [opening] })),
    );
    await user.click(await screen.findByRole("button", { name: "Confirmer" }));
    expect(await screen.findByText("Action annulée avec succès.")).toBeVisible();
    expect(undone).toEqual(["4"]);
    await waitFor(() => expect(within(payments).queryByText(/VIR LE BEFFROI/)).toBeNull());
  });

  describe("a credit that was put on it", () => {
    const put: InvoicePayment = {
      id: 9,
      kind: "part",
      amount: "40.00",
      created_at: "2026-12-02T08:00:00.000Z",
      transaction: { id: 4, transaction_date: civilDate("2026-12-01"), label: "VIR TROP", amount: "140.00" },
      decided_with: null,
      lettering_code: "",
      is_automatic: false,
      decided_by: { first_name: "Camille", last_name: "Rousseau", email: "c@lumen.example" },
      reasons: [],
    };

    it("is said so, and is taken off again by itself, not with the line that it came from (LET-24)", async () => {
      const undone: string[] = [];
      network.stub(
        answers(undoCreditUse, ({ params }) => {
          undone.push(params["id"] ?? "");
          return { message: "", credit: aClientCredit() };
        }),
      );
      const { user, panel } = await open(anInvoiceDetail({ payments: [put] }));
      const payments = within(panel).getByRole("region", { name: "Règlements" });
      expect(textOf(payments)).toContain("01/12/2026 · Avance ou trop-perçu imputé : VIR TROP");
      expect(textOf(payments)).toContain("Imputé par Camille Rousseau le 02/12/2026");
      await user.click(within(payments).getByRole("button", { name: "Annuler l’imputation de VIR TROP" }));
      expect(await screen.findByRole("dialog", { name: "Annuler cette imputation" })).toHaveTextContent(
        "sur F26000123",
      );
      await user.click(screen.getByRole("button", { name: "Confirmer" }));
      expect(await screen.findByText("Imputation annulée.")).toBeVisible();
      expect(undone).toEqual(["allocation:9"]);
    });

    it("with another line is undone with that one (LET-24)", async () => {
      const undone: string[] = [];
      network.stub(
        answers(revertTransaction, ({ params }) => {
          undone.push(params["id"] ?? "");
          return { message: "", user_action_id: 5 };
        }),
      );
      const { user, panel } = await open(
        anInvoiceDetail({ payments: [{ ...put, decided_with: { id: 7, label: "VIR RESTE" } }] }),
      );
      await user.click(within(panel).getByRole("button", { name: "Annuler le rapprochement de VIR RESTE" }));
      await user.click(await screen.findByRole("button", { name: "Confirmer" }));
      expect(await screen.findByText("Action annulée avec succès.")).toBeVisible();
      expect(undone).toEqual(["7"]);
    });
  });

  it("tells of payments what they are: before its import, by a credit, taken back by the bank (UI-9)", async () => {
    const paid = {
      at: "2026-12-02T08:00:00.000Z",
      kind: "paid" as const,
      actor: null,
      is_automatic: false,
      reasons: [],
      comment: "",
    };
    const { panel } = await open(
      anInvoiceDetail({
        events: [
          { ...paid, key: "r", subject: "REJET VIR", amount: "-120.00", payment_kind: "return" },
          { ...paid, key: "c", subject: "VIR TROP", amount: "40.00", payment_kind: "part" },
          { ...paid, key: "o", subject: "", amount: "100.00", payment_kind: "opening" },
          // Of an older server.
          { ...paid, key: "p", subject: "VIR LE BEFFROI", amount: "120.00" },
        ],
      }),
    );
    const history = within(within(panel).getByRole("region", { name: "Historique" })).getAllByRole(
      "listitem",
    );
    expect(history.map(textOf)).toEqual([
      "Encaissement rejeté · -120,00 €02/12/2026 09:00 · REJET VIR · par un administrateur Bobine",
      "Avance ou trop-perçu imputé · 40,00 €02/12/2026 09:00 · VIR TROP · par un administrateur Bobine",
      "Réglé avant l’import de la facture · 100,00 €02/12/2026 09:00",
      "Règlement rapproché · 120,00 €02/12/2026 09:00 · VIR LE BEFFROI · par un administrateur Bobine",
    ]);
    expect(history[0]).toHaveAttribute("data-tone", "bad");
  });

  it("tells its history newest first, mails among it", async () => {
    const event = { actor: null, is_automatic: true, reasons: [], subject: "", amount: null, comment: "" };
    const { panel } = await open(
      anInvoiceDetail({
        events: [
          {
            ...event,
            key: "b",
            at: "2026-12-05T08:00:00.000Z",
            kind: "default",
            is_automatic: false,
            actor: { first_name: "Camille", last_name: "Rousseau", email: "c@lumen.example" },
            comment: "Liquidation judiciaire",
          },
          {
            ...event,
            key: "p",
            at: "2026-12-02T08:00:00.000Z",
            kind: "paid",
            subject: "VIR LE BEFFROI",
            amount: "1000.00",
            reasons: ["référence F26000123"],
          },
          { ...event, key: "a", at: "2026-11-30T08:00:00.000Z", kind: "issued" },
        ],
        archived_until: "2024-12-31T20:00:00.000Z",
      }),
      [anInvoiceMail()],
    );
    const history = within(within(panel).getByRole("region", { name: "Historique" })).getAllByRole(
      "listitem",
    );
    expect(history.map((item) => textOf(item).replace(/\d\d\/.*$/, ""))).toEqual([
      "Passée en défaut",
      "Règlement rapproché · 1 000,00 €",
      "Envoi par e-mail",
      "Émise",
      "Actions antérieures archivées",
    ]);
    expect(textOf(history[4]!)).toMatch(/31\/12\/2024.* · dans les archives des Journaux d’Audit$/);
    expect(textOf(history[0]!)).toContain("par Camille Rousseau« Liquidation judiciaire »");
    expect(textOf(history[1]!)).toContain("VIR LE BEFFROI · automatiquement : référence F26000123");
    expect(textOf(history[2]!)).toContain("compta@beffroi.example");
  });

  it("tells of an imported one when, by whom and from which file it came", async () => {
    const { panel } = await open(
      anInvoiceDetail({
        events: [
          {
            key: "imported",
            at: "2026-11-30T08:00:00.000Z",
            kind: "imported",
            actor: { first_name: "Camille", last_name: "Rousseau", email: "c@lumen.example" },
            is_automatic: false,
            reasons: [],
            subject: "factures.csv",
            amount: null,
            comment: "",
          },
        ],
      }),
    );
    const history = within(panel).getByRole("region", { name: "Historique" });
    expect(textOf(history)).toContain(
      "Importée30/11/2026 09:00 · fichier « factures.csv » · par Camille Rousseau",
    );
  });

  it("has a mail that left in its history, where nothing else happened", async () => {
    const { panel } = await open(anInvoiceDetail({ events: [] }), [
      anInvoiceMail({ kind: "reminder", reminder_level: 1, sent_at: "2026-11-30T08:00:00.000Z" }),
    ]);
    await within(panel).findByRole("region", { name: "E-mails" });
    const history = within(panel).getByRole("region", { name: "Historique" });
    expect(textOf(history)).toContain("Relance 1");
  });

  it("says at the top that a mail did not arrive, and why", async () => {
    const { panel } = await open(anInvoiceDetail(), [
      anInvoiceMail({ state: "refused", sent_at: null, problem: "L’adresse n’existe pas." }),
    ]);
    expect(await within(panel).findByText("L’e-mail n’est pas arrivé")).toBeVisible();
  });

  it("says at the top nothing of a mail that did not arrive, once a later one of its kind did", async () => {
    const refused = { state: "refused", sent_at: null, problem: "L’adresse n’existe pas." } as const;
    const { panel } = await open(anInvoiceDetail(), [
      anInvoiceMail({ id: 3, is_resend: true }),
      anInvoiceMail({ id: 2, ...refused }),
    ]);
    expect(await within(panel).findByRole("region", { name: "E-mails" })).toHaveTextContent("n’existe pas");
    expect(within(panel).queryByText("L’e-mail n’est pas arrivé")).toBeNull();
  });

  it("says so still when what arrived later was of another kind", async () => {
    const refused = { state: "refused", sent_at: null, problem: "L’adresse n’existe pas." } as const;
    const { panel } = await open(anInvoiceDetail(), [
      anInvoiceMail({ id: 3, kind: "reminder", reminder_level: 1 }),
      anInvoiceMail({ id: 2, ...refused }),
    ]);
    expect(await within(panel).findByText("L’e-mail n’est pas arrivé")).toBeVisible();
  });

  it("says at the top, in the history and of the mail itself that one is to be checked which may have left (MAIL-13)", async () => {
    const problem = "L’envoi a été interrompu : la relance est peut-être partie.";
    const mail = { kind: "reminder", reminder_level: 3, state: "unconfirmed", problem } as const;
    const issued = {
      key: "issued",
      at: "2026-09-01T08:00:00.000Z",
      kind: "issued",
      actor: null,
      is_automatic: true,
      subject: "",
      amount: null,
      comment: "",
    } as const;
    const { panel } = await open(anInvoiceDetail({ events: [{ ...issued, reasons: [] }] }), [
      anInvoiceMail({ ...mail, sent_at: "2026-11-30T08:00:00.000Z" }),
    ]);
    const notice = (await within(panel).findAllByText(problem))[0]!.closest("[role]");
    expect(notice).toHaveTextContent("Envoi à vérifier");
    expect(within(panel).queryByText("L’e-mail n’est pas arrivé")).toBeNull();
    const history = within(panel).getByRole("region", { name: "Historique" });
    expect(textOf(history)).toContain("Envoi à vérifier · Mise en demeure par e-mail");
    expect(textOf(within(panel).getByRole("region", { name: "E-mails" }))).toContain("Envoi à vérifier");
  });
});

describe("what one does with an invoice", () => {
  it("goes to default with a reason, which is asked for", async () => {
    const sent: unknown[] = [];
    network.stub(
      answers(changeInvoice, (call) => {
        sent.push(call.body);
        return anInvoice({ status: "default" });
      }),
    );
    const { user, panel } = await open(anInvoiceDetail());
    await user.click(within(panel).getByRole("button", { name: "Passer en défaut" }));
    const dialog = await screen.findByRole("dialog", { name: /Passer la facture F26000123 en défaut/ });
    await user.click(within(dialog).getByRole("button", { name: "Passer en défaut" }));
    expect(within(dialog).getByText("Indiquez le motif.")).toBeVisible();
    expect(sent).toEqual([]);
    await user.type(within(dialog).getByRole("textbox", { name: /^Motif/ }), "Litige");
    await user.click(within(dialog).getByRole("button", { name: "Passer en défaut" }));
    expect(await screen.findByText("La facture est passée en défaut.")).toBeVisible();
    expect(sent).toEqual([{ status: "default", comment: "Litige" }]);
  });

  it.each([
    ["paid", ["Voir le document", "Envoyer par e-mail", "Établir un avoir"]],
    ["default", ["Voir le document", "Envoyer par e-mail", "Établir un avoir", "Rouvrir"]],
    [
      "part_paid",
      [
        "Voir le document",
        "Envoyer par e-mail",
        "Établir un avoir",
        "Arrêter les relances",
        "Passer en défaut",
      ],
    ],
  ] as const)("is offered as its status %s allows", async (status, expected) => {
    const { panel } = await open(anInvoiceDetail({}, anInvoice({ status, origin: "issued" })));
    const actions = within(within(panel).getByRole("region", { name: "Actions" })).getAllByRole("button");
    expect(actions.map((button) => button.textContent)).toEqual(expected);
  });

  it("credits all that is left", async () => {
    const sent: unknown[] = [];
    network.stub(
      answers(createCreditNote, (call) => {
        sent.push(call.body);
        return anInvoice({ type: "credit_note", invoice_number: "A26000001" });
      }),
    );
    const { user, panel } = await open(anInvoiceDetail());
    await user.click(within(panel).getByRole("button", { name: "Établir un avoir" }));
    const dialog = await screen.findByRole("dialog", { name: /Avoir sur la facture/ });
    await user.type(within(dialog).getByRole("textbox", { name: /Motif/ }), "Erreur de tarif");
    await user.click(within(dialog).getByRole("button", { name: "Établir l’avoir" }));
    expect(await screen.findByText("L’avoir A26000001 est établi.")).toBeVisible();
    expect(sent).toEqual([{ remaining_net_amount: "2633.92", reason: "Erreur de tarif" }]);
  });

  it("sends the same credit note again when its answer was lost (API-10)", async () => {
    const sent: unknown[] = [];
    let isThere = false;
    const { user, panel } = await open(anInvoiceDetail());
    network.stub(
      answers(createCreditNote, (call) => {
        sent.push([call.headers.get("idempotency-key"), call.body]);
        if (isThere) return anInvoice({ type: "credit_note", invoice_number: "A26000001" });
        isThere = true;
        return Response.error();
      }),
    );
    await user.click(within(panel).getByRole("button", { name: "Établir un avoir" }));
    const dialog = await screen.findByRole("dialog", { name: /Avoir sur la facture/ });
    await user.click(within(dialog).getByText("Avoir partiel"));
    await user.type(within(dialog).getByRole("textbox", { name: /Les Heures bleues/ }), "118,97");
    await user.type(within(dialog).getByRole("textbox", { name: /Motif/ }), "Geste");
    // The invoice that is read again has the credit note already.
    const { creditable } = anInvoiceDetail();
    network.stub(
      answers(
        getInvoiceDetail,
        anInvoiceDetail({ creditable: creditable.map((film) => ({ ...film, remaining: "2514.95" })) }),
      ),
    );
    await user.click(within(dialog).getByRole("button", { name: "Établir l’avoir" }));
    expect(await within(dialog).findByText(/Impossible d’établir l’avoir/)).toBeVisible();
    await user.click(within(dialog).getByRole("button", { name: "Établir l’avoir" }));
    expect(await screen.findByText("L’avoir A26000001 est établi.")).toBeVisible();
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual(sent[0]);
  });

  it("says what is wrong with the reason of a credit note that the server refuses (SEC-17)", async () => {
    const said = "Ce texte contient un IBAN qui n’est pas celui de votre société.";
    network.stub(answers(createCreditNote, () => Response.json({ reason: [said] }, { status: 400 })));
    const { user, panel } = await open(anInvoiceDetail());
    await user.click(within(panel).getByRole("button", { name: "Établir un avoir" }));
    const dialog = await screen.findByRole("dialog", { name: /Avoir sur la facture/ });
    await user.type(within(dialog).getByRole("textbox", { name: /Motif/ }), "Sur FR14 2004");
    await user.click(within(dialog).getByRole("button", { name: "Établir l’avoir" }));
    expect(await within(dialog).findByText(said)).toBeVisible();
  });

  it("credits an amount of a film, never more than is left, and shows why the server refuses", async () => {
    const sent: unknown[] = [];
    network.stub(
      answers(createCreditNote, (call) => {
        sent.push(call.body);
        return Response.json(
          { detail: "Cet élément a été modifié entre-temps.", code: "conflict" },
          { status: 409 },
        );
      }),
    );
    const { user, panel } = await open(anInvoiceDetail());
    await user.click(within(panel).getByRole("button", { name: "Établir un avoir" }));
    const dialog = await screen.findByRole("dialog", { name: /Avoir sur la facture/ });
    await user.click(within(dialog).getByText("Avoir partiel"));
    const amount = within(dialog).getByRole("textbox", { name: /Les Heures bleues/ });
    await user.type(amount, "2633,93");
    expect(textOf(dialog)).toContain("Saisissez 2 633,92 € au plus.");
    await user.clear(amount);
    await user.type(amount, "118,97");
    await user.type(within(dialog).getByRole("textbox", { name: /Motif/ }), "Geste");
    await user.click(within(dialog).getByRole("button", { name: "Établir l’avoir" }));
    expect(await within(dialog).findByText(/ Cet élément a été modifié entre-temps\.$/)).toBeVisible();
    expect(sent).toEqual([
      {
        remaining_net_amount: "2633.92",
        reason: "Geste",
        lines: [{ line_id: 70, net_amount: "118.97" }],
      },
    ]);
  });

  it("sends it again after a confirmation, or says why it cannot", async () => {
    network.stub(
      answers(previewSending, {
        from: "Lumen Films <lumen@factures.example>",
        recipients: ["compta@beffroi.example"],
        subject: "Facture F26000123",
        paragraphs: ["Bonjour,"],
        table: null,
        closing: ["Cordialement,"],
        attachments: ["F26000123.pdf"],
      }),
    );
    network.stub(fails(sendInvoice, 409, { detail: "Ce cinéma n’a pas d’adresse.", code: "no_address" }));
    const { user, panel } = await open(anInvoiceDetail(), [anInvoiceMail()]);
    await user.click(await within(panel).findByRole("button", { name: "Renvoyer par e-mail" }));
    const dialog = await screen.findByRole("dialog", { name: /Envoyer F26000123/ });
    await user.click(within(dialog).getByRole("button", { name: "Envoyer" }));
    expect(
      await within(dialog).findByText("Impossible d’envoyer le document. Ce cinéma n’a pas d’adresse."),
    ).toBeVisible();
    network.stub(answers(sendInvoice, anInvoiceMail({ state: "waiting" })));
    await user.click(within(dialog).getByRole("button", { name: "Envoyer" }));
    expect(await screen.findByText("L’envoi est lancé.")).toBeVisible();
  });
});

it("MAIL-9, TXT-1: an invoice that was sent well says so, and no error of its own preview", async () => {
  const preview = {
    from: "Lumen Films <lumen@factures.example>",
    recipients: ["compta@beffroi.example"],
    subject: "Facture F26000123",
    paragraphs: ["Bonjour,"],
    table: null,
    closing: ["Cordialement,"],
    attachments: ["F26000123.pdf"],
  };
  const { user, panel } = await open(anInvoiceDetail(), [anInvoiceMail()]);
  network.stub(
    answers(previewSending, preview),
    answers(sendInvoice, () => {
      network.stub(
        fails(previewSending, 409, { detail: "Un envoi est déjà en cours.", code: "under_way" }),
        // The lists are slow to be read again.
        answers(listInvoiceMails, () => new Promise(() => undefined)),
      );
      return anInvoiceMail({ state: "waiting" });
    }),
  );
  await user.click(await within(panel).findByRole("button", { name: "Renvoyer par e-mail" }));
  const dialog = await screen.findByRole("dialog", { name: /Envoyer F26000123/ });
  await within(dialog).findByText("Bonjour,");
  await user.click(within(dialog).getByRole("button", { name: "Envoyer" }));
  expect(await screen.findByText("L’envoi est lancé.")).toBeVisible();
  expect(screen.queryByText(/Un envoi est déjà en cours/)).toBeNull();
});

describe("what is typed and not sent", () => {
  it.each([
    ["Passer en défaut", /Passer la facture F26000123 en défaut/],
    ["Établir un avoir", /Avoir sur la facture/],
  ])("of « %s » is there again after a reload or an ended session", async (button, name) => {
    const { user, panel, unmount } = await open(anInvoiceDetail());
    await user.click(within(panel).getByRole("button", { name: button }));
    const before = await screen.findByRole("dialog", { name });
    await user.type(within(before).getByRole("textbox", { name: /^Motif/ }), "Litige");
    unmount();
    renderScreen(<InvoicesPage />, { at: "/invoices/1", path: "/invoices/:invoiceId?" });
    const dialog = await screen.findByRole("dialog", { name });
    expect(within(dialog).getByText("Saisie rétablie")).toBeVisible();
    expect(within(dialog).getByRole("textbox", { name: /^Motif/ })).toHaveValue("Litige");
    // Giving it up is no wish to leave.
    await user.click(within(dialog).getByRole("button", { name: "Abandonner ces modifications" }));
    await user.type(within(dialog).getByRole("textbox", { name: /^Motif/ }), "Geste");
    await user.click(within(dialog).getByRole("button", { name: "Annuler" }));
    await user.click(await screen.findByRole("button", { name: "Abandonner" }));
    await waitFor(() => expect(screen.queryByRole("dialog", { name })).toBeNull());
  });

  it("is sent with Enter, and a reason that is missing takes the focus", async () => {
    const { user, panel } = await open(anInvoiceDetail());
    await user.click(within(panel).getByRole("button", { name: "Établir un avoir" }));
    const dialog = await screen.findByRole("dialog", { name: /Avoir sur la facture/ });
    const reason = within(dialog).getByRole("textbox", { name: /^Motif/ });
    expect(reason).toBeRequired();
    await user.click(within(dialog).getByRole("button", { name: "Établir l’avoir" }));
    await waitFor(() => expect(reason).toHaveFocus());
    expect(reason).toHaveAccessibleDescription("Indiquez le motif de l’avoir.");
    const sent: unknown[] = [];
    network.stub(
      answers(createCreditNote, (call) => {
        sent.push(call.body);
        return anInvoice({ type: "credit_note", invoice_number: "A26000001" });
      }),
    );
    await user.keyboard("Erreur{Enter}");
    expect(await screen.findByText("L’avoir A26000001 est établi.")).toBeVisible();
    expect(sent).toHaveLength(1);
  });
});

it("closes with Escape one dialog at a time", async () => {
  const { user, panel, address } = await open(anInvoiceDetail());
  await user.click(within(panel).getByRole("button", { name: "Établir un avoir" }));
  await screen.findByRole("dialog", { name: /Avoir sur la facture/ });
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog", { name: /Avoir sur/ })).toBeNull());
  expect(address()).toBe("/invoices/1?status=default");
});
