import { civilDate } from "@bobine/contract/civil-date";
import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { renderUi } from "../render-ui.testing.tsx";
import { AnyDay, TwoDays } from "./date-range-field.example.tsx";

// It comes when it is opened: here before, the first time takes long.
beforeAll(async () => void (await import("./range-calendar.tsx")));
afterEach(() => {
  vi.useRealTimers();
});

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

describe("in a tab that stays open over midnight (UI-24)", () => {
  const november = { from: civilDate("2026-11-01"), to: civilDate("2026-11-30") };
  const showInNovember = (onRange = vi.fn()) => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-30T21:00:00+01:00") });
    renderUi(<AnyDay label="Période" range={november} onRange={onRange} />);
    expect(screen.getByRole("button", { name: "Période\u00a0: Ce mois" })).toBeVisible();
    vi.setSystemTime(new Date("2026-12-01T07:30:00+01:00"));
  };

  it.each(["visibilitychange", "focus"])(
    "a period has its name of the new day again on return: %s",
    (event) => {
      showInNovember();
      act(() => void window.dispatchEvent(new Event(event)));
      expect(screen.getByRole("button", { name: "Période\u00a0: Mois dernier" })).toBeVisible();
    },
  );

  it("the named periods are those of the day on which they are chosen", async () => {
    const onRange = vi.fn();
    showInNovember(onRange);
    const user = userEvent.setup();
    await user.click(screen.getByRole("button", { name: /^Période/ }));
    await user.click(await screen.findByRole("button", { name: "Ce mois" }));
    expect(onRange).toHaveBeenLastCalledWith({ from: civilDate("2026-12-01"), to: civilDate("2026-12-31") });
  });
});
