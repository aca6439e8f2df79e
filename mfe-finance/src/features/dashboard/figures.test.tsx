import { dashboardFigures, type DashboardFigures as Figures } from "@bobine/contract/dashboard";
import { answers, fails, renderScreen, signIn, stubNetwork } from "@bobine/shared-auth/testing";
import { plainSpaces } from "@bobine/shared-ui/testing";
import { screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { DashboardFigures } from "./figures.tsx";

const network = stubNetwork();
beforeEach(() => signIn());

type Week = Figures["cash_in"][number];
const nothing: Figures = {
  receivables: (["not_due", "1_30", "31_60", "61_90", "over_90"] as const).map((age) => ({
    age,
    count: 0,
    amount: "0.00",
  })),
  in_default: { count: 0, amount: "0.00" },
  cash_in: ["2026-11-23", "2026-11-30"].map((week_start) => ({
    week_start: week_start as Week["week_start"],
    count: 0,
    amount: "0.00",
    lettered: "0.00",
  })),
  late_payers: [],
  lettering: { automatic: 0, by_hand: 0, closed: 0, open: 0 },
};
const rowText = (table: string, row: RegExp): string =>
  plainSpaces(
    within(screen.getByRole("table", { name: table })).getByRole("row", { name: row }).textContent ?? "",
  );

test("each picture is a table too", async () => {
  network.stub(
    answers(dashboardFigures, {
      ...nothing,
      receivables: nothing.receivables.map((row) =>
        row.age === "1_30" ? { ...row, count: 3, amount: "2897.31" } : row,
      ),
      in_default: { count: 1, amount: "70.00" },
      cash_in: nothing.cash_in.map((week) => ({ ...week, count: 1, amount: "100.50", lettered: "60.00" })),
      late_payers: [{ cinema_id: 9, cinema_name: "Le Rex", count: 2, amount: "150.00", days_late: 1042 }],
      lettering: { automatic: 6, by_hand: 3, closed: 0, open: 1 },
    }),
  );
  renderScreen(<DashboardFigures />, { at: "/dashboard" });
  await screen.findByRole("table", { name: "Créances par ancienneté" });
  expect(rowText("Créances par ancienneté", /^1 à 30 jours/)).toBe("1 à 30 jours32 897,31 €");
  expect(rowText("Créances par ancienneté", /En défaut/)).toBe("En défaut170,00 €");
  expect(rowText("Principaux retards de paiement", /Le Rex/)).toBe("Le Rex1 042 j150,00 €");
  expect(screen.getByRole("link", { name: "Le Rex" })).toHaveAttribute(
    "href",
    "/invoices?cinema=9&overdue=true",
  );
  expect(rowText("Taux de rapprochement", /Automatique/)).toBe("Automatique660 %");
  expect(screen.queryByText("Classés sans facture")).toBeNull();
  expect(screen.getByText("Voir les chiffres")).toBeVisible();
});

test("a picture of nothing says so", async () => {
  network.stub(answers(dashboardFigures, nothing));
  renderScreen(<DashboardFigures />, { at: "/dashboard" });
  expect(await screen.findByText("Aucune facture en attente de paiement.")).toBeVisible();
  expect(screen.getByText("Aucune facture n’est en retard.")).toBeVisible();
  expect(screen.getAllByText("Aucun virement reçu depuis 12 semaines.")).toHaveLength(2);
});

test("a failure is told, and tried again", async () => {
  network.stub(fails(dashboardFigures, 400));
  const { user } = renderScreen(<DashboardFigures />, { at: "/dashboard" });
  expect(await screen.findByRole("alert")).toHaveTextContent("Impossible de charger la vue d’ensemble.");
  network.stub(answers(dashboardFigures, nothing));
  await user.click(screen.getByRole("button", { name: "Réessayer" }));
  expect(await screen.findByText("Aucune facture n’est en retard.")).toBeVisible();
});
