import { civilDate } from "@bobine/contract/civil-date";
import {
  type AccountMovement,
  type ClientAccountView,
  exportAccountMovements,
  listAccountMovements,
  mailStatement,
  previewStatementMail,
  readClientAccount,
} from "@bobine/contract/client-accounts";
import type { ResponseOf } from "@bobine/contract/route";
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
import { screen, waitFor, within } from "@testing-library/react";
import { Link } from "react-router-dom";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ClientAccountPage } from "./client-account.page.tsx";

const anAccount = (changes: Partial<ClientAccountView> = {}): ClientAccountView => ({
  client_account: "411BEFFROI",
  client_name: "SARL Beffroi Cinés",
  on: civilDate("2026-12-31"),
  amounts: {
    not_due: "55.00",
    days_1_30: "0.00",
    days_31_60: "110.00",
    days_61_90: "0.00",
    over_90_days: "0.00",
    unapplied: "-10.00",
    balance: "155.00",
  },
  advances: "0.00",
  cinemas: [
    {
      id: 4,
      name: "Cinéma Le Beffroi",
      city: "Douai",
      group: "Nord",
      invoice_emails: ["compta@beffroi.example"],
      reminder_emails: [],
      phones: ["03 27 00 00 00"],
    },
  ],
  reminders: [
    {
      id: 9,
      level: 1,
      subject: "Facture F26000012 échue",
      state: "sent",
      created_at: "2026-12-20T08:00:00.000Z",
      sent_at: "2026-12-20T08:01:00.000Z",
      invoices: [{ id: 12, invoice_number: "F26000012" }],
    },
  ],
  stops: [],
  statements: [],
  ...changes,
});

const aMovement = (changes: Partial<AccountMovement> = {}): AccountMovement => ({
  key: "invoice:12:d",
  kind: "invoice",
  date: civilDate("2026-11-30"),
  label: "Facture F26000012",
  invoice_id: 12,
  transaction_id: null,
  detail: "Cinéma Le Beffroi",
  due_date: civilDate("2026-12-30"),
  debit: "110.00",
  credit: "0.00",
  balance: "110.00",
  letters: "AAA",
  ...changes,
});

const aPage = (results: AccountMovement[]): ResponseOf<typeof listAccountMovements> => ({
  count: results.length,
  next: null,
  previous: null,
  results,
  opening_balance: "0.00",
  closing_balance: "155.00",
  debit: "165.00",
  credit: "10.00",
});

const network = stubNetwork();
beforeEach(() => {
  signIn();
  network.stub(answers(readClientAccount, anAccount()), answers(listAccountMovements, aPage([aMovement()])));
});

const show = (at = "/clients/411BEFFROI") =>
  renderScreen(<ClientAccountPage />, { at, path: "/clients/:account" });

