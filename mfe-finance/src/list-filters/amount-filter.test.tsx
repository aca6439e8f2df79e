import { renderUi } from "@bobine/shared-ui/testing";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { AmountFilter } from "./amount-filter.tsx";

it("takes an amount as people type it, says what is none, and is emptied (UI-26)", async () => {
  const onAmount = vi.fn();
  const user = userEvent.setup();
  renderUi(<AmountFilter label="Montant" placeholder="De … €" amount="100.5" onAmount={onAmount} />);
  const field = screen.getByRole("textbox", { name: "Montant" });
  expect(field).toHaveValue("100,50");
  await user.clear(field);
  await user.type(field, "mille{Enter}");
  expect(screen.getByText("Saisissez un montant, par exemple 118,97.")).toBeVisible();
  expect(onAmount).not.toHaveBeenCalled();
  await user.clear(field);
  await user.type(field, "2 897,31{Enter}");
  expect(onAmount).toHaveBeenLastCalledWith("2897.31");
  await user.clear(field);
  await user.tab();
  expect(onAmount).toHaveBeenLastCalledWith(undefined);
});
