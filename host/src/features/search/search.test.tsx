import { listDistributorOptions } from "@bobine/contract/distributor-options";
import type { Money } from "@bobine/contract/money";
import { searchEverything, type Findings } from "@bobine/contract/search";
import { createQueryClient, type ExposedModule } from "@bobine/shared-auth";
import { answers, fails, signIn, signInAsSuperAdmin, stubNetwork } from "@bobine/shared-auth/testing";
import { plainSpaces } from "@bobine/shared-ui/testing";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter } from "react-router-dom";
import { expect, test } from "vitest";
import { App } from "../../app.tsx";
import { appRoutes } from "../../app-routes.tsx";
import { createRemoteLoader } from "../../federation/remote-loader.ts";
import { aRegistry, aRemote } from "@bobine/contract/testing/registry";

const { stub } = stubNetwork();

const exposed: ExposedModule = {
  routes: [
    { path: "/invoices", element: <input aria-label="Champ de l’écran" /> },
    { path: "/invoices/:invoiceId", element: <h1>Une facture</h1> },
  ],
};
const findings: Findings = {
  cinemas: [{ id: 4, name: "Le Rex", city: "Douai", group: "" }],
  clients: [{ client_account: "411REX", name: "SARL Ciné Rex", cinema_count: 2 }],
  invoices: [
    {
      id: 12,
      invoice_number: "F26000123",
      cinema_name: "Le Rex",
      invoice_date: "2026-11-30" as Findings["invoices"][number]["invoice_date"],
      total_amount: "2897.31",
      status: "paid",
    },
  ],
  transactions: [
    {
      id: 8,
      transaction_date: "2026-12-01" as Findings["transactions"][number]["transaction_date"],
      label: "VIR REX",
      amount: "2897.31",
      currency_code: "EUR",
      user_action_id: 77,
      invoice_id: null,
    },
  ],
};

async function open() {
  const registry = aRegistry([
    aRemote(),
    aRemote({
      name: "mfe-account",
      routes: ["/logs"],
      panels: [],
      nav: [{ label: "JOURNAUX D’AUDIT", path: "/logs", order: 70 }],
    }),
  ]);
  const router = createMemoryRouter(appRoutes, { initialEntries: ["/invoices"] });
  const queryClient = createQueryClient();
  queryClient.setDefaultOptions({ queries: { retry: false } });
  const loader = createRemoteLoader({
    host: registry.host,
    fetch: async () => exposed,
    examine: async () => ({ kind: "network" }),
    retryDelaysMs: [0],
  });
  await act(async () => {
    render(<App env="test" federation={{ registry, loader }} queryClient={queryClient} router={router} />);
  });
  return {
    user: userEvent.setup(),
    address: () => router.state.location.pathname + router.state.location.search,
  };
}

test("Ctrl K opens the search also while one types; arrows choose and Enter goes there", async () => {
  signIn();
  stub(answers(searchEverything, findings));
  const { user, address } = await open();
  await user.click(await screen.findByLabelText("Champ de l’écran"));
  await user.keyboard("{Control>}k{/Control}");
  const field = await screen.findByRole("combobox", { name: "Rechercher" });
  expect(field).toHaveFocus();
  expect(screen.getByRole("dialog", { name: "Rechercher" })).toContainElement(field);
  await user.type(field, "rex");
  const invoice = await screen.findByRole("option", { name: /F26000123/ });
  expect(plainSpaces(invoice.textContent)).toContain("Le Rex · 30/11/2026 · Payé2 897,31 €");
  expect(screen.getByRole("group", { name: "Cinémas" })).toHaveTextContent("Le Rex");
  expect(screen.getByRole("group", { name: "Opérations bancaires" })).toHaveTextContent("VIR REX");
  // Cinema, more cinemas, client, invoice.
  await user.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}");
  expect(invoice).toHaveAttribute("aria-selected", "true");
  await user.keyboard("{Enter}");
  expect(address()).toBe("/invoices/12");
  expect(screen.queryByRole("combobox")).toBeNull();
});

test("a click goes where it says: a cinema in its list, a transfer to its question, more to the list", async () => {
  signIn();
  stub(answers(searchEverything, findings));
  const { user, address } = await open();
  for (const [option, to] of [
    [/^Le Rex/, "/cinemas?search=Le%20Rex%20Douai"],
    [/^SARL Ciné Rex.*Compte 411REX · 2 cinémas/, "/clients/411REX"],
    [/VIR REX/, "/user-actions?action=77"],
    ["Chercher dans toutes les factures", "/invoices?search=rex"],
  ] as const) {
    const [button] = screen.getAllByRole("button", { name: "Rechercher" });
    if (!button) throw new Error("no button");
    await user.click(button);
    await user.type(await screen.findByRole("combobox"), "rex");
    await user.click(await screen.findByRole("option", { name: option }));
    expect(address()).toBe(to);
  }
});

test.each(["-2897.31", "2897.31"])(
  "a bank line of %s without an action and an invoice leads to the bank's lines of its day and amount (UI-23)",
  async (amount) => {
    signIn();
    const transactions = findings.transactions.map((line) => ({
      ...line,
      amount: amount as Money,
      user_action_id: null,
    }));
    stub(answers(searchEverything, { ...findings, transactions }));
    const { user, address } = await open();
    await user.keyboard("{Control>}k{/Control}");
    await user.type(await screen.findByRole("combobox"), "rex");
    await user.click(await screen.findByRole("option", { name: /VIR REX/ }));
    expect(address()).toBe(
      "/bank-statements/original?from=2026-12-01&to=2026-12-01&amount_from=2897.31&amount_to=2897.31",
    );
  },
);