describe("a client's account (CLI-1)", () => {
  it("shows what is owed by lateness, and the movements with their letters and balance", async () => {
    show();
    expect(await screen.findByRole("heading", { name: "SARL Beffroi Cinés" })).toBeVisible();
    expect(screen.getByText("Compte 411BEFFROI · 1 cinéma")).toBeVisible();
    const amounts = screen.getByRole("region", { name: "Ce que doit le client" });
    expect(plainSpaces(amounts.textContent)).toContain("Solde au 31/12/2026155,00 €Non échu55,00 €");
    expect(within(amounts).getByRole("link", { name: "voir les crédits du client" })).toHaveAttribute(
      "href",
      "/invoices?tab=credits&credit_search=411BEFFROI",
    );
    const table = await screen.findByRole("table", { name: /Mouvements du compte/ });
    expect(plainSpaces(table.textContent)).toContain(
      "30/11/2026Facture F26000012Cinéma Le Beffroi30/12/2026110,00 €AAA110,00 €",
    );
    expect(within(table).getByRole("link", { name: "Facture F26000012" })).toHaveAttribute(
      "href",
      "/invoices/12",
    );
  });

  it("leads a movement with its own amount on a phone, and calls the balance so below", async () => {
    const payment = aMovement({
      key: "payment:3",
      label: "Règlement F26000012",
      debit: "0.00",
      credit: "110.00",
    });
    network.stub(answers(listAccountMovements, aPage([aMovement(), payment])));
    show();
    const row = await screen.findByRole("row", { name: /Règlement F26000012/ });
    const leading = [...row.querySelectorAll('[data-part="amount"]')].map((cell) =>
      plainSpaces(cell.textContent),
    );
    expect(leading).toEqual(["", "−110,00 €"]);
    const balance = within(row).getAllByRole("cell").at(-1);
    expect(balance).toHaveAttribute("data-label", "Solde");
    expect(balance).not.toHaveAttribute("data-part");
  });

  it("asks for the period of the address, for its movements and for the balance at its end", async () => {
    const asked: string[] = [];
    const remember = ({ query }: StubbedCall) =>
      asked.push([query.get("account"), query.get("on") ?? query.get("from")].join(" "));
    network.stub(
      answers(readClientAccount, (call: StubbedCall) => {
        remember(call);
        return anAccount();
      }),
      answers(listAccountMovements, (call: StubbedCall) => {
        remember(call);
        return aPage([]);
      }),
    );
    show("/clients/411BEFFROI?from=2026-10-01&to=2026-10-31");
    expect(await screen.findByText("Aucun mouvement sur cette période.")).toBeVisible();
    expect(asked.toSorted()).toEqual(["411BEFFROI 2026-10-01", "411BEFFROI 2026-10-31"]);
  });

  it("shows nothing of the account before under the address of another one", async () => {
    const { user } = renderScreen(
      <>
        <ClientAccountPage />
        <Link to="/clients/411ORION">Un autre compte</Link>
      </>,
      { at: "/clients/411BEFFROI", path: "/clients/:account" },
    );
    expect(await screen.findByRole("heading", { name: "SARL Beffroi Cinés" })).toBeVisible();
    expect(await screen.findByRole("link", { name: "Facture F26000012" })).toBeVisible();
    let answer = (): void => undefined;
    const waits = new Promise<void>((go) => {
      answer = go;
    });
    network.stub(
      answers(readClientAccount, async () => {
        await waits;
        return anAccount({ client_account: "411ORION", client_name: "Orion Cinémas" });
      }),
      answers(listAccountMovements, async () => {
        await waits;
        return aPage([aMovement({ label: "Facture F26000099" })]);
      }),
    );
    await user.click(screen.getByRole("link", { name: "Un autre compte" }));
    expect(screen.getByRole("heading", { level: 1 })).not.toHaveTextContent("Beffroi");
    expect(screen.queryByText(/155,00/)).toBeNull();
    expect(screen.queryByRole("link", { name: "Facture F26000012" })).toBeNull();
    answer();
    expect(await screen.findByRole("heading", { name: "Orion Cinémas" })).toBeVisible();
    expect(await screen.findByRole("link", { name: "Facture F26000099" })).toBeVisible();
  });

  it("tells whom one may ask, and what was asked already", async () => {
    const { user } = show();
    await user.click(await screen.findByRole("tab", { name: "Cinémas et contacts (1)" }));
    expect(screen.getByRole("link", { name: "compta@beffroi.example" })).toHaveAttribute(
      "href",
      "mailto:compta@beffroi.example",
    );
    expect(screen.getByText("aucune adresse")).toBeVisible();
    await user.click(screen.getByRole("tab", { name: "Relances et envois (1)" }));
    expect(screen.getByText(/^Relance 1/)).toBeVisible();
    expect(screen.getByText("Envoyé")).toBeVisible();
    expect(screen.getByRole("link", { name: "F26000012" })).toHaveAttribute("href", "/invoices/12");
  });

  it("MAIL-8: looks at a mail that waits again until it has left, and calls a formal notice so", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const [reminder] = anAccount().reminders;
    const next_attempt_at = new Date().toISOString();
    const of = (state: "waiting" | "sent") =>
      anAccount({ reminders: [{ ...reminder!, level: 3, state, next_attempt_at }] });
    network.stub(answers(readClientAccount, of("waiting")));
    const { user } = show();
    await user.click(await screen.findByRole("tab", { name: "Relances et envois (1)" }));
    expect(screen.getByText(/^Mise en demeure ·/)).toBeVisible();
    expect(screen.getByText("À envoyer")).toBeVisible();
    network.stub(answers(readClientAccount, of("sent")));
    vi.advanceTimersByTime(5_000);
    expect(await screen.findByText("Envoyé")).toBeVisible();
    vi.useRealTimers();
  });

  it("tells disputes and promises of its invoices, and the statements that were mailed (MAIL-7, MAIL-11)", async () => {
    network.stub(
      answers(
        readClientAccount,
        anAccount({
          stops: [
            {
              reason: "promise",
              promised_on: civilDate("2027-01-12"),
              comment: "Appelé ce matin",
              stopped_at: "2026-12-20T08:00:00.000Z",
              stopped_by: "Claire Martin",
              is_in_effect: true,
              invoice: { id: 12, invoice_number: "F26000012", outstanding: "110.00" },
            },
          ],
          statements: [
            {
              id: 4,
              from: null,
              to: civilDate("2026-11-30"),
              state: "sent",
              created_at: "2026-12-01T08:00:00.000Z",
              sent_at: "2026-12-01T08:01:00.000Z",
              recipients: ["compta@beffroi.example"],
            },
          ],
        }),
      ),
    );
    show("/clients/411BEFFROI?tab=reminders");
    const stops = await screen.findByRole("region", { name: "Litiges et règlements promis" });
    expect(plainSpaces(stops.textContent)).toContain(
      "F26000012 · Relances arrêtées : règlement promis pour le 12/01/2027110,00 €Appelé ce matinClaire Martin",
    );
    const sent = screen.getByRole("region", { name: "Relevés de compte envoyés" });
    expect(sent).toHaveTextContent("Relevé arrêté au 30/11/2026");
    expect(sent).toHaveTextContent("compta@beffroi.example");
  });

  it("mails the statement of the period that shows, once it was seen (MAIL-11)", async () => {
    const seen: unknown[] = [];
    const sent: unknown[] = [];
    network.stub(
      answers(previewStatementMail, ({ body }) => {
        seen.push(body);
        return {
          from: "Lumen Films <lumen@factures.example>",
          recipients: ["compta@beffroi.example"],
          subject: "Relevé de compte au 31/12/2026 – SARL Beffroi Cinés",
          paragraphs: ["Bonjour,"],
          table: null,
          closing: ["Cordialement,"],
          attachments: ["releve-de-compte_411BEFFROI.pdf"],
          notice: "Des documents sont au nom de SARL Ciné.",
        };
      }),
      answers(mailStatement, ({ body }) => {
        sent.push(body);
        return { id: 1, recipients: ["compta@beffroi.example"] };
      }),
    );
    const { user } = show("/clients/411BEFFROI?from=2026-10-01&to=2026-12-31");
    await user.click(await screen.findByRole("button", { name: "Envoyer par e-mail" }));
    const dialog = within(await screen.findByRole("dialog", { name: /relevé de compte de SARL Beffroi/ }));
    expect(await dialog.findByText("releve-de-compte_411BEFFROI.pdf")).toBeVisible();
    expect(dialog.getByRole("note")).toHaveTextContent("Des documents sont au nom de SARL Ciné.");
    await user.click(dialog.getByRole("button", { name: "Envoyer" }));
    expect(await screen.findByText("Le relevé de compte part maintenant.")).toBeVisible();
    const asked = { account: "411BEFFROI", from: "2026-10-01", to: "2026-12-31" };
    expect([seen[0], sent]).toEqual([asked, [asked]]);
  });

  it("tells why a period cannot be mailed (CLI-2)", async () => {
    network.stub(fails(previewStatementMail, 400, { to: ["Choisissez une fin de période."] }));
    const { user } = show("/clients/411BEFFROI?from=2026-10-01&to=2028-12-31");
    await user.click(await screen.findByRole("button", { name: "Envoyer par e-mail" }));
    expect(await screen.findByText(/Choisissez une fin de période\./)).toBeVisible();
  });

  it("says so when nobody has the account", async () => {
    network.stub(fails(readClientAccount, 404));
    show("/clients/411PERSONNE");
    expect(await screen.findByText("Ce compte client est introuvable.")).toBeVisible();
    expect(screen.getByRole("link", { name: "Retour aux factures" })).toHaveAttribute("href", "/invoices");
  });

  it("tries again what could not be loaded", async () => {
    network.stub(isUnreachable(readClientAccount));
    const { user } = show();
    const retry = await screen.findByRole("button", { name: "Réessayer" });
    network.stub(answers(readClientAccount, anAccount()));
    await user.click(retry);
    expect(await screen.findByRole("heading", { name: "SARL Beffroi Cinés" })).toBeVisible();
  });

  it("saves the statement of account under the account's name (CLI-2)", async () => {
    URL.createObjectURL = () => "blob:statement";
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    network.stub(
      answers(
        exportAccountMovements,
        () => new Response("Date\r\n", { headers: { "content-type": "text/csv" } }),
      ),
    );
    const { user } = show();
    await user.click(await screen.findByRole("button", { name: "Exporter en CSV" }));
    await waitFor(() => expect(saved).toEqual(["releve-de-compte_411BEFFROI.csv"]));
  });
});
