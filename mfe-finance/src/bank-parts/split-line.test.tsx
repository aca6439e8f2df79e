import { decideParts, readParts } from "@bobine/contract/bank-parts";
import { civilDate } from "@bobine/contract/civil-date";
import { answers, fails, renderScreen, signIn, stubNetwork } from "@bobine/shared-auth/testing";
import { screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { aSplitLine } from "@bobine/contract/testing/banking";
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
  expect(await screen.findByText("Choisissez à quoi chaque part est affectée.")).toBeVisible();
  await user.click(screen.getByRole("combobox", { name: "Affectation de la part 2" }));
  await user.click(await screen.findByRole("option", { name: "Frais bancaires (627800)" }));
  await user.click(screen.getByRole("button", { name: "Affecter" }));
  await vi.waitFor(() => expect(close).toHaveBeenCalled());
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
    <SplitLine
      transactionId={50}
      invoices={[aChoosableInvoice({ id: 7, invoice_number: "F26000007", outstanding: "842.66" })]}
      kind="fees"
      close={() => undefined}
    />,
  );
  expect(await screen.findByRole("combobox", { name: "Affectation de la part 1" })).toHaveValue(
    "Facture F26000007",
  );
  expect(screen.getByRole("combobox", { name: "Affectation de la part 2" })).toHaveValue(
    "Frais bancaires (627800)",
  );
  expect(screen.getByLabelText("Montant de la part 2")).toHaveValue("-15,00");
  await user.click(screen.getByRole("button", { name: "Affecter" }));
  expect(await screen.findByText(/déjà rapprochée/)).toBeVisible();
  expect(screen.getByLabelText("Montant de la part 2")).toHaveValue("-15,00");
});