test.each([
  ["2897,31", "2897.31", "/invoices?amount_from=2897.31&amount_to=2897.31"],
  ["2 897,31 €", "-2897.31", "/invoices?amount_from=2897.31&amount_to=2897.31"],
  ["2897,3", "2897.30", "/invoices?amount_from=2897.30&amount_to=2897.30"],
  ["2897", "2897.31", "/invoices?amount_from=2897.00&amount_to=2897.99"],
  // The number of an invoice, found by its end.
  ["123", "2897.31", "/invoices?search=123"],
])(
  "more of « %s » leads to the invoices of that amount, where the list finds it (UI-23, UI-26)",
  async (words, total, to) => {
    signIn();
    const invoices = findings.invoices.map((invoice) => ({ ...invoice, total_amount: total as Money }));
    stub(answers(searchEverything, { ...findings, invoices }));
    const { user, address } = await open();
    await user.keyboard("{Control>}k{/Control}");
    await user.type(await screen.findByRole("combobox"), words);
    await user.click(await screen.findByRole("option", { name: "Chercher dans toutes les factures" }));
    expect(address()).toBe(to);
  },
);

test("no more is offered of an amount that is only what is left of an invoice: the list would be empty", async () => {
  signIn();
  stub(answers(searchEverything, findings));
  const { user } = await open();
  await user.keyboard("{Control>}k{/Control}");
  await user.type(await screen.findByRole("combobox"), "500,00");
  await screen.findByRole("option", { name: /F26000123/ });
  expect(screen.queryByRole("option", { name: "Chercher dans toutes les factures" })).toBeNull();
  expect(screen.getByRole("option", { name: "Chercher dans les actions utilisateur" })).toBeVisible();
});

test("Enter waits for what the words now find: what the words before found does not open", async () => {
  signIn();
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  stub(
    answers(searchEverything, async ({ query }) => {
      if (query.get("search") === "rex") return findings;
      await answered;
      return { ...findings, cinemas: [], clients: [] };
    }),
  );
  const { user, address } = await open();
  await user.keyboard("{Control>}k{/Control}");
  const field = await screen.findByRole("combobox");
  await user.type(field, "rex");
  await screen.findByRole("option", { name: /^Le Rex/ });
  await user.clear(field);
  await user.paste("F26000123");
  await user.keyboard("{Enter}");
  expect(address()).toBe("/invoices");
  answer();
  await waitFor(() => expect(address()).toBe("/invoices/12"));
});

test("a page of the menu is what was typed already: Enter opens it at once", async () => {
  signIn();
  stub(answers(searchEverything, () => new Promise<Findings>(() => undefined)));
  const { user, address } = await open();
  await user.keyboard("{Control>}k{/Control}");
  await user.type(await screen.findByRole("combobox"), "journaux{Enter}");
  expect(address()).toBe("/logs");
});

test("pages of the menu are found without the server, accents and case aside", async () => {
  signIn();
  const { user, address } = await open();
  await user.keyboard("{Meta>}k{/Meta}");
  await user.type(await screen.findByRole("combobox"), "j");
  await user.click(await screen.findByRole("option", { name: "JOURNAUX D’AUDIT" }));
  expect(address()).toBe("/logs");
});

test("what nothing matches is told, with what to try", async () => {
  signIn();
  stub(answers(searchEverything, { cinemas: [], clients: [], invoices: [], transactions: [] }));
  const { user } = await open();
  await user.keyboard("{Control>}k{/Control}");
  await user.type(await screen.findByRole("combobox"), "zzz");
  expect(await screen.findByText(/Rien ne correspond à/)).toBeVisible();
  expect(screen.getByText(/Essayez un nom de cinéma/)).toBeVisible();
});

test("a failure is told, and tried again without typing anew", async () => {
  signIn();
  stub(fails(searchEverything, 400));
  const { user } = await open();
  await user.keyboard("{Control>}k{/Control}");
  await user.type(await screen.findByRole("combobox"), "rex");
  expect(await screen.findByRole("alert")).toHaveTextContent("La recherche n’a pas abouti.");
  stub(answers(searchEverything, findings));
  await user.click(screen.getByRole("button", { name: "Réessayer" }));
  expect(await screen.findByRole("option", { name: /F26000123/ })).toBeVisible();
});

test("a super admin who has chosen nobody finds pages, and is told what else there is", async () => {
  signInAsSuperAdmin();
  stub(answers(listDistributorOptions, []));
  const { user } = await open();
  await user.keyboard("{Control>}k{/Control}");
  await user.type(await screen.findByRole("combobox", { name: "Rechercher" }), "factures");
  expect(await screen.findByRole("option", { name: "FACTURES" })).toBeVisible();
  expect(screen.getByText(/Sélectionnez un distributeur pour chercher aussi/)).toBeVisible();
});

test("« ? » shows the keys, but is text in a field", async () => {
  signIn();
  const { user } = await open();
  const field = await screen.findByLabelText("Champ de l’écran");
  await user.type(field, "?");
  expect(field).toHaveValue("?");
  await user.tab();
  await user.keyboard("?");
  const help = await screen.findByRole("dialog", { name: "Raccourcis clavier" });
  expect(help).toHaveTextContent("Ctrl+K");
  expect(within(help).getByRole("link", { name: "Guide de cet écran" })).toHaveAttribute(
    "href",
    `/guide/screen?path=${encodeURIComponent(window.location.pathname)}`,
  );
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
});
