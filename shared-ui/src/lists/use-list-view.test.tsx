import { act, screen, within } from "@testing-library/react";
import { RouterProvider } from "react-router-dom";
import { describe, expect, it } from "vitest";
import { cinemas } from "../data-table.example.tsx";
import { renderUi } from "../render-ui.testing.tsx";
import { listAt, type Loaded } from "./use-list-view.example.tsx";

function show(at: string, loaded: Loaded) {
  const router = listAt(at, () => loaded);
  renderUi(<RouterProvider router={router} />);
  return { address: () => router.state.location.pathname + router.state.location.search };
}
const rowsShown = () => within(screen.getByRole("table")).getAllByRole("row").slice(1).length;

describe("a list whose view is in the address", () => {
  it("gives a page that is no more up for the last one, and shows no empty list meanwhile", () => {
    const { address } = show("/list?page=9&search=a", {
      data: { count: 3, results: [] },
      isPlaceholderData: false,
    });
    expect(address()).toBe("/list?search=a&page=2");
    expect(screen.getByRole("table")).toHaveAttribute("aria-busy", "true");
    expect(screen.queryByText("Aucun cinéma ne correspond à vos critères")).toBeNull();
  });

  it("shows no empty list while the page that is there is on its way, either", () => {
    show("/list?page=1", { data: { count: 3, results: [] }, isPlaceholderData: true });
    expect(screen.getByRole("table")).toHaveAttribute("aria-busy", "true");
    expect(screen.queryByText("Aucun cinéma ne correspond à vos critères")).toBeNull();
  });

  it("keeps its page while what shows is the answer for another view", () => {
    const { address } = show("/list?page=9", {
      data: { count: 3, results: cinemas },
      isPlaceholderData: true,
    });
    expect(address()).toBe("/list?page=9");
    expect(rowsShown()).toBe(2);
  });

  it("begins at its first page when it is narrowed, and what was opened from it ends", () => {
    const { address } = show("/list?tab=x&page=2&opened=7", {
      data: { count: 4, results: cinemas },
      isPlaceholderData: false,
    });
    act(() => screen.getByRole("button", { name: /^Chercher/ }).click());
    expect(address()).toBe("/list?tab=x&search=rex");
  });
});
