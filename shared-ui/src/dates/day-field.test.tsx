import { civilDate } from "@bobine/contract/civil-date";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, expect, it, vi } from "vitest";
import { renderUi } from "../render-ui.testing.tsx";
import { ChosenDay, DayOfDialog, DayOfForm } from "./day-field.example.tsx";

// It comes when it is opened: here before, the first time takes long.
beforeAll(async () => void (await import("./day-calendar.tsx")));

const LABEL = "Règlement promis pour le";
const field = () => screen.getByRole("textbox", { name: LABEL });

it("takes a day as one types it, and says when it is none (UI-24)", async () => {
  const onDay = vi.fn();
  const user = userEvent.setup();
  renderUi(<ChosenDay onDay={onDay} />);
  expect(field()).toHaveValue("24/12/2026");
  await user.clear(field());
  await user.type(field(), "5/1/27{Enter}");
  expect(onDay).toHaveBeenLastCalledWith(civilDate("2027-01-05"));
  expect(field()).toHaveValue("05/01/2027");
  await user.clear(field());
  await user.type(field(), "31/02/2027");
  await user.tab();
  expect(screen.getByText("Saisissez une date, par exemple 24/12/2026.")).toBeVisible();
  expect(onDay.mock.calls).toEqual([[civilDate("2027-01-05")], [undefined]]);
  await user.clear(field());
  await user.tab();
  expect(screen.queryByText("Saisissez une date, par exemple 24/12/2026.")).toBeNull();
});

it("tells its form what is wrong with what is typed, until nothing is", async () => {
  const onWrong = vi.fn();
  const user = userEvent.setup();
  renderUi(<ChosenDay onWrong={onWrong} />);
  await user.clear(field());
  await user.type(field(), "31/02/2027{Enter}");
  expect(onWrong).toHaveBeenLastCalledWith("Saisissez une date, par exemple 24/12/2026.");
  await user.clear(field());
  expect(onWrong).toHaveBeenLastCalledWith(undefined);
});

it("shows the day of its form once what was typed is given up (UI-24)", async () => {
  const onWrong = vi.fn();
  const user = userEvent.setup();
  renderUi(<DayOfForm onWrong={onWrong} />);
  await user.clear(field());
  await user.type(field(), "31/02/2027");
  await user.click(screen.getByRole("button", { name: "Abandonner les modifications" }));
  expect(field()).toHaveValue("24/12/2026");
  expect(screen.queryByText("Saisissez une date, par exemple 24/12/2026.")).toBeNull();
  expect(onWrong).toHaveBeenLastCalledWith(undefined);
});

it("takes a day of the French calendar", async () => {
  const onDay = vi.fn();
  const user = userEvent.setup();
  renderUi(<ChosenDay onDay={onDay} />);
  const button = screen.getByRole("button", { name: "Ouvrir le calendrier" });
  // A text field is not what opens.
  expect(field()).not.toHaveAttribute("aria-expanded");
  expect(button).toHaveAttribute("aria-expanded", "false");
  await user.click(button);
  await user.click(await screen.findByRole("button", { name: "29 décembre 2026" }));
  expect(onDay).toHaveBeenLastCalledWith(civilDate("2026-12-29"));
  expect(field()).toHaveValue("29/12/2026");
});

it("Escape closes the calendar alone, and then the dialog that it lies above (UI-30)", async () => {
  const close = vi.fn();
  const user = userEvent.setup();
  renderUi(<DayOfDialog close={close} />);
  const button = await screen.findByRole("button", { name: "Ouvrir le calendrier" });
  await user.click(button);
  const day = await screen.findByRole("button", { name: "29 décembre 2026" });
  day.focus();
  await user.keyboard("{Escape}");
  await vi.waitFor(() => expect(screen.queryByRole("button", { name: "29 décembre 2026" })).toBeNull());
  expect(close).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(button).toHaveFocus());
  await user.keyboard("{Escape}");
  expect(close).toHaveBeenCalledOnce();
});
