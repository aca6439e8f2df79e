import { type AuditEntry, listAuditArchives, listAuditLogs } from "@bobine/contract/audit";
import { exportAuditArchive } from "@bobine/contract/list-exports";
import { answers, fails, renderScreen, signIn, stubNetwork } from "@bobine/shared-auth/testing";
import { plainSpaces } from "@bobine/shared-ui/testing";
import { screen, within, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { LogsPage } from "./logs.page.tsx";

const network = stubNetwork();
beforeEach(() => {
  signIn();
  network.stub(answers(listAuditArchives, { results: [] }));
});

const entries: AuditEntry[] = [
  {
    id: 2,
    created_at: "2026-11-21T08:00:00.000Z",
    actor: { first_name: "Camille", last_name: "Rousseau", email: "compta@lumen-films.example" },
    action_type: "processed_banking",
    action_details: { file_name: "releve.csv", imported: 6, errors: [] },
  },
  {
    id: 1,
    created_at: "2026-11-20T08:00:00.000Z",
    actor: null,
    action_type: "created_invoice",
    action_details: { invoice_number: "F26000123", total_amount: "2897.31" },
  },
];
const page = (count: number) => ({ count, next: null, previous: null, results: entries });

it("shows who did what, the system too, and how many actions there are", async () => {
  network.stub(answers(listAuditLogs, page(2)));
  renderScreen(<LogsPage />, { at: "/logs" });
  const row = await screen.findByRole("row", { name: /Camille Rousseau/ });
  expect(screen.getByRole("heading", { name: "Journaux d'Audit" })).toBeVisible();
  expect(within(row).getByText("Opérations bancaires traitées")).toBeVisible();
  expect(plainSpaces(row.textContent)).toContain("Fichier : releve.csv");
  expect(screen.getByRole("row", { name: /Système/ })).toHaveTextContent("Facture créée");
  expect(screen.getByText("2 actions")).toBeVisible();
  expect(screen.queryByRole("navigation", { name: "Pagination" })).toBeNull();
});

it("keeps « Voir » whole beside long details", async () => {
  const action_details = { file_name: `${"x".repeat(200)}.csv` };
  network.stub(answers(listAuditLogs, { ...page(1), results: [{ ...entries[0]!, action_details }] }));
  renderScreen(<LogsPage />, { at: "/logs" });
  const details = await screen.findByText(/^Fichier/);
  expect(details).toHaveStyle({ minWidth: 0, overflowWrap: "anywhere" });
  expect(screen.getByRole("button", { name: "Voir" })).toHaveStyle({ flex: "none" });
});

it("opens the details of an action, a line for each", async () => {
  network.stub(answers(listAuditLogs, page(2)));
  const { user } = renderScreen(<LogsPage />, { at: "/logs" });
  const row = await screen.findByRole("row", { name: /Système/ });
  await user.click(within(row).getByRole("button", { name: "Voir" }));
  const dialog = await screen.findByRole("dialog", { name: "Détails de l'Action" });
  expect(plainSpaces(within(dialog).getByRole("row", { name: /Montant TTC/ }).textContent)).toBe(
    "Montant TTC2 897,31 €",
  );
});

it("leads from the details to what they are about, a bank's operation to the lines of its day and amount (UI-18)", async () => {
  const action_details = {
    invoice_id: 12,
    invoice_number: "F26000123",
    client_accounts: ["411 REX"],
    transaction_id: 22,
    transaction_date: "2026-11-19",
    transaction_label: "VIR SEPA RECU",
    transaction_amount: "-821.50",
  };
  network.stub(answers(listAuditLogs, { ...page(1), results: [{ ...entries[1]!, action_details }] }));
  const { user } = renderScreen(<LogsPage />, { at: "/logs" });
  await user.click(await screen.findByRole("button", { name: "Voir" }));
  const links = within(await screen.findByRole("dialog")).getAllByRole("link");
  expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["F26000123", "/invoices/12"],
    ["411 REX", "/clients/411%20REX"],
    [
      "VIR SEPA RECU",
      "/bank-statements/original?from=2026-11-19&to=2026-11-19&amount_from=821.50&amount_to=821.50",
    ],
  ]);
});

