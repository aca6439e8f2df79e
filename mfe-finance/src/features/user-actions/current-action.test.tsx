import {
  getUserAction,
  listUserActions,
  readUserActionOverview,
  updateUserAction,
  type UserAction,
} from "@bobine/contract/user-actions";
import { revertReconciliation } from "@bobine/contract/banking";
import { listed } from "@bobine/contract/testing/lists";
import { anOverview, aUserAction, aUserActionDetail } from "@bobine/contract/testing/user-actions";
import { answers, renderScreen, signIn, stubNetwork } from "@bobine/shared-auth/testing";
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { UserActionsPage } from "./user-actions.page.tsx";
import { workbenchStubs } from "./workbench.testing.tsx";

const network = stubNetwork();
beforeEach(() => void signIn());

const first = aUserAction({ id: 1, transaction_description: "VIR BEFFROI" });
const second = aUserAction({ id: 2, transaction_description: "VIR ROYAL" });
const newer = aUserAction({ id: 3, transaction_description: "VIR NOUVEAU" });

const panel = () => screen.findByRole("region", { name: "Action en cours" });
/** The panel of another action is another one. */
const shows = (text: RegExp) =>
  waitFor(() =>
    expect(within(screen.getByRole("region", { name: "Action en cours" })).getByText(text)).toBeVisible(),
  );
const current = () => screen.getAllByRole("row").find((row) => row.getAttribute("aria-current") === "true");
/** Back from another window, where the queue is read again. */
const comeBack = () => act(() => void window.dispatchEvent(new Event("visibilitychange")));

/** The queue of a server that others change too. */
async function show(at = "/user-actions", unlisted: UserAction = newer) {
  let actions: readonly UserAction[] = [first, second];
  const decided: unknown[] = [];
  const one = (id: string | undefined) =>
    [first, second, unlisted].find((action) => String(action.id) === id);
  network.stub(
    answers(listUserActions, ({ query }) =>
      listed(
        ...actions.filter(({ status }) => !query.has("status") || query.getAll("status").includes(status)),
      ),
    ),
    answers(getUserAction, ({ params }) => {
      const action = actions.find(({ id }) => String(id) === params["id"]) ?? one(params["id"]) ?? first;
      return aUserActionDetail({}, action);
    }),
    answers(updateUserAction, ({ params, body }) => {
      decided.push([Number(params["id"]), body]);
      return { ...first, status: "REJECTED" as const };
    }),
    answers(revertReconciliation, ({ body }) => {
      decided.push(body);
      return { message: "", user_action_id: 1 };
    }),
    ...workbenchStubs(actions),
  );
  const view = renderScreen(<UserActionsPage />, { at });
  await screen.findByRole("row", { name: /BEFFROI/ });
  return {
    ...view,
    decided,
    change: async (next: readonly UserAction[]) => {
      actions = next;
      comeBack();
      await waitFor(() => expect(screen.getAllByRole("row")).toHaveLength(next.length + 1));
    },
  };
}

