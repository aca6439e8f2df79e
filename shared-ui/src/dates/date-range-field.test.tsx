import { civilDate } from "@bobine/contract/civil-date";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, expect, it, vi } from "vitest";
import { renderUi } from "../render-ui.testing.tsx";
import { AnyDay, TwoDays } from "./date-range-field.example.tsx";

// It comes when it is opened: here before, the first time takes long.
beforeAll(async () => void (await import("./range-calendar.tsx")));

it("chooses two days in a French calendar (UI-24)", async () => {
  const onRange = vi.fn();
  const user = userEvent.setup();
  renderUi(<TwoDays onRange={onRange} />);
  await user.click(
    screen.getByRole("button", { name: "Période des factures\u00a0: du 03/11/2026 au 20/11/2026" }),
  );
  expect(await screen.findByRole("button", { name: "Mois précédent" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "5 novembre 2026" }));
  await user.click(screen.getByRole("button", { name: "12 novembre 2026" }));
  expect(onRange).toHaveBeenLastCalledWith({ from: civilDate("2026-11-05"), to: civilDate("2026-11-12") });
});

it("chooses a period by its name, says it, and clears it", async () => {
  const user = userEvent.setup();
  renderUi(<AnyDay />);
  await user.click(screen.getByRole("button", { name: "Période des factures\u00a0: Toutes les dates" }));
  await user.click(await screen.findByRole("button", { name: "Mois dernier" }));
  expect(screen.getByRole("button", { name: "Période des factures\u00a0: Mois dernier" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Effacer\u00a0: Période des factures" }));
  expect(
    screen.getByRole("button", { name: "Période des factures\u00a0: Toutes les dates" }),
  ).toHaveTextContent("Toutes les dates");
});