it("filters by type, goes through the pages, and starts again", async () => {
  const queries: string[] = [];
  network.stub(
    answers(listAuditLogs, ({ query }) => {
      queries.push(query.toString());
      return page(45);
    }),
  );
  const { user, address } = renderScreen(<LogsPage />, { at: "/logs" });
  await user.click(await screen.findByRole("button", { name: "Suivant" }));
  await waitFor(() => expect(address()).toBe("/logs?page=2"));
  await user.click(screen.getByRole("combobox", { name: "Type d’action" }));
  await user.click(await screen.findByRole("option", { name: "Facture créée" }));
  await waitFor(() => expect(queries.at(-1)).toBe("page=1&action_type=created_invoice"));
  expect(address()).toBe("/logs?action_type=created_invoice");
  await user.click(screen.getByRole("button", { name: "Réinitialiser" }));
  await waitFor(() => expect(address()).toBe("/logs"));
});

it("shows the last page when the one of an old link is no more", async () => {
  network.stub(
    answers(listAuditLogs, ({ query }) =>
      query.get("page") === "3" ? page(45) : { ...page(45), results: [] },
    ),
  );
  const { address } = renderScreen(<LogsPage />, { at: "/logs?page=99" });
  expect(await screen.findByRole("row", { name: /Camille Rousseau/ })).toBeVisible();
  expect(address()).toBe("/logs?page=3");
});

it("says that it could not load", async () => {
  network.stub(fails(listAuditLogs, 500));
  renderScreen(<LogsPage />, { at: "/logs" });
  expect(await screen.findByText("Impossible de charger les journaux d'audit.")).toBeVisible();
});

describe("what is archived", () => {
  const archives = {
    results: [
      {
        year: 2023,
        entry_count: 12_345,
        from_instant: "2022-12-31T23:30:00.000Z",
        to_instant: "2023-12-31T22:59:59.000Z",
      },
    ],
  };

  it("is no section where there is nothing", async () => {
    network.stub(answers(listAuditLogs, page(2)));
    renderScreen(<LogsPage />, { at: "/logs" });
    await screen.findByRole("row", { name: /Système/ });
    expect(screen.queryByRole("heading", { name: "Archives" })).toBeNull();
  });

  it("is listed by year, with the days of Paris, and each year is a file", async () => {
    const saved: Blob[] = [];
    URL.createObjectURL = (blob: Blob) => {
      saved.push(blob);
      return "blob:archive";
    };
    let year: unknown;
    network.stub(
      answers(listAuditLogs, page(2)),
      answers(listAuditArchives, archives),
      answers(exportAuditArchive, ({ params }) => {
        year = params["year"];
        return new Response("Date;Auteur");
      }),
    );
    const { user } = renderScreen(<LogsPage />, { at: "/logs" });
    const table = await screen.findByRole("table", { name: "Archives" });
    const row = within(table).getByRole("row", { name: /2023/ });
    expect(plainSpaces(row.textContent)).toMatch(/01\/01\/2023 – 31\/12\/202312 345/);
    await user.click(within(row).getByRole("button", { name: "Télécharger le journal de 2023" }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(String(year)).toBe("2023");
  });

  it("that does not load says so, beside the log, and is asked for again", async () => {
    network.stub(answers(listAuditLogs, page(2)), fails(listAuditArchives, 500));
    const { user } = renderScreen(<LogsPage />, { at: "/logs" });
    await screen.findByText("Impossible de charger les archives du journal.");
    expect(screen.getByRole("row", { name: /Système/ })).toBeVisible();
    network.stub(answers(listAuditArchives, archives));
    await user.click(screen.getByRole("button", { name: "Réessayer" }));
    await screen.findByRole("table", { name: "Archives" });
  });
});
