import { acceptInternalTransfer, readParts } from "@bobine/contract/bank-parts";
import { civilDate } from "@bobine/contract/civil-date";
import { aSplitLine } from "@bobine/contract/testing/banking";
import { answers, fails, renderScreen, signIn, stubNetwork } from "@bobine/shared-auth/testing";
import { plainSpaces } from "@bobine/shared-ui/testing";
import { screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { SplitLine } from "./split-line.tsx";

const network = stubNetwork();
beforeEach(() => void signIn());

const line = aSplitLine({
  transaction_id: 50,
  label: "VIR SEPA EMIS",
  amount: "-5000.00",
  accounts: [{ code: "580000", label: "Virements internes" }],
  internal_transfer: {
    transaction_id: 60,
    transaction_date: civilDate("2026-12-02"),
    label: "VIREMENT RECU",
    amount: "5000.00",
    account_label: "Livret",
    account: "580000",
    reasons: ["reçu le 02/12/2026 sur « Livret »", "libellé de virement interne"],
  },
});
const card = () => screen.findByRole("region", { name: "Virement interne" });

describe("a transfer between two own accounts (LET-43)", () => {
  it("shows its other side and why, and is accepted on both", async () => {
    const asked: unknown[] = [];
    network.stub(
      answers(readParts, line),
      answers(acceptInternalTransfer, ({ params, body }) => {
        asked.push([params["id"], body]);
        return { message: "Virement interne affecté des deux côtés.", transaction_ids: [50, 60] };
      }),
    );
    const close = vi.fn<() => void>();
    const { user } = renderScreen(<SplitLine transactionId={50} close={close} />);
    const shown = await card();
    expect(plainSpaces(shown.textContent)).toContain("Livret, 02/12/2026 : VIREMENT RECU");
    expect(shown).toHaveTextContent("libellé de virement interne");
    await user.click(within(shown).getByRole("button", { name: "Affecter les deux côtés au compte 580000" }));
    expect(await screen.findByText("Virement interne affecté des deux côtés.")).toBeVisible();
    expect(asked).toEqual([["50", { other_transaction_id: 60 }]]);
    expect(close).toHaveBeenCalledOnce();
  });

  it("says why it is none any more, and stays", async () => {
    const detail = "Ces deux opérations ne forment pas, ou plus, un virement interne.";
    network.stub(
      answers(readParts, line),
      fails(acceptInternalTransfer, 409, { detail, code: "no_internal_transfer" }),
    );
    const close = vi.fn<() => void>();
    const { user } = renderScreen(<SplitLine transactionId={50} close={close} />);
    await user.click(within(await card()).getByRole("button"));
    expect(await screen.findByText(detail)).toBeVisible();
    expect(close).not.toHaveBeenCalled();
  });

  it("TXT-1: a refusal that was seen is not told again when the dialog is closed", async () => {
    const detail = "Cette opération est déjà rapprochée.";
    network.stub(
      answers(readParts, line),
      fails(acceptInternalTransfer, 409, { detail, code: "already_reconciled" }),
    );
    function Opened() {
      const [isOpen, setIsOpen] = useState(true);
      return isOpen ? <SplitLine transactionId={50} close={() => setIsOpen(false)} /> : null;
    }
    const { user } = renderScreen(<Opened />);
    await user.click(within(await card()).getByRole("button"));
    expect(await screen.findByText(detail)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Annuler" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.queryByText(detail)).toBeNull();
  });
});
