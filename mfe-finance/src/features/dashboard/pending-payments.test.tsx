import { type DashboardRow, dashboardStats } from "@bobine/contract/dashboard";
import { ownDistributor, switchAutomation } from "@bobine/contract/distributors";
import { FIRST_STEPS, type FirstStep, readFirstSteps, type StepState } from "@bobine/contract/first-steps";
import { invoicingBacklog } from "@bobine/contract/invoicing-backlog";
import { readInvoicingOptions } from "@bobine/contract/invoicing-options";
import { aCompany, someInvoicingOptions } from "@bobine/contract/testing/distributors";
import { aBacklog } from "@bobine/contract/testing/invoices";
import { answers, fails, renderScreen, signIn, stubNetwork } from "@bobine/shared-auth/testing";
import { plainSpaces } from "@bobine/shared-ui/testing";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { PendingPayments } from "./pending-payments.tsx";

const network = stubNetwork();

beforeEach(() => {
  signIn();
  network.stub(
    answers(dashboardStats, [
      { category: "Mégascope", kind: "group", total: "34635.10", due: "0.00" },
      { category: "TOTAL", kind: "total", total: "34635.10", due: "0.00" },
    ]),
    answers(ownDistributor, aCompany({ automation_on: true })),
    answers(readInvoicingOptions, someInvoicingOptions()),
  );
});

it("shows what is pending, by group", async () => {
  renderScreen(<PendingPayments />);
  const row = await screen.findByRole("row", { name: /Mégascope/ });
  expect(plainSpaces(row.textContent)).toContain("34 635,10 €");
});

it("says that its total leaves out what is in default, when there is something", async () => {
  const view = renderScreen(<PendingPayments />);
  await screen.findByRole("row", { name: /Mégascope/ });
  expect(screen.queryByText(/ne compte pas les factures en défaut/)).toBeNull();
  view.unmount();
  network.stub(
    answers(dashboardStats, [
      { category: "En défaut", kind: "default", total: "70.00", due: "70.00" },
      { category: "TOTAL", kind: "total", total: "10.00", due: "0.00" },
    ]),
  );
  renderScreen(<PendingPayments />);
  expect(
    await screen.findByText(
      /^Le TOTAL ne compte pas les factures en défaut.; «.Reste dû.», dans FACTURES, les compte\.$/,
    ),
  ).toBeVisible();
});

it("saves what is pending as CSV", async () => {
  const made: Blob[] = [];
  URL.createObjectURL = (blob: Blob) => {
    made.push(blob);
    return "blob:list";
  };
  const { user } = renderScreen(<PendingPayments />);
  await screen.findByRole("row", { name: /Mégascope/ });
  await user.click(screen.getByRole("button", { name: "Exporter en CSV" }));
  await waitFor(() => expect(made).toHaveLength(1));
  expect(await made[0]?.text()).toContain("Mégascope;34635,10;0,00");
});

it("says that the figures could not be loaded, and tries again", async () => {
  network.stub(fails(dashboardStats, 500));
  const { user } = renderScreen(<PendingPayments />);
  expect(await screen.findByText("Failed to load dashboard data.")).toBeVisible();
  network.stub(
    answers(dashboardStats, [
      { category: "Mégascope", kind: "group", total: "10.00", due: "0.00" },
      { category: "TOTAL", kind: "total", total: "10.00", due: "0.00" },
    ]),
  );
  await user.click(screen.getByRole("button", { name: "Réessayer" }));
  expect(await screen.findByRole("row", { name: /Mégascope/ })).toBeVisible();
});

it("says that nothing is pending", async () => {
  network.stub(answers(dashboardStats, [{ category: "TOTAL", kind: "total", total: "0.00", due: "0.00" }]));
  renderScreen(<PendingPayments />);
  expect(await screen.findByText("Aucun paiement en attente.")).toBeVisible();
});

