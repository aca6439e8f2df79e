import { getSubscription, listPlans, subscribe } from "@bobine/contract/subscriptions";
import {
  cancelSubscription,
  changePaymentMethod,
  changePlan,
  readBilling,
  resumeSubscription,
} from "@bobine/contract/billing";
import { civilDate } from "@bobine/contract/civil-date";
import { aBill, aBilling, aPlan, aSubscription } from "@bobine/contract/testing/subscriptions";
import { productSettings, provideProductSettings } from "@bobine/shared-auth";
import { answers, fails, renderScreen, signIn, stubNetwork } from "@bobine/shared-auth/testing";
import { plainSpaces } from "@bobine/shared-ui/testing";
import { screen, waitFor, within } from "@testing-library/react";
import { useLocation } from "react-router-dom";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { SubscriptionPage } from "./subscription.page.tsx";

const network = stubNetwork();
beforeEach(() => {
  signIn({ role: "admin" });
  provideProductSettings({
    ...productSettings(),
    providerPages: { card: ["https://pay.example"], bank: [] },
  });
  network.stub(answers(readBilling, aBilling()));
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

it("says of each plan how many people may sign in, beside its own words (SUB-3)", async () => {
  network.stub(
    answers(getSubscription, nothing),
    answers(listPlans, [studio, { ...circuit, people_max: 3 }, { ...circuit, id: 6, people_max: null }]),
  );
  show();
  await screen.findByText("Choose Your Plan");
  const cards = screen.getAllByRole("listitem").map((card) => plainSpaces(card.textContent));
  expect(cards[0]).toContain("Jusqu’à 200 cinémas1 utilisateur");
  expect(cards[1]).toContain("3 utilisateurs");
  expect(cards[2]).toContain("Nombre d’utilisateurs illimité");
});

it("says until when a cancelled subscription runs", async () => {
  network.stub(answers(getSubscription, { ...subscription, is_cancelled: true }));
  const { container } = show();
  expect(await screen.findByText("Prend fin le")).toBeVisible();
  expect(container.textContent).toContain("01/12/2026");
  expect(screen.queryByText("Payé jusqu’au")).toBeNull();
});

describe("without a subscription", () => {
  beforeEach(() =>
    network.stub(
      answers(getSubscription, nothing),
      answers(listPlans, [studio, circuit]),
      answers(readBilling, aBilling({ bills: [], card: null, next_bill: null })),
    ),
  );

  it("shows the bills of a subscription that has ended", async () => {
    network.stub(answers(readBilling, aBilling({ next_bill: null })));
    show();
    expect(await screen.findByRole("table", { name: "Factures" })).toBeVisible();
    expect(screen.getAllByRole("button", { name: "Select" })).toHaveLength(2);
  });

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

  it("asks for the bills of a subscription anew when it comes: those of before know nothing of it", async () => {
    const before = vi.fn(() => aBilling({ bills: [], card: null, next_bill: null }));
    network.stub(answers(readBilling, before));
    show("/subscription/plan?checkout=success");
    await waitFor(() => expect(before).toHaveBeenCalled());
    network.stub(answers(readBilling, aBilling()), answers(getSubscription, subscription));
    expect(await screen.findByText(/TTC le 01\/12\/2026/, undefined, { timeout: 4_000 })).toBeVisible();
  });

  it.each([
    ["a new card", "?card=updated", subscription, /Votre carte est enregistrée/],
    ["a payment that was given up", "?checkout=cancel", undefined, /Le paiement a été abandonné/],
  ])("tells of %s once: not when the address is loaded again", async (_, query, stored, told) => {
    if (stored) network.stub(answers(getSubscription, stored));
    renderScreen(
      <>
        <SubscriptionPage />
        <Address />
      </>,
      { at: `/subscription/plan${query}` },
    );
    expect(await screen.findByText(told)).toBeVisible();
    await waitFor(() => expect(screen.getByTitle("address")).toHaveTextContent(/^\/subscription\/plan$/));
    expect(screen.getByText(told)).toBeVisible();
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

describe("what an administrator sees and changes of a subscription (SUB-4)", () => {
  const plans = [
    { ...studio, people_max: 1 },
    { ...circuit, people_max: null },
  ];
  const withBilling = (changes: Parameters<typeof aBilling>[0] = {}) =>
    network.stub(answers(readBilling, aBilling({ plans, ...changes })));
  beforeEach(() => network.stub(answers(getSubscription, subscription)));

  it("the next bill, the card, and the bills with their page and PDF", async () => {
    withBilling();
    const { container } = show();
    const bills = await screen.findByRole("table", { name: "Factures" });
    const text = plainSpaces(container.textContent);
    for (const fact of ["178,80 € TTC le 01/12/2026", "Visa •••• 4242, expire fin 12/2030"])
      expect(text).toContain(fact);
    expect(plainSpaces(bills.textContent)).toMatch(/01\/11\/2026.*BOB-0001.*178,80 €.*Payée/);
    expect(screen.getByRole("link", { name: "PDF de la facture BOB-0001" })).toHaveAttribute(
      "href",
      "https://pay.example/facture/1/pdf",
    );
  });

  it("another plan is chosen with what it costs and comprises", async () => {
    withBilling();
    const asked: unknown[] = [];
    const { user } = show();
    await user.click(await screen.findByRole("button", { name: "Changer de formule" }));
    const dialog = await screen.findByRole("dialog");
    expect(within(dialog).getAllByRole("radio")).toHaveLength(1);
    expect(dialog).toHaveTextContent("Nombre d’utilisateurs illimité");
    network.stub(
      fails(changePlan, 502, {
        detail: "Le service de paiement est indisponible.",
        code: "payment_unavailable",
      }),
    );
    await user.click(within(dialog).getByRole("radio"));
    await user.click(within(dialog).getByRole("button", { name: "Changer de formule" }));
    expect(await within(dialog).findByText(/Le service de paiement est indisponible/)).toBeVisible();
    network.stub(
      answers(changePlan, ({ body }) => {
        asked.push(body);
        return aSubscription({ plan: circuit });
      }),
    );
    await user.click(within(dialog).getByRole("button", { name: "Changer de formule" }));
    expect(await screen.findByText("Formule « Circuit » choisie")).toBeVisible();
    expect(asked).toEqual([{ plan_id: 5 }]);
  });

  it("another plan whose answer was lost is said to be chosen once the subscription has it", async () => {
    withBilling();
    const { user } = show();
    await user.click(await screen.findByRole("button", { name: "Changer de formule" }));
    const dialog = await screen.findByRole("dialog");
    await user.click(within(dialog).getByRole("radio"));
    network.stub(
      fails(changePlan, 504),
      answers(getSubscription, aSubscription({ plan: { ...circuit, people_max: null } })),
    );
    await user.click(within(dialog).getByRole("button", { name: "Changer de formule" }));
    expect(await screen.findByText("Formule « Circuit » choisie")).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("a plan that is offered no more cannot be sent", async () => {
    withBilling();
    const { user } = show();
    await user.click(await screen.findByRole("button", { name: "Changer de formule" }));
    const dialog = await screen.findByRole("dialog");
    await user.click(within(dialog).getByRole("radio"));
    network.stub(fails(changePlan, 409, { detail: "Cette formule n’est plus proposée.", code: "no_plan" }));
    withBilling({ plans: plans.slice(0, 1) });
    await user.click(within(dialog).getByRole("button", { name: "Changer de formule" }));
    expect(await within(dialog).findByText("Aucune autre formule n’est proposée.")).toBeVisible();
    expect(within(dialog).getByText(/Cette formule n’est plus proposée/)).toBeVisible();
    expect(within(dialog).getByRole("button", { name: "Changer de formule" })).toBeDisabled();
  });

  it("what a change of plan leaves to be debited is told before and after it is cancelled (SUB-4)", async () => {
    const last = { date: civilDate("2026-12-01"), amount: "150.00", currency_code: "EUR" };
    withBilling({ last_bill: last });
    const { user } = show();
    await user.click(await screen.findByRole("button", { name: "Résilier" }));
    const dialog = await screen.findByRole("dialog");
    expect(dialog).toHaveTextContent(/150,00\s€ TTC seront encore débités à ce moment-là/);
    expect(dialog).not.toHaveTextContent("rien ne sera plus débité");
    const ending = { ...subscription, is_cancelled: true };
    network.stub(answers(cancelSubscription, ending), answers(getSubscription, ending));
    withBilling({ next_bill: last, last_bill: last });
    await user.click(within(dialog).getByRole("button", { name: "Résilier" }));
    expect(
      await screen.findByText(
        /150,00\s€ TTC le 01\/12\/2026, la dernière\s: la différence du changement de formule/,
      ),
    ).toBeVisible();
    await user.click(await screen.findByRole("button", { name: "Changer de formule" }));
    expect(
      await screen.findByText(/qui reste résilié\. D’une formule plus chère, la différence/),
    ).toBeVisible();
  });

  it.each([
    ["a dearer plan", "1349.00", /La différence, calculée au jour près, sera débitée ce jour-là/],
    ["a cheaper plan", "49.00", /La différence ne vous est pas remboursée/],
  ])(
    "of a subscription that ends, %s is picked with what becomes of the difference (SUB-4)",
    async (_plan, price, words) => {
      network.stub(answers(getSubscription, { ...subscription, is_cancelled: true }));
      withBilling({ next_bill: null, plans: [plans[0]!, { ...plans[1]!, price }] });
      const { user } = show();
      await user.click(await screen.findByRole("button", { name: "Changer de formule" }));
      const dialog = await screen.findByRole("dialog");
      await user.click(within(dialog).getByRole("radio"));
      expect(within(dialog).getByText(words)).toBeVisible();
    },
  );

  it("it is cancelled after a question that says until when it runs, and resumed", async () => {
    withBilling();
    const { user } = show();
    await user.click(await screen.findByRole("button", { name: "Résilier" }));
    const dialog = await screen.findByRole("dialog");
    expect(dialog).toHaveTextContent("L’abonnement prendra fin le 01/12/2026");
    const ending = { ...subscription, is_cancelled: true };
    network.stub(answers(cancelSubscription, ending), answers(getSubscription, ending));
    withBilling({ next_bill: null });
    await user.click(within(dialog).getByRole("button", { name: "Résilier" }));
    expect(await screen.findByText("Résiliation enregistrée")).toBeVisible();
    expect(await screen.findByText("Aucune : l’abonnement prend fin avec la période payée")).toBeVisible();
    network.stub(answers(resumeSubscription, subscription), answers(getSubscription, subscription));
    await user.click(await screen.findByRole("button", { name: "Reprendre l’abonnement" }));
    expect(await screen.findByText("L’abonnement continue")).toBeVisible();
    expect(await screen.findByRole("button", { name: "Résilier" })).toBeVisible();
  });

  it("a next bill that the difference of a change of plan pays is told as nothing to debit (SUB-4)", async () => {
    withBilling({ next_bill: { date: civilDate("2026-12-01"), amount: "0.00", currency_code: "EUR" } });
    const { container } = show();
    expect(
      await screen.findByText(
        "Rien ne sera débité le 01/12/2026\u00a0: la différence de votre changement de formule reste à votre crédit.",
        { normalizer: (text) => text },
      ),
    ).toBeVisible();
    expect(container).not.toHaveTextContent("TTC le");
  });

  it("the next period of before a subscription was cancelled is not told as its last bill (SUB-4)", async () => {
    network.stub(answers(getSubscription, { ...subscription, is_cancelled: true }));
    withBilling({
      next_bill: { date: civilDate("2026-12-01"), amount: "358.80", currency_code: "EUR" },
      last_bill: null,
    });
    show();
    expect(await screen.findByText("Aucune : l’abonnement prend fin avec la période payée")).toBeVisible();
    expect(screen.queryByText(/la dernière/)).toBeNull();
  });

  it("another card is given on the provider’s page, and on no other", async () => {
    withBilling();
    network.stub(answers(changePaymentMethod, { page_url: "https://ailleurs.example/carte" }));
    const { user, leaveFor } = show();
    await user.click(await screen.findByRole("button", { name: "Changer de carte" }));
    expect(await screen.findByText(/Impossible d’ouvrir la page de la carte/)).toBeVisible();
    network.stub(answers(changePaymentMethod, { page_url: "https://pay.example/carte" }));
    const button = screen.getByRole("button", { name: "Changer de carte" });
    await user.click(button);
    await waitFor(() => expect(leaveFor).toHaveBeenCalledWith("https://pay.example/carte"));
    expect(button).toBeDisabled();
    // With the browser's own button.
    window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    await waitFor(() => expect(button).toBeEnabled());
  });

  it("a refused payment leads to the bill that is to be paid, and to the card", async () => {
    network.stub(answers(getSubscription, { ...subscription, is_payment_refused: true }));
    withBilling({ bills: [aBill({ number: "BOB-0002", state: "open", outstanding: "178.80" }), aBill()] });
    show();
    expect(await screen.findByRole("link", { name: "Régler la facture" })).toHaveAttribute(
      "href",
      "https://pay.example/facture/1",
    );
    expect(screen.getByRole("button", { name: "Changer de carte" })).toBeEnabled();
    expect(screen.getByRole("button", { name: "Changer de formule" })).toBeDisabled();
  });

  it("while a payment is refused, the question before it is cancelled says which bill is still presented and when the period that is billed ends", async () => {
    network.stub(answers(getSubscription, { ...subscription, is_payment_refused: true }));
    withBilling({
      next_bill: { date: civilDate("2026-12-31"), amount: "178.80", currency_code: "EUR" },
      bills: [aBill({ number: "BOB-0002", state: "open", amount: "358.80", outstanding: "358.80" }), aBill()],
    });
    const { user } = show();
    await user.click(await screen.findByRole("button", { name: "Résilier" }));
    const dialog = await screen.findByRole("dialog");
    const text = plainSpaces(dialog.textContent);
    expect(text).toContain("L’abonnement prendra fin le 31/12/2026");
    expect(text).toContain("La facture BOB-0002 de 358,80 € reste due");
    expect(text).not.toContain("rien ne sera plus débité");
  });

  it("what is still to be paid of a bill of which a credit has paid a part, in the list and in the question before it is cancelled", async () => {
    network.stub(answers(getSubscription, { ...subscription, is_payment_refused: true }));
    const open = aBill({ number: "BOB-0002", state: "open", amount: "358.80", outstanding: "58.80" });
    withBilling({ bills: [open, aBill({ number: "BOB-0003", state: "open", outstanding: "178.80" })] });
    const { user } = show();
    const bills = await screen.findByRole("table", { name: "Factures" });
    const texts = within(bills)
      .getAllByRole("row")
      .map((row) => plainSpaces(row.textContent));
    expect(texts[1]).toContain("358,80 €Reste dû : 58,80 €");
    expect(texts[2]).not.toContain("Reste dû");
    await user.click(screen.getByRole("button", { name: "Résilier" }));
    expect(plainSpaces((await screen.findByRole("dialog")).textContent)).toContain(
      "La facture BOB-0002 de 358,80 €, dont 58,80 € sont encore à payer, reste due",
    );
  });

  it("cancelled while a payment is refused, the page says that the bill stays due, and no end that is not the provider’s", async () => {
    network.stub(answers(getSubscription, { ...subscription, is_payment_refused: true, is_cancelled: true }));
    withBilling({
      next_bill: null,
      bills: [aBill({ number: "BOB-0002", state: "open", outstanding: "178.80" }), aBill()],
    });
    const { container } = show();
    expect(await screen.findByRole("link", { name: "Régler la facture" })).toBeVisible();
    const text = plainSpaces(container.textContent);
    expect(text).toContain("La résiliation est enregistrée, mais la facture en attente reste due");
    expect(text).toContain("Payé jusqu’au01/12/2026");
    expect(text).toContain("Aucune : l’abonnement prend fin avec la période en cours");
    expect(text).not.toContain("Prend fin le");
  });

  it("that a subscription has ended, and until when it was paid, above the plans to choose from", async () => {
    network.stub(answers(getSubscription, nothing), answers(listPlans, [studio, circuit]));
    withBilling({
      next_bill: null,
      card: null,
      ended_subscription: { plan_name: "Studio", paid_until: civilDate("2026-11-28") },
    });
    const { container } = show();
    expect(await screen.findByText("Choose Your Plan")).toBeVisible();
    await waitFor(() =>
      expect(plainSpaces(container.textContent)).toContain(
        "Votre abonnement « Studio » a pris fin : il était payé jusqu’au 28/11/2026. Vos données restent",
      ),
    );
  });

  it("the provider’s silence hides nothing else, and is asked again", async () => {
    network.stub(
      fails(readBilling, 502, {
        detail: "Le service de paiement est indisponible.",
        code: "payment_unavailable",
      }),
    );
    const { user } = show();
    expect(await screen.findByText("Subscribed")).toBeVisible();
    expect(await screen.findByText("Impossible de lire vos factures et votre carte.")).toBeVisible();
    withBilling();
    await user.click(screen.getByRole("button", { name: "Réessayer" }));
    expect(await screen.findByRole("table", { name: "Factures" })).toBeVisible();
  });

  it("an accountant sees the plan, and whom to ask for the rest", async () => {
    signIn({ role: "accountant" });
    show();
    expect(await screen.findByText("Subscribed")).toBeVisible();
    expect(screen.getByText(/Seul un administrateur de votre société peut le faire/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Résilier" })).toBeNull();
  });
});
