import { acceptInternalTransfer, readParts } from "@bobine/contract/bank-parts";
import { revertReconciliation } from "@bobine/contract/banking";
import { listUserActions, updateUserAction } from "@bobine/contract/user-actions";
import { aBankPart, aSplitLine } from "@bobine/contract/testing/banking";
import { civilDate } from "@bobine/contract/civil-date";
import { listed } from "@bobine/contract/testing/lists";
import { aUserAction } from "@bobine/contract/testing/user-actions";
import { answers, renderScreen, signIn, stubNetwork } from "@bobine/shared-auth/testing";
import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Link } from "react-router-dom";
import { NARROW } from "./use-action-sheet.ts";
import { UserActionsPage } from "./user-actions.page.tsx";
import { workbenchStubs } from "./workbench.testing.tsx";

const network = stubNetwork();
const matchMedia = window.matchMedia;
beforeEach(() => {
  signIn();
  network.stub(...workbenchStubs([first, second]));
});
afterEach(() => {
  window.matchMedia = matchMedia;
});

const first = aUserAction({ id: 1, status: "PENDING", transaction_description: "VIR BEFFROI" });
const second = aUserAction({ id: 2, status: "PENDING", transaction_description: "VIR ROYAL" });

const whereItIsNarrow = () => {
  window.matchMedia = (query) => Object.assign(matchMedia(query), { matches: query === NARROW });
};
const sheet = () => screen.findByRole("dialog", { name: "Action en cours" });
const row = (name: RegExp) => screen.findByRole("row", { name, hidden: true });