it("says that automation cannot be told, and tries again", async () => {
  network.stub(fails(ownDistributor, 500));
  const { user } = renderScreen(<PendingPayments />);
  expect(await screen.findByText("Facturation automatique indisponible")).toBeVisible();
  network.stub(answers(ownDistributor, aCompany({ automation_on: true })));
  await user.click(screen.getByRole("button", { name: "Réessayer" }));
  expect(await screen.findByRole("button", { name: "Pause" })).toBeVisible();
});

it("shows Pause while automation is on, and Active once it is paused", async () => {
  network.stub(answers(switchAutomation, aCompany({ automation_on: false })));
  const { user } = renderScreen(<PendingPayments />);
  await user.click(await screen.findByRole("button", { name: "Pause" }));
  expect(await screen.findByRole("button", { name: "Active" })).toBeVisible();
  expect(screen.getByText("En pause")).toBeVisible();
});

it("a double click switches once: its second click does not switch back", async () => {
  const sent: unknown[] = [];
  network.stub(
    answers(switchAutomation, ({ body }) => {
      sent.push(body);
      return aCompany({ automation_on: false });
    }),
  );
  renderScreen(<PendingPayments />);
  const pause = await screen.findByRole("button", { name: "Pause" });
  act(() => {
    fireEvent.click(pause, { detail: 1 });
    fireEvent.click(pause, { detail: 2 });
  });
  // An answer may be faster than a hand.
  const activate = await screen.findByRole("button", { name: "Active" });
  fireEvent.click(activate, { detail: 2 });
  // What has begun shows with the next turn of the timers.
  await act(() => new Promise((next) => setTimeout(next)));
  expect(activate).toBeEnabled();
  expect(activate).not.toHaveAttribute("data-loading");
  expect(sent).toEqual([{ automation_on: false }]);
});

it("is switched on at once when nothing waits", async () => {
  network.stub(
    answers(ownDistributor, aCompany({ automation_on: false })),
    answers(invoicingBacklog, aBacklog({ waiting_cinemas: 3 })),
    answers(switchAutomation, aCompany({ automation_on: true })),
  );
  const { user } = renderScreen(<PendingPayments />);
  await user.click(await screen.findByRole("button", { name: "Active" }));
  expect(await screen.findByRole("button", { name: "Pause" })).toBeVisible();
});

it("UI-7, DIST-7: once it is switched on, shows by itself what the job did, and no step that is done", async () => {
  let isOn = false;
  let isIssued = false;
  const company = () => aCompany({ automation_on: isOn, has_issued: isIssued });
  const rows = (): DashboardRow[] => [
    ...(isIssued ? [{ category: "Mégascope", kind: "group" as const, total: "10.00", due: "0.00" }] : []),
    { category: "TOTAL", kind: "total", total: "0.00", due: "0.00" },
  ];
  const stateOf = (step: FirstStep): StepState => (step === "automation" && !isOn ? "todo" : "done");
  network.stub(
    answers(ownDistributor, company),
    answers(dashboardStats, rows),
    answers(readFirstSteps, () => ({
      steps: FIRST_STEPS.map((step) => ({ step, state: stateOf(step), missing: [], count: 0 })),
    })),
    answers(invoicingBacklog, aBacklog({ invoices: 8 })),
    answers(switchAutomation, () => {
      isOn = true;
      return company();
    }),
  );
  const { user } = renderScreen(<PendingPayments />);
  expect(await screen.findByRole("button", { name: /Bouton/ })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Active" }));
  await user.click(await screen.findByRole("button", { name: "Activer" }));
  expect(await screen.findByRole("button", { name: "Pause" })).toBeVisible();
  expect(screen.queryByRole("button", { name: /Bouton/ })).toBeNull();
  expect(await screen.findByText(/9 étapes faites sur 9/)).toBeVisible();
  expect(screen.getByText("Aucun paiement en attente.")).toBeVisible();
  isIssued = true;
  expect(await screen.findByRole("row", { name: /Mégascope/ }, { timeout: 5_000 })).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("region", { name: "Vos premiers pas" })).toBeNull());
}, 15_000);

