import { act, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { describe, expect, it } from "vitest";
import { Pager } from "../pager.tsx";
import { renderUi } from "../testing.tsx";
import { textValue } from "./list-address.ts";
import { useListView } from "./use-list-view.ts";

const ADDRESS = { filters: { search: textValue }, endsWithChange: ["opened"] };

interface Loaded {
  readonly data: { readonly count: number; readonly results: readonly string[] } | undefined;
  readonly isPlaceholderData: boolean;
}

function show(at: string, loaded: Loaded) {
  function List() {
    const list = useListView(ADDRESS);
    return (
      <>
        <ul>{list.rowsOf(loaded)?.map((row) => <li key={row}>{row}</li>) ?? "loading"}</ul>
        <Pager {...list.pagerOf(loaded)} pageSize={2} unit={["ligne", "lignes"]} />
        <button type="button" onClick={() => list.change({ search: "rex" })}>
          Chercher
        </button>
      </>
    );
  }
  const router = createMemoryRouter([{ path: "*", element: <List /> }], { initialEntries: [at] });
  renderUi(<RouterProvider router={router} />);
  return { address: () => router.state.location.pathname + router.state.location.search };
}

describe("a list whose view is in the address", () => {
  it("gives a page that is no more up for the last one, and shows no empty list meanwhile", () => {
    const { address } = show("/list?page=9&search=a", {
      data: { count: 3, results: [] },
      isPlaceholderData: false,
    });
    expect(address()).toBe("/list?search=a&page=2");
    expect(screen.getByText("loading")).toBeVisible();
  });

  it("keeps its page while what shows is the answer for another view", () => {
    const { address } = show("/list?page=9", {
      data: { count: 3, results: ["a", "b"] },
      isPlaceholderData: true,
    });
    expect(address()).toBe("/list?page=9");
    expect(screen.getAllByRole("listitem")).toHaveLength(2);
  });

  it("begins at its first page when it is narrowed, and what was opened from it ends", () => {
    const { address } = show("/list?tab=x&page=2&opened=7", {
      data: { count: 4, results: ["c", "d"] },
      isPlaceholderData: false,
    });
    act(() => screen.getByRole("button", { name: "Chercher" }).click());
    expect(address()).toBe("/list?tab=x&search=rex");
  });
});
