import { bulkReconciliation } from "@bobine/contract/lettering";
import { cents, centsFromWire, centsToWire } from "@bobine/contract/money";
import type { BodyOf } from "@bobine/contract/route";
import { anOverview, aUserAction } from "@bobine/contract/testing/user-actions";
import { readUserActionOverview, type UserAction } from "@bobine/contract/user-actions";
import { answers, renderScreen, signIn, stubNetwork } from "@bobine/shared-auth/testing";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { UserActionsPage } from "./user-actions.page.tsx";
import { workbenchStubs } from "./workbench.testing.tsx";

const network = stubNetwork();
beforeEach(() => void signIn());

describe("two receipts for one invoice of 1 000,00 €, accepted together", () => {
  type Sent = BodyOf<typeof bulkReconciliation>;
  const set = {
    invoice_ids: [23],
    kind: "partial" as const,
    reasons: [],
    difference: "0.00",
    alternatives: 0,
  };
  const aReceipt = (id: number, label: string, amount: string): UserAction =>
    aUserAction({ id, transaction_description: label, transaction_amount: amount, candidates: [set] });

  /** As the server does: what is taken is gone for the lines after it. */
  async function open(actions: readonly UserAction[]) {
    const accepted: Sent[] = [];
    const planOf = ({ group_key, dry_run = false, lines }: Sent) => {
      let owed = 100000;
      const told = lines.map(({ user_action_id, taken = "always" }) => {
        const action = actions.find(({ id }) => id === user_action_id);
        const amount = centsFromWire(action?.transaction_amount ?? "0.00");
        const difference = amount - owed;
        if (taken === "always" || (taken === "when_exact" && difference === 0))
          owed = Math.max(0, owed - amount);
        return {
          user_action_id,
          outcome: dry_run ? ("would_letter" as const) : ("lettered" as const),
          code: "",
          message: "",
          transaction_description: action?.transaction_description ?? "",
          transaction_amount: action?.transaction_amount ?? null,
          difference: centsToWire(cents(difference)),
          allocations: [],
          surplus_amount: "0.00",
        };
      });
      return {
        group_key,
        is_dry_run: dry_run,
        accepted: told.length,
        refused: 0,
        accepted_amount: "0.00",
        lines: told,
      };
    };
    network.stub(
      answers(readUserActionOverview, {
        ...anOverview([...actions]),
        by_suggestion: [{ kind: "partial" as const, count: 2, exact: 0 }],
      }),
      answers(bulkReconciliation, ({ body }) => {
        const sent = body as Sent;
        if (!sent.dry_run) accepted.push(sent);
        return planOf(sent);
      }),
      ...workbenchStubs([...actions]),
    );
    const { user } = renderScreen(<UserActionsPage />);
    await waitFor(() => expect(screen.getByRole("button", { name: "Accepter en série" })).toBeEnabled());
    await user.click(screen.getByRole("button", { name: "Accepter en série" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Accepter en série" }));
    await user.click(
      await dialog.findByRole("checkbox", { name: "Accepter aussi celles dont le montant diffère" }),
    );
    const box = (label: string) => dialog.findByRole("checkbox", { name: `Accepter ${label}` });
    return { user, dialog, accepted, box };
  }

  it("LET-2: the difference that shows is that without the receipt that is left out, and what is agreed to", async () => {
    const { user, dialog, accepted, box } = await open([
      aReceipt(1, "VIR BEFFROI", "700.00"),
      aReceipt(2, "VIR ROYAL", "500.00"),
    ]);
    await user.click(await box("VIR ROYAL"));
    expect(dialog.getAllByText("les factures restent dues d’autant")).toHaveLength(2);
    await waitFor(() =>
      expect(dialog.getByRole("button", { name: "Accepter 1 rapprochement" })).toBeEnabled(),
    );
    await user.click(dialog.getByRole("button", { name: "Accepter 1 rapprochement" }));
    await waitFor(() => expect(accepted).toHaveLength(1));
    expect(accepted[0]?.lines).toEqual([
      { user_action_id: 2, invoice_ids: [23], accept_difference: true, seen_outstanding: "1000.00" },
    ]);
  });

  it("LET-47: what is exact only after another receipt is ticked by itself only with that one", async () => {
    const { user, box } = await open([
      aReceipt(1, "VIR BEFFROI", "400.00"),
      aReceipt(2, "VIR ROYAL", "600.00"),
    ]);
    expect(await box("VIR BEFFROI")).not.toBeChecked();
    expect(await box("VIR ROYAL")).not.toBeChecked();
    await user.click(await box("VIR BEFFROI"));
    await waitFor(async () => expect(await box("VIR ROYAL")).toBeChecked());
    await user.click(await box("VIR BEFFROI"));
    await waitFor(async () => expect(await box("VIR ROYAL")).not.toBeChecked());
  });
});
