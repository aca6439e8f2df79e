import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { ChoiceOfWeek, WEEKS } from "./closed-list.example.tsx";
import { renderUi } from "./render-ui.testing.tsx";

const show = () => {
  const onChange = vi.fn<(week: string | null) => void>();
  renderUi(<ChoiceOfWeek onChange={onChange} />);
  return { onChange, field: screen.getByRole("combobox", { name: "Semaine" }) };
};

describe("a closed list of choices", () => {
  it("has none of its options in the page until it is opened", async () => {
    const { field } = show();
    expect(document.querySelectorAll("[role=option]")).toHaveLength(0);
    await userEvent.click(field);
    expect(screen.getAllByRole("option").map((one) => one.textContent)).toEqual(WEEKS);
    await userEvent.keyboard("{Escape}");
    expect(document.querySelectorAll("[role=option]")).toHaveLength(0);
  });

  it.each([
    ["", "48", "its first match"],
    ["", "8", "its first match of one letter"],
    ["{Escape}", "48", "its first match, also where the list was closed before"],
  ])("takes with « Entrée », after « %s » and « %s », %s", async (before, words) => {
    const { field, onChange } = show();
    await userEvent.click(field);
    if (before) await userEvent.keyboard(before);
    await userEvent.keyboard(words);
    await userEvent.keyboard("{Enter}");
    expect(onChange).toHaveBeenLastCalledWith("S48/2026");
  });
});
