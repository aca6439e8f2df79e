import { getSubscription, listPlans, subscribe } from "@bobine/contract/subscriptions";
import { aPlan, aSubscription } from "@bobine/contract/testing/subscriptions";
import { productSettings, provideProductSettings } from "@bobine/shared-auth";
import { answers, fails, renderScreen, signIn, stubNetwork } from "@bobine/shared-auth/testing";
import { plainSpaces } from "@bobine/shared-ui/testing";
import { screen, waitFor } from "@testing-library/react";
import { useLocation } from "react-router-dom";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { SubscriptionPage } from "./subscription.page.tsx";

const network = stubNetwork();
beforeEach(() => {
  signIn();
  provideProductSettings({
    ...productSettings(),
    providerPages: { card: ["https://pay.example"], bank: [] },
  });
});

const studio = aPlan();
const circuit = aPlan({ id: 5, name: "Circuit", price: "1349.00" });
const subscription = aSubscription();

/** Where the browser is. */
function Address() {
  const { pathname, search } = useLocation();
  return <p title="address">{pathname + search}</p>;
}

const nothing = () => new Response(null, { status: 204 });

const show = (at = "/subscription/plan", leaveFor = vi.fn()) => ({
  leaveFor,
  ...renderScreen(<SubscriptionPage leaveFor={leaveFor} />, { at }),
});

it("with a subscription: the plan, « Subscribed », its price, and both dates", async () => {
  network.stub(answers(getSubscription, subscription));
  const { container } = show();
  expect(await screen.findByText("Subscribed")).toBeVisible();
  const text = plainSpaces(container.textContent);
  for (const fact of ["Studio", "149,00 € / mois HT", "Jusqu’à 200 cinémas", "01/11/2026", "01/12/2026"])
    expect(text).toContain(fact);
  expect(screen.queryByText("Choose Your Plan")).toBeNull();
});

it("says that the last payment was refused, and what happens now", async () => {
  network.stub(answers(getSubscription, { ...subscription, is_payment_refused: true }));
  show();
  expect(await screen.findByRole("alert")).toHaveTextContent(
    /Le dernier paiement a été refusé.*nouvelle tentative/,
  );
});

it("says until when a cancelled subscription runs", async () => {
  network.stub(answers(getSubscription, { ...subscription, is_cancelled: true }));
  const { container } = show();
  expect(await screen.findByText("Prend fin le")).toBeVisible();
  expect(container.textContent).toContain("01/12/2026");
  expect(screen.queryByText("Payé jusqu’au")).toBeNull();
});

describe("without a subscription", () => {
  beforeEach(() => network.stub(answers(getSubscription, nothing), answers(listPlans, [studio, circuit])));

  it("offers the plans, and leaves for the payment page of the one that is chosen", async () => {
    const sent: unknown[] = [];
    network.stub(
      answers(subscribe, ({ body }) => {
        sent.push(body);
        return { checkout_url: "https://pay.example/c/1" };
      }),
    );
    const { user, leaveFor } = show();
    expect(await screen.findByRole("heading", { name: "Choose Your Plan" })).toBeVisible();
    expect(screen.getAllByRole("listitem").map((item) => plainSpaces(item.textContent))).toEqual([
      expect.stringContaining("149,00 € / mois HT"),
      expect.stringContaining("1 349,00 € / mois HT"),
    ]);
    const [, second] = screen.getAllByRole("button", { name: "Select" });
    expect(second).toHaveAccessibleDescription("Circuit");
    await user.click(second!);
    await waitFor(() => expect(leaveFor).toHaveBeenCalledWith("https://pay.example/c/1"));
    expect(sent).toEqual([{ distributor_user_id: 1, plan_id: 5 }]);
  });

  it.each([
    ["the specified words", 500, {}, "Something went wrong."],
    [
      "the server's reason",
      409,
      { detail: "Un abonnement est déjà actif.", code: "already_active" },
      "Something went wrong. Un abonnement est déjà actif.",
    ],
  ])("says with %s that the payment page did not open", async (_, status, body, sentence) => {
    network.stub(fails(subscribe, status, body));
    const { user, leaveFor } = show();
    await user.click((await screen.findAllByRole("button", { name: "Select" }))[0]!);
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(leaveFor).not.toHaveBeenCalled();
  });

  it.each(["javascript:alert(1)", "https://pay.example.ailleurs.example/c/1"])(
    "never leaves for %s, which is no page of the card provider",
    async (url) => {
      network.stub(answers(subscribe, { checkout_url: url }));
      const { user, leaveFor } = show();
      await user.click((await screen.findAllByRole("button", { name: "Select" }))[0]!);
      expect(await screen.findByText(/^Something went wrong\./)).toBeVisible();
      expect(leaveFor).not.toHaveBeenCalled();
    },
  );

  it("can be chosen again by whoever comes back with the browser’s own button", async () => {
    network.stub(answers(subscribe, { checkout_url: "https://pay.example/c/1" }));
    const { user, leaveFor } = show();
    const [first] = await screen.findAllByRole("button", { name: "Select" });
    await user.click(first!);
    await waitFor(() => expect(leaveFor).toHaveBeenCalled());
    expect(first).toBeDisabled();
    window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    await waitFor(() => expect(first).toBeEnabled());
  });

  it("says that a payment was given up", async () => {
    show("/subscription/plan?checkout=cancel");
    expect(await screen.findByText(/Le paiement a été abandonné/)).toBeVisible();
    expect(screen.getAllByRole("button", { name: "Select" })).toHaveLength(2);
  });

  it("waits for the subscription that was just paid, without offering to pay again", async () => {
    show("/subscription/plan?checkout=success");
    expect(await screen.findByText(/Paiement reçu/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Select" })).toBeNull();
    network.stub(answers(getSubscription, subscription));
    expect(await screen.findByText("Subscribed", undefined, { timeout: 4_000 })).toBeVisible();
  });

  it("no longer speaks of a payment once the subscription was there", async () => {
    network.stub(answers(getSubscription, subscription));
    renderScreen(
      <>
        <SubscriptionPage />
        <Address />
      </>,
      { at: "/subscription/plan?checkout=success&session_id=cs_1" },
    );
    expect(await screen.findByText("Subscribed")).toBeVisible();
    await waitFor(() => expect(screen.getByTitle("address")).toHaveTextContent(/^\/subscription\/plan$/));
  });

  it("says that nothing is offered", async () => {
    network.stub(answers(listPlans, []));
    show();
    expect(await screen.findByText("Aucun plan n’est proposé pour le moment.")).toBeVisible();
  });
});

it.each([
  ["the subscription", getSubscription],
  ["the plans", listPlans],
])("says that %s could not be loaded, and tries again", async (_, route) => {
  network.stub(answers(getSubscription, nothing), answers(listPlans, [studio]));
  network.stub(fails(route, 500));
  const { user } = show();
  expect(await screen.findByText("Failed to load data.")).toBeVisible();
  network.stub(answers(getSubscription, nothing), answers(listPlans, [studio]));
  await user.click(screen.getByRole("button", { name: "Réessayer" }));
  expect(await screen.findByText("Choose Your Plan")).toBeVisible();
});
