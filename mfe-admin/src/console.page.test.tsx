import { listCinemas, updateCinema } from "@bobine/contract/cinemas";
import { type DistributorRow, listDistributors } from "@bobine/contract/distributors";
import { answers, fails, renderScreen, signInAsSuperAdmin, stubNetwork } from "@bobine/shared-auth/testing";
import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { ConsolePage } from "./console.page.tsx";
import { aCinema } from "@bobine/contract/testing/cinemas";

const network = stubNetwork();
beforeEach(() => void signInAsSuperAdmin());

const lumen: DistributorRow = {
  id: 1,
  name: "Lumen Films Distribution",
  admin_email: "hugo@lumen.example",
  communication_email: null,
  onboarding_status: "active",
  onboarding_progress_percentage: 100,
  user_count: 1,
  created_at: "2026-09-01T08:00:00.000Z",
  users: [
    {
      id: 3,
      user_name: "Hugo Marchetti",
      user_email: "hugo@lumen.example",
      role: "admin",
      is_onboarding_contact: true,
    },
  ],
};
const listed = (...results: ReturnType<typeof aCinema>[]) => ({
  count: results.length,
  next: null,
  previous: null,
  results,
});

describe("the distributors tab", () => {
  it("is the first, and shows each distributor with its users", async () => {
    network.stub(answers(listDistributors, [lumen]));
    const { user } = renderScreen(<ConsolePage />, { at: "/super-admin" });
    expect(await screen.findByRole("heading", { name: "Gestion des Distributeurs" })).toBeVisible();
    const row = await screen.findByRole("row", { name: /Lumen Films Distribution/ });
    expect(within(row).getByText("Non assigné")).toBeVisible();
    expect(within(row).getByText("Actif")).toBeVisible();
    expect(within(row).getByText("01/09/2026")).toBeVisible();
    await user.click(within(row).getByRole("button", { name: /Afficher le détail/ }));
    expect(screen.getByText("Contact principal")).toBeVisible();
    expect(screen.getByText("Administrateur")).toBeVisible();
  });

  it("filters in the browser", async () => {
    network.stub(answers(listDistributors, [lumen]));
    const { user } = renderScreen(<ConsolePage />, { at: "/super-admin" });
    await screen.findByRole("row", { name: /Lumen/ });
    await user.type(screen.getByRole("textbox"), "passeur");
    expect(await screen.findByText("Aucun distributeur trouvé")).toBeVisible();
  });
});

describe("the cinemas tab", () => {
  it("lists what is not validated first, and validates after a confirmation", async () => {
    const queries: string[] = [];
    const sent: unknown[] = [];
    network.stub(
      answers(listCinemas, (call) => {
        queries.push(call.query.toString());
        return listed(aCinema({ is_validated: false }));
      }),
      answers(updateCinema, (call) => {
        sent.push(call.body);
        return aCinema({ is_validated: true });
      }),
    );
    const { user } = renderScreen(<ConsolePage />, { at: "/super-admin?tab=cinemas" });
    await user.click(await screen.findByRole("button", { name: "Valider Cinéma Le Beffroi" }));
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Valider" }));
    expect(await screen.findByText("Cinéma validé avec succès")).toBeVisible();
    expect(queries[0]).toBe("page=1&ordering=is_validated");
    expect(sent).toEqual([{ is_validated: true }]);
  });

  it("offers no validation on a validated cinema", async () => {
    network.stub(answers(listCinemas, listed(aCinema())));
    renderScreen(<ConsolePage />, { at: "/super-admin?tab=cinemas" });
    const row = await screen.findByRole("row", { name: /Le Beffroi/ });
    expect(within(row).getByText("Validé")).toBeVisible();
    expect(within(row).queryByRole("button", { name: /Valider/ })).toBeNull();
  });

  it("searches with Enter, and keeps search and page in the address", async () => {
    network.stub(answers(listCinemas, listed()));
    const { user, address } = renderScreen(<ConsolePage />, { at: "/super-admin?tab=cinemas&cinema_page=3" });
    expect(await screen.findByText("Aucun cinéma trouvé")).toBeVisible();
    await user.type(screen.getByRole("textbox"), "douai{Enter}");
    expect(address()).toBe("/super-admin?tab=cinemas&cinema_search=douai");
  });

  it("keeps the dialog open with the reason when the validation fails", async () => {
    network.stub(answers(listCinemas, listed(aCinema({ is_validated: false }))), fails(updateCinema, 500));
    const { user } = renderScreen(<ConsolePage />, { at: "/super-admin?tab=cinemas" });
    await user.click(await screen.findByRole("button", { name: "Valider Cinéma Le Beffroi" }));
    const dialog = await screen.findByRole("dialog");
    await user.click(within(dialog).getByRole("button", { name: "Valider" }));
    expect(await within(dialog).findByText("Impossible de valider le cinéma")).toBeVisible();
  });
});