describe("UI-7: what is issued after « Active »", () => {
  const LOOK_MS = 3_000;
  let looks = 0;
  beforeEach(() => {
    looks = 0;
    const wait = globalThis.setTimeout;
    vi.stubGlobal("setTimeout", (work: () => void, ms?: number) => {
      if (ms === LOOK_MS) looks += 1;
      return wait(work, ms === LOOK_MS ? 20 : ms);
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
  /** @returns how often the dashboard was asked */
  const stubBacklog = (invoices: number, rows: (asked: number) => Promise<DashboardRow[]>) => {
    let asked = 0;
    network.stub(
      answers(ownDistributor, aCompany({ automation_on: false })),
      answers(invoicingBacklog, aBacklog({ invoices })),
      answers(switchAutomation, aCompany({ automation_on: true })),
      answers(dashboardStats, async () => {
        asked += 1;
        return await rows(asked);
      }),
    );
    return () => asked;
  };
  const rowOf = (category: string): DashboardRow[] => [
    { category, kind: "group", total: "10.00", due: "0.00" },
    { category: "TOTAL", kind: "total", total: "10.00", due: "0.00" },
  ];
  const aWhile = () => act(() => new Promise((next) => setTimeout(next, 200)));

  it("shows also when an answer takes longer than the next look", async () => {
    const answered = Promise.withResolvers<undefined>();
    const asked = stubBacklog(8, async (time) => {
      if (time === 3) await answered.promise;
      return rowOf(time < 3 ? "Mégascope" : "Pathéon");
    });
    const { user } = renderScreen(<PendingPayments />);
    await user.click(await screen.findByRole("button", { name: "Active" }));
    await user.click(await screen.findByRole("button", { name: "Activer" }));
    await waitFor(() => expect(asked()).toBe(3));
    await aWhile();
    expect(asked()).toBe(3);
    answered.resolve(undefined);
    expect(await screen.findByRole("row", { name: /Pathéon/ })).toBeVisible();
  });

  it("is not looked for in a hidden tab", async () => {
    vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    const asked = stubBacklog(8, async () => rowOf("Mégascope"));
    const { user } = renderScreen(<PendingPayments />);
    await user.click(await screen.findByRole("button", { name: "Active" }));
    await user.click(await screen.findByRole("button", { name: "Activer" }));
    await waitFor(() => expect(looks).toBeGreaterThan(2));
    expect(asked()).toBe(2);
    vi.spyOn(document, "hidden", "get").mockReturnValue(false);
    await waitFor(() => expect(asked()).toBeGreaterThan(2));
  });

  it("is not looked for when nothing waited", async () => {
    stubBacklog(0, async () => rowOf("Mégascope"));
    const { user } = renderScreen(<PendingPayments />);
    await user.click(await screen.findByRole("button", { name: "Active" }));
    expect(await screen.findByRole("button", { name: "Pause" })).toBeVisible();
    await aWhile();
    expect(looks).toBe(0);
  });
});

it("is switched on once one has seen how many invoices will be issued", async () => {
  network.stub(
    answers(ownDistributor, aCompany({ automation_on: false })),
    answers(
      invoicingBacklog,
      aBacklog({
        invoices: 214,
        credit_notes: 1,
        imported_weeks: 3,
        total_amount: "512345.67",
        waiting_cinemas: 2,
      }),
    ),
    fails(switchAutomation, 500),
  );
  const { user } = renderScreen(<PendingPayments />);
  await user.click(await screen.findByRole("button", { name: "Active" }));
  const dialog = await screen.findByRole("dialog", { name: "Activer la facturation automatique" });
  expect(plainSpaces(dialog.textContent)).toContain(
    "214 factures vont être émises, 1 avoir va être établi.Total : 512 345,67 € TTC.",
  );
  expect(plainSpaces(dialog.textContent)).toContain(
    "3 factures sont de semaines que des factures importées facturent déjà : ce qui y figure serait facturé une seconde fois.",
  );
  expect(dialog).toHaveTextContent("2 cinémas restent à valider ou à compléter");
  await user.click(screen.getByRole("button", { name: "Activer" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("Failed to update automation status.");
  network.stub(answers(switchAutomation, aCompany({ automation_on: true })));
  await user.click(screen.getByRole("button", { name: "Activer" }));
  expect(await screen.findByRole("button", { name: "Pause" })).toBeVisible();
  expect(screen.queryByRole("dialog")).toBeNull();
});

it.each([
  [
    { legal_form: "", share_capital: null, rcs_city: "" },
    "la forme juridique, le capital social et la ville du RCS.",
  ],
  [{ rcs_city: "" }, "la ville du RCS."],
  [{ legal_form: "Association", share_capital: null, rcs_city: "" }, undefined],
  [{}, undefined],
])(
  "BILL-14: says which mentions the invoices would lack, of %o, and leads to them",
  async (options, missing) => {
    network.stub(
      answers(ownDistributor, aCompany({ automation_on: false })),
      answers(invoicingBacklog, aBacklog({ invoices: 8 })),
      answers(readInvoicingOptions, someInvoicingOptions(options)),
    );
    const { user } = renderScreen(<PendingPayments />);
    await user.click(await screen.findByRole("button", { name: "Active" }));
    const dialog = await screen.findByRole("dialog", { name: "Activer la facturation automatique" });
    const link = within(dialog).queryByRole("link", { name: "Options de facturation" });
    if (missing === undefined) expect(link).toBeNull();
    else {
      expect(link).toHaveAttribute("href", "/account/invoicing");
      expect(plainSpaces(dialog.textContent)).toContain(missing);
    }
  },
);

it("stays off when one gives up on seeing what would be issued, or when it cannot be counted", async () => {
  network.stub(
    answers(ownDistributor, aCompany({ automation_on: false })),
    answers(invoicingBacklog, aBacklog({ invoices: 1, is_company_incomplete: true })),
  );
  const { user } = renderScreen(<PendingPayments />);
  await user.click(await screen.findByRole("button", { name: "Active" }));
  const dialog = await screen.findByRole("dialog");
  expect(dialog).toHaveTextContent("1 facture va être émise.");
  expect(dialog).toHaveTextContent("complétiez dans INFOS COMPTE");
  await user.click(screen.getByRole("button", { name: "Annuler" }));
  expect(screen.getByText("En pause")).toBeVisible();

  network.stub(fails(invoicingBacklog, 500));
  await user.click(screen.getByRole("button", { name: "Active" }));
  expect(await screen.findByText("Failed to update automation status.")).toBeVisible();
  expect(screen.getByText("En pause")).toBeVisible();
});

it("says that it could not be changed, and stays as it is", async () => {
  network.stub(fails(switchAutomation, 500));
  const { user } = renderScreen(<PendingPayments />);
  await user.click(await screen.findByRole("button", { name: "Pause" }));
  expect(await screen.findByText("Failed to update automation status.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Pause" })).toBeVisible();
});

it.each([
  ["prospect", /en cours de validation/, "Compte à valider"],
  ["refused", /inscription a été refusée/, "Inscription refusée"],
] as const)(
  "tells a company that is %s that nothing is invoiced, and offers no automation",
  async (validation_status, notice, badge) => {
    network.stub(answers(ownDistributor, { ...aCompany({ automation_on: false }), validation_status }));
    renderScreen(<PendingPayments />);
    expect(await screen.findByText(notice)).toBeVisible();
    expect(screen.getByText(badge)).toBeVisible();
    expect(screen.getByRole("link", { name: "Voir mon dossier" })).toHaveAttribute(
      "href",
      "/account/overview",
    );
    expect(screen.queryByRole("button", { name: "Active" })).toBeNull();
  },
);
