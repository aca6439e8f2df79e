import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, expect, it, vi } from "vitest";
import { renderUi } from "../render-ui.testing.tsx";
import { AMonth } from "./month-field.example.tsx";

// It comes when it is opened: here before, the first time takes long.
beforeAll(async () => void (await import("./month-calendar.tsx")));

it("chooses a month of another year in French (UI-24)", async () => {
  const onMonth = vi.fn();
  const user = userEvent.setup();
  renderUi(<AMonth onMonth={onMonth} />);
  await user.click(screen.getByRole("button", { name: "Mois\u00a0: octobre 2026" }));
  await user.click(await screen.findByRole("button", { name: "Année suivante" }));
  await user.click(screen.getByRole("button", { name: /^févr/ }));
  expect(onMonth).toHaveBeenLastCalledWith("2027-02");
  expect(screen.getByRole("button", { name: "Mois\u00a0: février 2027" })).toBeVisible();
});