describe("LET-16: the action that shows stays until somebody goes on", () => {
  it("stays when a newer one comes before it, and what is being typed in it decides nothing", async () => {
    const { user, change, decided } = await show();
    const field = await within(await panel()).findByRole("combobox", { name: /^Chercher des factures/ });
    await user.type(field, "ro");
    await change([newer, first, second]);
    expect(current()).toHaveTextContent("VIR BEFFROI");
    await user.keyboard("ru");
    expect(field).toHaveFocus();
    expect(field).toHaveValue("roru");
    expect(decided).toEqual([]);
  });

  it("stays as it is decided by somebody else, and the key of the one before it decides no other", async () => {
    const { user, change, decided } = await show();
    await within(await panel()).findByRole("combobox", { name: /^Chercher des factures/ });
    await change([{ ...first, status: "DONE" }, second]);
    await waitFor(() => expect(within(current() ?? document.body).getByText("Terminé")).toBeVisible());
    expect(current()).toHaveTextContent("VIR BEFFROI");
    await user.keyboard("r");
    expect(decided).toEqual([]);
  });

  it("hears its keys also while the queue lists it on another page", async () => {
    const { user, decided } = await show("/user-actions?action=3");
    expect(await within(await panel()).findByText(/VIR NOUVEAU/)).toBeVisible();
    await user.keyboard("r");
    await waitFor(() => expect(decided).toEqual([[3, { status: "REJECTED" }]]));
  });

  it("asks by its key before it takes back one that the queue lists on another page", async () => {
    const { user } = await show("/user-actions?action=3", { ...newer, status: "REJECTED" });
    expect(await within(await panel()).findByText(/VIR NOUVEAU/)).toBeVisible();
    await user.keyboard("u");
    expect(await screen.findByRole("dialog", { name: "Annuler le rejet" })).toBeVisible();
  });

  it("gives way to the first that waits once it is gone, which its key then decides", async () => {
    const { user, change, decided } = await show();
    await within(await panel()).findByRole("combobox", { name: /^Chercher des factures/ });
    network.stub(
      answers(getUserAction, ({ params }) =>
        params["id"] === "1"
          ? Response.json({ detail: "Élément introuvable." }, { status: 404 })
          : aUserActionDetail({}, second),
      ),
    );
    await change([second]);
    await waitFor(() => expect(current()).toHaveTextContent("VIR ROYAL"));
    await shows(/VIR ROYAL/);
    await user.click(await panel());
    await user.keyboard("r");
    await waitFor(() => expect(decided).toEqual([[2, { status: "REJECTED" }]]));
  });

  it("gives way also where it was chosen", async () => {
    const { user, change } = await show();
    await user.click(await screen.findByRole("row", { name: /ROYAL/ }));
    expect(await within(await panel()).findByText(/VIR ROYAL/)).toBeVisible();
    network.stub(
      answers(getUserAction, ({ params }) =>
        params["id"] === "2"
          ? Response.json({ detail: "Élément introuvable." }, { status: 404 })
          : aUserActionDetail({}, first),
      ),
    );
    await change([first]);
    await shows(/VIR BEFFROI/);
    expect(current()).toHaveTextContent("VIR BEFFROI");
  });

  it("that a link asks for and that is not there is said to be so, and nothing shows in its place", async () => {
    network.stub(...workbenchStubs([first, second]));
    renderScreen(<UserActionsPage />, { at: "/user-actions?action=99" });
    expect(await screen.findByText(/Élément introuvable\./)).toBeVisible();
  });

  it("that is not there is not asked for again once the queue is known: what the panel says of it stays", async () => {
    let tellQueue = (): void => undefined;
    const isQueueTold = new Promise<void>((resolve) => {
      tellQueue = resolve;
    });
    const asked: unknown[] = [];
    network.stub(...workbenchStubs([first, second]));
    network.stub(
      answers(listUserActions, async () => {
        await isQueueTold;
        return listed(first, second);
      }),
      answers(readUserActionOverview, anOverview([first, second])),
      answers(getUserAction, ({ params }) => {
        asked.push(params["id"]);
        return Response.json({ detail: "Élément introuvable." }, { status: 404 });
      }),
    );
    renderScreen(<UserActionsPage />, { at: "/user-actions?action=99" });
    const told = await screen.findByText(/Élément introuvable\./);
    tellQueue();
    expect(await screen.findByRole("row", { name: /ROYAL/ })).toBeVisible();
    expect(told).toBeVisible();
    expect(asked).toEqual(["99"]);
  });

  it("gives way to the first of what another filter finds", async () => {
    const { user, change } = await show();
    await change([{ ...first, status: "DONE" }, second]);
    await user.click(screen.getByRole("radio", { name: /^À traiter/ }));
    await waitFor(() => expect(current()).toHaveTextContent("VIR ROYAL"));
    expect(await within(await panel()).findByText(/VIR ROYAL/)).toBeVisible();
  });
});