describe("without room beside the queue one action opens over it (UI-12)", () => {
  beforeEach(whereItIsNarrow);

  it("is in the address while it is open; « Back » and its button lead back to the queue", async () => {
    const { user, address, goBack } = renderScreen(<UserActionsPage />, { at: "/user-actions" });
    await user.click(await row(/ROYAL/));
    expect(await within(await sheet()).findByText(/VIR ROYAL/)).toBeVisible();
    expect(address()).toBe("/user-actions?action=2");
    await goBack();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(address()).toBe("/user-actions");
    await user.click(await row(/BEFFROI/));
    expect(await within(await sheet()).findByText(/VIR BEFFROI/)).toBeVisible();
    await user.click(within(await sheet()).getByRole("button", { name: "Retour à la liste" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(address()).toBe("/user-actions");
  });

  it("opens by a link, and leaves the queue behind it", async () => {
    const { user, address } = renderScreen(<UserActionsPage />, { at: "/user-actions?action=2&view=open" });
    expect(await within(await sheet()).findByText(/VIR ROYAL/)).toBeVisible();
    await user.click(within(await sheet()).getByRole("button", { name: "Retour à la liste" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(address()).toBe("/user-actions?view=open");
  });

  it("is opened, walked and left from the keyboard, which decides in it as beside the queue (LET-16)", async () => {
    const rejected: string[] = [];
    network.stub(
      answers(updateUserAction, ({ params }) => {
        rejected.push(params["id"] ?? "");
        return { ...first, status: "REJECTED" as const };
      }),
    );
    const { user, address } = renderScreen(<UserActionsPage />, { at: "/user-actions" });
    await row(/ROYAL/);
    await user.keyboard("j{Enter}");
    expect(await within(await sheet()).findByText(/VIR ROYAL/)).toBeVisible();
    await user.keyboard("k");
    expect(await within(await sheet()).findByText(/VIR BEFFROI/)).toBeVisible();
    expect(address()).toBe("/user-actions?action=1");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await user.keyboard("{Enter}");
    await within(await sheet()).findByText(/VIR BEFFROI/);
    await user.keyboard("r");
    await waitFor(() => expect(rejected).toEqual(["1"]));
  });

  it("goes back to the queue once its action is gone (LET-16)", async () => {
    const { user, address } = renderScreen(<UserActionsPage />, { at: "/user-actions" });
    await user.click(await row(/ROYAL/));
    expect(await within(await sheet()).findByText(/VIR ROYAL/)).toBeVisible();
    network.stub(...workbenchStubs([first]));
    act(() => void window.dispatchEvent(new Event("visibilitychange")));
    await waitFor(() => expect(screen.queryByRole("dialog", { name: "Action en cours" })).toBeNull());
    expect(address()).toBe("/user-actions");
  });

  it("goes on to the next one in its place, and back to the queue after the last", async () => {
    const rejected: string[] = [];
    const now = (action: typeof first) =>
      rejected.includes(String(action.id)) ? { ...action, status: "REJECTED" as const } : action;
    network.stub(
      answers(listUserActions, () => listed(now(first), now(second))),
      answers(updateUserAction, ({ params }) => {
        rejected.push(params["id"] ?? "");
        return { ...(params["id"] === "1" ? first : second), status: "REJECTED" as const };
      }),
    );
    const { user, address } = renderScreen(<UserActionsPage />, { at: "/user-actions" });
    await user.click(await row(/BEFFROI/));
    await user.click(await within(await sheet()).findByRole("button", { name: /^Rejeter/ }));
    expect(await within(await sheet()).findByText(/VIR ROYAL/)).toBeVisible();
    expect(address()).toBe("/user-actions?action=2");
    await user.click(await within(await sheet()).findByRole("button", { name: /^Rejeter/ }));
    await waitFor(() => expect(screen.queryByRole("dialog", { name: "Action en cours" })).toBeNull());
    expect([rejected, address()]).toEqual([["1", "2"], "/user-actions"]);
  });
});

it("LET-16: an answer that comes when one is on another page leads nobody away from there", async () => {
  whereItIsNarrow();
  let answer: (() => void) | undefined;
  const internal_transfer = {
    transaction_id: 60,
    transaction_date: civilDate("2026-11-30"),
    label: "VIR SEPA EMIS",
    amount: "-5000.00",
    account_label: "Livret",
    account: "580000",
    reasons: [],
  };
  const transferred = aUserAction({ id: 6, transaction_id: 75, transaction_amount: "5000.00" });
  network.stub(
    answers(readParts, aSplitLine({ transaction_id: 75, amount: "5000.00", internal_transfer })),
    answers(acceptInternalTransfer, () => {
      return new Promise((resolve) => {
        answer = () => resolve({ message: "Virement interne affecté.", transaction_ids: [75, 60] });
      });
    }),
    ...workbenchStubs([transferred, second]),
  );
  const screenOf = (
    <>
      <Link to="/invoices?search=REX">Facture</Link>
      <UserActionsPage />
    </>
  );
  const { user, address } = renderScreen(screenOf, { at: "/user-actions?action=6", path: "/user-actions" });
  await user.click(await within(await sheet()).findByRole("button", { name: /^Affecter les deux côtés/ }));
  await waitFor(() => expect(answer).toBeDefined());
  await user.click(screen.getByRole("link", { name: "Facture", hidden: true }));
  expect(address()).toBe("/invoices?search=REX");
  answer?.();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(address()).toBe("/invoices?search=REX");
});

describe("the panel says and does what the row does (TXT-8)", () => {
  it("resolves and rejects in the row's words", async () => {
    renderScreen(<UserActionsPage />, { at: "/user-actions?action=1" });
    const panel = await screen.findByRole("region", { name: "Action en cours" });
    expect(await within(panel).findByRole("button", { name: /^Résoudre/ })).toBeVisible();
    expect(within(panel).getByRole("button", { name: /^Rejeter/ })).toBeVisible();
  });

  it.each([
    { parts: [], name: "Annuler la résolution", asks: "Annuler cette résolution" },
    { parts: [aBankPart()], name: "Annuler l’affectation", asks: "Annuler cette affectation" },
  ])("asks what the button says: $name", async ({ parts, name, asks }) => {
    network.stub(
      answers(readParts, aSplitLine({ parts })),
      ...workbenchStubs([{ ...first, status: "DONE" }]),
    );
    const { user } = renderScreen(<UserActionsPage />, { at: "/user-actions?action=1" });
    const panel = await screen.findByRole("region", { name: "Action en cours" });
    await user.click(await within(panel).findByRole("button", { name }));
    expect(await screen.findByRole("dialog", { name })).toHaveTextContent(asks);
  });

  it("takes a decision back by what it undoes, after the question", async () => {
    const reverted: unknown[] = [];
    network.stub(
      ...workbenchStubs([{ ...first, status: "REJECTED" }]),
      answers(revertReconciliation, ({ body }) => {
        reverted.push(body);
        return { message: "", user_action_id: 1 };
      }),
    );
    const { user } = renderScreen(<UserActionsPage />, { at: "/user-actions?action=1" });
    const panel = await screen.findByRole("region", { name: "Action en cours" });
    await user.click(await within(panel).findByRole("button", { name: "Annuler le rejet" }));
    const question = await screen.findByRole("dialog", { name: "Annuler le rejet" });
    await user.click(within(question).getByRole("button", { name: "Confirmer" }));
    await waitFor(() => expect(reverted).toEqual([{ user_action_id: 1 }]));
  });
});
