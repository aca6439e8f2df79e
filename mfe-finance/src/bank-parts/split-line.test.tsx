import { decideParts, readParts } from "@bobine/contract/bank-parts";
import { listCinemas } from "@bobine/contract/cinemas";
import { listCredits } from "@bobine/contract/client-credits";
import { civilDate } from "@bobine/contract/civil-date";
import { searchUnpaidInvoices } from "@bobine/contract/lettering";
import { listed } from "@bobine/contract/testing/lists";
import {
  answers,
  fails,
  isUnreachable,
  renderScreen,
  signIn,
  signInAsSuperAdmin,
  stubNetwork,
} from "@bobine/shared-auth/testing";
import { screen, within, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { aClientCredit, aSplitLine } from "@bobine/contract/testing/banking";
import { aCinema } from "@bobine/contract/testing/cinemas";
import { aChoosableInvoice } from "@bobine/contract/testing/user-actions";
import { SplitLine } from "./split-line.tsx";

const network = stubNetwork();
beforeEach(() => void signIn());

const line = aSplitLine({
  transaction_id: 50,
  transaction_date: civilDate("2026-10-05"),
  label: "PRLV SEPA SCI DES PROJECTIONS LOYER OCTOBRE 2026",
  amount: "-1862.50",
  currency_code: "EUR",
  proposal: { kind: "account", account: "613200", reason: "libellé de l’opération" },
  accounts: [{ code: "613200", label: "Locations immobilières" }],
});
const decided = {
  message: "",
  transaction_id: 50,
  user_action_id: null,
  allocations: [],
  parts: [],
  credit_uses: [],
};

const beffroi = aChoosableInvoice({
  id: 7,
  invoice_number: "F26000007",
  cinema_id: 3,
  cinema_name: "Le Beffroi",
  outstanding: "842.66",
});

it("LET-19: proposes an account for the whole line, tells what is left, and sends the parts", async () => {
  let sent: unknown;
  network.stub(
    answers(readParts, line),
    answers(decideParts, ({ body }) => {
      sent = body;
      return decided;
    }),
  );
  const close = vi.fn<() => void>();
  const { user } = renderScreen(<SplitLine transactionId={50} close={close} />);
  const amount = await screen.findByLabelText("Montant de la part 1");
  expect(screen.getByRole("combobox", { name: "Affectation de la part 1" })).toHaveValue(
    "613200 Locations immobilières",
  );
  expect(amount).toHaveValue("-1862,50");
  await user.clear(amount);
  await user.type(amount, "-1850");
  await user.click(screen.getByRole("button", { name: "Ajouter une part" }));
  expect(screen.getByLabelText("Montant de la part 2")).toHaveValue("-12,50");
  await user.click(screen.getByRole("button", { name: "Affecter" }));
  const second = screen.getByRole("combobox", { name: "Affectation de la part 2" });
  await waitFor(() =>
    expect(second).toHaveAccessibleDescription("Choisissez à quoi cette part est affectée."),
  );
  await user.click(second);
  await user.click(await screen.findByRole("option", { name: "Frais bancaires (627800)" }));
  await user.click(screen.getByRole("button", { name: "Affecter" }));
  await waitFor(() => expect(close).toHaveBeenCalled());
  expect(sent).toEqual({
    parts: [
      { kind: "account", account: "613200", amount: "-1850.00" },
      { kind: "fees", amount: "-12.50" },
    ],
  });
});

it("pays what was chosen and leaves the rest to the kind of the key, and keeps what is typed when it fails", async () => {
  network.stub(
    answers(readParts, { ...line, amount: "827.66", proposal: null }),
    fails(decideParts, 409, { detail: "Cette opération est déjà rapprochée.", code: "already_reconciled" }),
  );
  const { user } = renderScreen(
    <SplitLine transactionId={50} invoices={[beffroi]} kind="fees" close={() => undefined} />,
  );
  expect(await screen.findByRole("combobox", { name: "Affectation de la part 1" })).toHaveValue(
    "Facture F26000007 · Le Beffroi (reste dû 842,66\u00a0€)",
  );
  expect(screen.getByRole("combobox", { name: "Affectation de la part 2" })).toHaveValue(
    "Frais bancaires (627800)",
  );
  expect(screen.getByLabelText("Montant de la part 2")).toHaveValue("-15,00");
  await user.click(screen.getByRole("button", { name: "Affecter" }));
  expect(await screen.findByText(/déjà rapprochée/)).toBeVisible();
  expect(screen.getByLabelText("Montant de la part 2")).toHaveValue("-15,00");
});

it("LET-19: one key adds a part of a kind, also while an amount is typed, and no key is text in another field", async () => {
  network.stub(
    answers(readParts, { ...line, amount: "827.66", proposal: null }),
    answers(searchUnpaidInvoices, listed()),
    answers(listCinemas, listed()),
  );
  const { user } = renderScreen(
    <SplitLine transactionId={50} invoices={[beffroi]} close={() => undefined} />,
  );
  await user.click(await screen.findByLabelText("Montant de la part 2"));
  await user.keyboard("f");
  expect(screen.getByRole("combobox", { name: "Affectation de la part 2" })).toHaveValue(
    "Frais bancaires (627800)",
  );
  expect(screen.getByLabelText("Montant de la part 2")).toHaveValue("-15,00");
  expect(screen.getByText(/Le compte est bon/)).toBeVisible();
  await user.keyboard("xm");
  expect(screen.queryByLabelText("Montant de la part 3")).toBeNull();
  await user.click(screen.getByRole("combobox", { name: "Affectation de la part 1" }));
  await user.keyboard("a");
  expect(screen.queryByLabelText("Montant de la part 3")).toBeNull();
});

it("says of the part what the server says of it, until it is another one", async () => {
  network.stub(
    answers(readParts, { ...line, amount: "827.66", proposal: null }),
    fails(decideParts, 409, { detail: "La facture F26000007 est soldée.", code: "not_payable" }),
  );
  const { user } = renderScreen(
    <SplitLine transactionId={50} invoices={[beffroi]} kind="fees" close={() => undefined} />,
  );
  await user.click(await screen.findByRole("button", { name: "Affecter" }));
  const amount = screen.getByLabelText("Montant de la part 1");
  await waitFor(() => expect(amount).toHaveAccessibleDescription(/La facture F26000007 est soldée/));
  expect(amount).toHaveFocus();
  await user.click(screen.getByRole("button", { name: "Retirer la part 2" }));
  expect(screen.queryByText(/est soldée/)).toBeNull();
});

it("LET-21, LET-22: offers what is known of the payer by one click, and takes nothing of it by itself", async () => {
  let sent: unknown;
  network.stub(
    answers(
      readParts,
      aSplitLine({
        amount: "327.96",
        write_off_limit: "1.00",
        open_invoices: [
          {
            id: 7,
            invoice_number: "F26000007",
            invoice_date: civilDate("2026-10-05"),
            cinema_id: 3,
            cinema_name: "Le Beffroi",
            client_account: "411BEFFROI",
            outstanding: "377.99",
          },
        ],
        credits: [aClientCredit({ id: "note:12", label: "Avoir A26000002", remaining: "50.00" })],
      }),
    ),
    answers(decideParts, ({ body }) => {
      sent = body;
      return decided;
    }),
  );
  const { user } = renderScreen(<SplitLine transactionId={50} close={() => undefined} />);
  const offers = await screen.findByRole("region", { name: "Propositions" });
  expect(screen.getByRole("combobox", { name: "Affectation de la part 1" })).toHaveValue("");
  await user.click(within(offers).getByRole("button", { name: /Facture F26000007/ }));
  const amount = screen.getByLabelText("Montant de la part 1");
  await user.clear(amount);
  await user.type(amount, "377,99");
  await user.click(within(offers).getByRole("button", { name: /Avoir A26000002/ }));
  expect(screen.getByLabelText("Montant de la part 2")).toHaveValue("-50,00");
  expect(within(offers).queryByRole("button", { name: /A26000002/ })).toBeNull();
  await user.click(within(offers).getByRole("button", { name: /Petit écart de -0,03/ }));
  expect(screen.getByText(/Le compte est bon/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Affecter" }));
  await waitFor(() =>
    expect(sent).toEqual({
      parts: [
        { kind: "invoice", invoice_id: 7, amount: "377.99" },
        { kind: "client_credit", credit: "note:12", amount: "-50.00" },
        { kind: "write_off", invoice_id: 7, amount: "-0.03" },
      ],
    }),
  );
});

it("LET-27: an expense gives back a credit that nothing of it names, listed when a refund is to be chosen, or found by a search", async () => {
  let sent: unknown;
  const searches: (string | null)[] = [];
  const credits = [
    aClientCredit({
      id: "part:5",
      label: "Trop-perçu du 01/10/2026",
      cinema_name: "Le Rex",
      date: civilDate("2026-10-01"),
      remaining: "120.00",
    }),
    aClientCredit({
      id: "part:6",
      label: "Avance du 20/10/2026",
      cinema_name: "Le Rex",
      date: civilDate("2026-10-20"),
    }),
  ];
  network.stub(
    answers(readParts, { ...line, amount: "-120.00", proposal: null }),
    answers(listCredits, ({ query }) => {
      expect([query.get("open"), query.get("to")]).toEqual(["true", line.transaction_date]);
      searches.push(query.get("search"));
      return listed(...credits.filter((one) => one.date <= line.transaction_date));
    }),
    answers(decideParts, ({ body }) => {
      sent = body;
      return decided;
    }),
  );
  const { user } = renderScreen(<SplitLine transactionId={50} kind="refund" close={() => undefined} />);
  const choice = await screen.findByRole("combobox", { name: "Affectation de la part 1" });
  await user.click(choice);
  expect(await screen.findByRole("option", { name: /Trop-perçu du 01\/10\/2026 · Le Rex/ })).toBeVisible();
  expect(screen.queryByRole("option", { name: /20\/10\/2026/ })).toBeNull();
  await user.type(choice, "Le Rex");
  await waitFor(() => expect(searches).toEqual([null, "Le Rex"]));
  await user.click(await screen.findByRole("option", { name: /Trop-perçu/ }));
  expect(screen.getByLabelText("Montant de la part 1")).toHaveValue("-120,00");
  await user.click(screen.getByRole("button", { name: "Affecter" }));
  await waitFor(() =>
    expect(sent).toEqual({ parts: [{ kind: "refund", credit: "part:5", amount: "-120.00" }] }),
  );
});

it("LET-22: an advance of a payer who is not known finds its client by a search", async () => {
  network.stub(
    answers(readParts, aSplitLine({ amount: "500.00" })),
    answers(searchUnpaidInvoices, listed()),
    answers(listCinemas, listed(aCinema({ id: 3, name: "Le Rex" }))),
  );
  const { user } = renderScreen(<SplitLine transactionId={50} kind="advance" close={() => undefined} />);
  const choice = await screen.findByRole("combobox", { name: "Affectation de la part 1" });
  expect(choice).toHaveAttribute("placeholder", "Choisir le client de l’avance…");
  await user.click(choice);
  await user.keyboard("rex");
  await user.click(await screen.findByRole("option", { name: "Avance de Le Rex (419100)" }));
  expect(choice).toHaveValue("Avance de Le Rex (419100)");
  expect(screen.getByLabelText("Montant de la part 1")).toHaveValue("500,00");
});

it("offers a super admin the cinemas of the distributor that is chosen alone (UI-3)", async () => {
  signInAsSuperAdmin({ distributorId: 7 });
  const queries: (string | null)[] = [];
  network.stub(
    answers(readParts, aSplitLine({ amount: "500.00" })),
    answers(searchUnpaidInvoices, listed()),
    answers(listCinemas, ({ query }) => {
      queries.push(query.get("distributors__id"));
      return listed(aCinema({ id: 3, name: "Le Rex" }));
    }),
  );
  const { user } = renderScreen(<SplitLine transactionId={50} kind="advance" close={() => undefined} />);
  await user.click(await screen.findByRole("combobox", { name: "Affectation de la part 1" }));
  await user.keyboard("rex");
  await screen.findByRole("option", { name: "Avance de Le Rex (419100)" });
  expect(new Set(queries)).toEqual(new Set(["7"]));
});

it("looks for the beginning of a bank label that is longer than a search", async () => {
  const asked: (string | null)[] = [];
  network.stub(
    answers(readParts, aSplitLine({ amount: "500.00" })),
    answers(searchUnpaidInvoices, ({ query }) => {
      asked.push(query.get("search"));
      return listed();
    }),
    answers(listCinemas, ({ query }) => {
      asked.push(query.get("search"));
      return listed();
    }),
  );
  const { user } = renderScreen(<SplitLine transactionId={50} kind="advance" close={() => undefined} />);
  await user.click(await screen.findByRole("combobox", { name: "Affectation de la part 1" }));
  await user.paste("VIR BEFFROI ".repeat(40));
  await waitFor(() => expect(asked.map((search) => search?.length)).toEqual([200, 200]));
});

it("keeps what is typed while the server cannot be reached, and sends it afterwards", async () => {
  network.stub(answers(readParts, line), isUnreachable(decideParts));
  const close = vi.fn<() => void>();
  const { user } = renderScreen(<SplitLine transactionId={50} close={close} />);
  await user.click(await screen.findByRole("button", { name: "Affecter" }));
  expect(await screen.findByText(/Connexion au serveur impossible/)).toBeVisible();
  expect(screen.getByLabelText("Montant de la part 1")).toHaveValue("-1862,50");
  network.stub(answers(decideParts, decided));
  await user.click(screen.getByRole("button", { name: "Affecter" }));
  await waitFor(() => expect(close).toHaveBeenCalled());
});

it("says that the line could not be read, and reads again", async () => {
  network.stub(isUnreachable(readParts));
  const { user } = renderScreen(<SplitLine transactionId={50} close={() => undefined} />);
  expect(await screen.findByText(/Impossible de charger cette opération/)).toBeVisible();
  network.stub(answers(readParts, line));
  await user.click(screen.getByRole("button", { name: "Réessayer" }));
  expect(await screen.findByLabelText("Montant de la part 1")).toHaveValue("-1862,50");
});
