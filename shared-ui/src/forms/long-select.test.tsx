import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { ChoiceOfWeek, WEEKS } from "./long-select.example.tsx";
import { renderUi } from "../render-ui.testing.tsx";

const show = (searchable: boolean) => {
  const onChange = vi.fn<(week: string | null) => void>();
  renderUi(<ChoiceOfWeek searchable={searchable} onChange={onChange} />);
  return { onChange, field: screen.getByRole("combobox", { name: "Semaine" }) };
};
const listed = () => document.querySelectorAll("[role=option]").length;

describe.each([
  ["whose options are searched", true],
  ["whose options are not searched", false],
])("a choice among many %s", (_what, searchable) => {
  it("has its options in the page while it has the focus, and is told open while it is", async () => {
    const { field } = show(searchable);
    expect(field).toHaveValue("S47/2026");
    expect(listed()).toBe(1);
    await userEvent.click(field);
    expect(screen.getAllByRole("option").map((one) => one.textContent)).toEqual(WEEKS);
    expect(field).toHaveAttribute("aria-expanded", "true");
    expect(field).toHaveAttribute("aria-controls", screen.getByRole("listbox").id);
    await userEvent.keyboard("{Escape}");
    expect(field).toHaveAttribute("aria-expanded", "false");
    await userEvent.tab();
    expect(listed()).toBe(1);
    expect(field).toHaveValue("S47/2026");
  });

  it("goes on from the chosen one with the arrows, as often as it is opened", async () => {
    const { field, onChange } = show(searchable);
    await userEvent.click(field);
    await userEvent.keyboard("{Escape}");
    await userEvent.click(field);
    await userEvent.keyboard("{Escape}");
    await userEvent.keyboard("{ArrowDown}");
    expect(field).toHaveAttribute(
      "aria-activedescendant",
      screen.getByRole("option", { name: "S47/2026" }).id,
    );
    await userEvent.keyboard("{ArrowDown}{Enter}");
    expect(onChange).toHaveBeenLastCalledWith("S48/2026");
  });
});

it.each(["49", "9"])("takes with « Entrée » the first match of « %s »", async (words) => {
  const { field, onChange } = show(true);
  await userEvent.click(field);
  await userEvent.clear(field);
  await userEvent.keyboard(words);
  await userEvent.keyboard("{Enter}");
  expect(onChange).toHaveBeenLastCalledWith("S49/2026");
});
