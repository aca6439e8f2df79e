import { type AuditEntry, listConsoleArchives, listConsoleLog } from "@bobine/contract/audit";
import { exportConsoleArchive, exportConsoleLog } from "@bobine/contract/list-exports";
import { listed } from "@bobine/contract/testing/lists";
import { answers, fails, renderScreen, signInAsSuperAdmin, stubNetwork } from "@bobine/shared-auth/testing";
import { plainSpaces } from "@bobine/shared-ui/testing";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { LogTab } from "./log.tab.tsx";

const network = stubNetwork();
beforeEach(() => {
  signInAsSuperAdmin();
  network.stub(answers(listConsoleArchives, { results: [] }));
});

const show = (query = "") => renderScreen(<LogTab />, { at: `/super-admin?tab=log${query}` });
const anEntry = (changes: Partial<AuditEntry>): AuditEntry => ({
  id: 1,
  created_at: "2026-11-20T08:00:00.000Z",
  actor: { first_name: "Alex", last_name: "Admin", email: "alex@bobine.example" },
  action_type: "other",
  action_details: {},
  ...changes,
});
const ENTRIES = [
  anEntry({
    id: 3,
    action_details: {
      remote: "mfe-finance",
      decision: "Retour en arrière",
      build: "aaaaaaaaaaaa",
      reason: "Écran blanc",
      ip_address: "192.0.2.1",
    },
  }),
  anEntry({ id: 2, action_details: { event: "Jeton d’équipe créé", team: "Équipe Planning" } }),
  anEntry({
    id: 1,
    actor: null,
    action_type: "updated_cinema",
    action_details: { cinema_id: 4, cinema_name: "Le Beffroi", changed_fields: ["city"], new_value: "Dole" },
  }),
];

it("shows who did what for no distributor, and the system, in the words of the audit log (SEC-2, TXT-4)", async () => {
  network.stub(answers(listConsoleLog, listed(...ENTRIES)));
  show();
  const decision = plainSpaces((await screen.findByRole("row", { name: /mfe-finance/ })).textContent);
  expect(decision).toMatch(/20\/11\/2026.*Alex Admin.*Retour en arrière.*Module : mfe-finance/);
  expect(screen.getByRole("row", { name: /Jeton d’équipe créé/ })).toHaveTextContent("Équipe Planning");
  expect(screen.getByRole("row", { name: /Système/ })).toHaveTextContent(/Cinéma modifié.*Le Beffroi/);
});

it("tells all of a decision, what was decided once", async () => {
  network.stub(answers(listConsoleLog, listed(ENTRIES[0]!)));
  const { user } = show();
  await user.click(await screen.findByRole("button", { name: "Voir" }));
  const rows = within(await screen.findByRole("dialog", { name: "Détails de l'Action" })).getAllByRole("row");
  expect(rows.map((row) => plainSpaces(row.textContent)).slice(1)).toEqual([
    "QuiAlex Admin",
    "QuoiRetour en arrière",
    "Modulemfe-finance",
    "Buildaaaaaaaaaaaa",
    "RaisonÉcran blanc",
    "Adresse IP192.0.2.1",
  ]);
});

it("leads to the cinema's form in the console", async () => {
  network.stub(answers(listConsoleLog, listed(ENTRIES[2]!)));
  const { user } = show();
  await user.click(await screen.findByRole("button", { name: "Voir" }));
  expect(await screen.findByRole("link", { name: "Le Beffroi" })).toHaveAttribute(
    "href",
    "/super-admin?tab=cinemas&edit=4",
  );
});

it("is narrowed by type and period and goes through its pages, all in the address", async () => {
  const queries: string[] = [];
  network.stub(
    answers(listConsoleLog, ({ query }) => {
      queries.push(query.toString());
      return { ...listed(...ENTRIES), count: 45 };
    }),
  );
  const { user, address } = show("&log_from=2026-11-01&log_to=2026-11-30");
  await user.click(await screen.findByRole("button", { name: "Suivant" }));
  await waitFor(() => expect(queries.at(-1)).toBe("page=2&from=2026-11-01&to=2026-11-30"));
  await user.click(screen.getByRole("combobox", { name: "Type d’action" }));
  await user.click(await screen.findByRole("option", { name: "Cinéma modifié" }));
  await waitFor(() =>
    expect(queries.at(-1)).toBe("page=1&action_type=updated_cinema&from=2026-11-01&to=2026-11-30"),
  );
  await user.click(screen.getByRole("button", { name: "Réinitialiser" }));
  await waitFor(() => expect(address()).toBe("/super-admin?tab=log"));
});

it("is a file of the same filter", async () => {
  const saved: Blob[] = [];
  URL.createObjectURL = (blob: Blob) => {
    saved.push(blob);
    return "blob:log";
  };
  let asked = "";
  network.stub(
    answers(listConsoleLog, listed(...ENTRIES)),
    answers(exportConsoleLog, ({ query }) => {
      asked = query.toString();
      return new Response("Date;Auteur");
    }),
  );
  const { user } = show("&log_action_type=other");
  const button = await screen.findByRole("button", { name: /CSV/ });
  await waitFor(() => expect(button).toBeEnabled());
  await user.click(button);
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(asked).toBe("action_type=other");
});

it("says that there is nothing, and that it could not load, which one may try again", async () => {
  network.stub(fails(listConsoleLog, 500));
  const { user } = show();
  expect(await screen.findByText("Impossible de charger le journal de la console.")).toBeVisible();
  network.stub(answers(listConsoleLog, listed()));
  await user.click(screen.getByRole("button", { name: "Réessayer" }));
  expect(await screen.findByText("Aucune action à afficher.")).toBeVisible();
});

it("has the years that are archived, each as a file (SEC-28)", async () => {
  const saved: Blob[] = [];
  URL.createObjectURL = (blob: Blob) => {
    saved.push(blob);
    return "blob:archive";
  };
  let year: unknown;
  const archived = {
    year: 2023,
    entry_count: 7,
    from_instant: "2023-01-31T22:59:59.000Z",
    to_instant: "2023-12-31T22:59:59.000Z",
  };
  network.stub(
    answers(listConsoleLog, listed(...ENTRIES)),
    answers(listConsoleArchives, { results: [archived] }),
    answers(exportConsoleArchive, ({ params }) => {
      year = params["year"];
      return new Response("Date;Auteur");
    }),
  );
  const { user } = show();
  await user.click(await screen.findByRole("button", { name: "Télécharger le journal de 2023" }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(String(year)).toBe("2023");
});
