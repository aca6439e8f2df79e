import { act, cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { use, useLayoutEffect, useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { type Cinema, Cinemas, Failed, cinemas, columns, manyCinemas } from "./data-table.example.tsx";
import type { DataColumn, DataTableProps, Sort } from "./data-table-props.ts";
import { renderUi } from "./render-ui.testing.tsx";

const show = (props: Partial<DataTableProps<Cinema>> = {}) => renderUi(<Cinemas {...props} />);
const rowNames = () =>
  within(screen.getByRole("table"))
    .getAllByRole("row")
    .slice(1)
    .map((row) => row.textContent);

describe("the states of a table", () => {
  it("marks the row that is shown beside it, and no other", () => {
    show({ isCurrent: ({ id }) => id === 2 });
    expect(screen.getByRole("row", { current: true })).toHaveTextContent("Le Méliès");
  });

  it("lists the rows under their headers", () => {
    show();
    expect(screen.getAllByRole("columnheader").map((header) => header.textContent)).toEqual([
      "Nom",
      "Fauteuils",
    ]);
    expect(rowNames()).toEqual(["Le Rex300", "Le Méliès120"]);
  });

  it("is busy while the first rows are loading", () => {
    show({ rows: undefined });
    expect(screen.getByRole("table")).toHaveAttribute("aria-busy", "true");
    expect(screen.queryByText("Aucun cinéma trouvé")).toBeNull();
  });

  it("says that it is empty", () => {
    show({ rows: [] });
    expect(screen.getByText("Aucun cinéma trouvé")).toBeVisible();
  });

  it("shows the error with a way to try again", async () => {
    const onRetry = vi.fn<() => void>();
    renderUi(<Failed onRetry={onRetry} />);
    expect(screen.getByRole("alert")).toHaveTextContent("Impossible de charger la liste des cinémas");
    await userEvent.click(screen.getByRole("button", { name: "Réessayer" }));
    expect(onRetry).toHaveBeenCalledOnce();
  });
});

describe("sorting (UI-27)", () => {
  it.each([
    [undefined, "none", { key: "name", direction: "asc" }],
    [{ key: "name", direction: "asc" }, "ascending", { key: "name", direction: "desc" }],
    [{ key: "name", direction: "desc" }, "descending", { key: "name", direction: "asc" }],
  ] as const)("from %j", async (sort, announced, next) => {
    const onSort = vi.fn<NonNullable<DataTableProps<Cinema>["onSort"]>>();
    show({ sort, onSort });
    expect(screen.getByRole("columnheader", { name: "Nom" })).toHaveAttribute("aria-sort", announced);
    await userEvent.click(screen.getByRole("button", { name: "Nom" }));
    expect(onSort).toHaveBeenCalledWith(next);
  });

  it("shows what was pressed before its rows are drawn, and the next press goes on from there", async () => {
    const { promise, resolve } = Promise.withResolvers<Cinema[]>();
    const onSort = vi.fn<(sort: Sort) => void>();
    function Sorting() {
      const [sort, setSort] = useState<Sort>();
      const keep = (next: Sort) => {
        onSort(next);
        setSort(next);
      };
      return <Cinemas sort={sort} onSort={keep} rows={sort ? use(promise) : cinemas} />;
    }
    renderUi(<Sorting />);
    const shown = () => [
      screen.getByRole("columnheader", { name: "Nom" }).getAttribute("aria-sort"),
      ...rowNames(),
    ];
    const press = () => act(() => userEvent.click(screen.getByRole("button", { name: "Nom" })));
    await press();
    expect(shown()).toEqual(["ascending", "Le Rex300", "Le Méliès120"]);
    await press();
    expect(onSort).toHaveBeenLastCalledWith({ key: "name", direction: "desc" });
    await act(async () => {
      resolve(cinemas.toReversed());
      await promise;
    });
    expect(shown()).toEqual(["descending", "Le Méliès120", "Le Rex300"]);
  });

  it("shows the order of the list again when a press changes nothing", async () => {
    show({ sort: { key: "name", direction: "desc" }, onSort: () => undefined });
    await userEvent.click(screen.getByRole("button", { name: "Nom" }));
    expect(screen.getByRole("columnheader", { name: "Nom" })).toHaveAttribute("aria-sort", "descending");
  });

  it("is offered only for the columns that sort", () => {
    show({ onSort: () => undefined });
    expect(screen.queryByRole("button", { name: "Fauteuils" })).toBeNull();
  });
});

describe("rows that act", () => {
  it("act on click, Enter and Space, and arrows walk between them", async () => {
    const onRowClick = vi.fn<(row: Cinema) => void>();
    show({ onRowClick });
    const user = userEvent.setup();
    await user.click(screen.getByText("Le Rex"));
    const [first, second] = within(screen.getByRole("table")).getAllByRole("row").slice(1);
    first?.focus();
    await user.keyboard("{ArrowDown}");
    expect(second).toHaveFocus();
    await user.keyboard("{Enter} {ArrowUp}");
    expect(first).toHaveFocus();
    expect(onRowClick.mock.calls.map(([row]) => row.name)).toEqual(["Le Rex", "Le Méliès", "Le Méliès"]);
  });

  it("open their detail with a named button, without acting", async () => {
    const onRowClick = vi.fn<(row: Cinema) => void>();
    show({ onRowClick, expanded: ({ name }) => <p>Détail de {name}</p>, rowName: ({ name }) => name });
    const button = screen.getByRole("button", { name: "Afficher le détail de Le Rex" });
    expect(button).toHaveAttribute("aria-expanded", "false");
    await userEvent.click(button);
    expect(screen.getByText("Détail de Le Rex")).toBeVisible();
    expect(screen.getByRole("button", { name: "Masquer le détail de Le Rex" })).toHaveAttribute(
      "aria-expanded",
      "true",
    );
    expect(onRowClick).not.toHaveBeenCalled();
  });
});

it("a chevron turns before what it opens is drawn, which may take long", async () => {
  const whileDrawn: (string | null)[] = [];
  show({
    expanded: ({ name }) => {
      const chevron = screen.getByRole("button", { name: `Masquer le détail de ${name}` });
      whileDrawn.push(chevron.getAttribute("aria-expanded"));
      return "Adresse";
    },
    rowName: ({ name }) => name,
  });
  await userEvent.click(screen.getByRole("button", { name: "Afficher le détail de Le Rex" }));
  expect(screen.getByText("Adresse")).toBeVisible();
  expect(whileDrawn).toEqual(["true"]);
});

it("a row whose control does the same as a click is one tab stop, and arrows walk from control to control", async () => {
  const onRowClick = vi.fn<(row: Cinema) => void>();
  const choose: DataColumn<Cinema> = {
    key: "choice",
    header: "Choix",
    hiddenHeader: true,
    cell: ({ name }) => <input type="checkbox" aria-label={`Choisir ${name}`} />,
  };
  show({ columns: [choose, ...columns], onRowClick, rowControl: true });
  expect(screen.getByRole("columnheader", { name: "Choix" })).toBeInTheDocument();
  const user = userEvent.setup();
  await user.tab();
  expect(screen.getByRole("region", { name: "Cinémas" })).toHaveFocus();
  await user.tab();
  expect(screen.getByRole("checkbox", { name: "Choisir Le Rex" })).toHaveFocus();
  await user.tab();
  expect(screen.getByRole("checkbox", { name: "Choisir Le Méliès" })).toHaveFocus();
  await user.keyboard("{ArrowUp}");
  expect(screen.getByRole("checkbox", { name: "Choisir Le Rex" })).toHaveFocus();
  await user.click(screen.getByText("Le Méliès"));
  expect(onRowClick.mock.calls.map(([row]) => row.name)).toEqual(["Le Méliès"]);
});

it("keeps only the visible rows in the page when there are thousands", () => {
  show({ rows: manyCinemas(6_000) });
  expect(screen.getByRole("table")).toHaveAttribute("aria-rowcount", "6001");
  expect(document.querySelectorAll("tr").length).toBeLessThan(200);
});

describe("a list of a hundred", () => {
  const hundred = manyCinemas(100);
  const twenty = manyCinemas(20);

  it("comes in steps, so that a key press waits for one of them at most, and is whole in the end", () => {
    const steps: number[] = [];
    const Step = ({ id }: { id: number }) => {
      useLayoutEffect(() => void steps.push(document.querySelectorAll("tbody tr").length), []);
      return id;
    };
    show({ rows: hundred, columns: [{ key: "name", header: "Nom", cell: ({ id }) => <Step id={id} /> }] });
    expect([...new Set(steps)]).toEqual([25, 50, 75, 100]);
  });

  it("comes in smaller steps while somebody types in its search", async () => {
    const steps: number[] = [];
    const Step = ({ id }: { id: number }) => {
      useLayoutEffect(() => void steps.push(document.querySelectorAll("tbody tr").length), []);
      return id;
    };
    const columns = [{ key: "name", header: "Nom", cell: ({ id }: Cinema) => <Step id={id} /> }];
    const Search = () => {
      const [rows, setRows] = useState<Cinema[]>([]);
      return (
        <>
          <input aria-label="Chercher" onChange={() => setRows(hundred.slice(0, 40))} />
          <Cinemas columns={columns} rows={rows} followsTyping />
        </>
      );
    };
    renderUi(<Search />);
    await userEvent.type(screen.getByRole("textbox"), "r");
    expect([...new Set(steps)]).toEqual([12, 24, 36, 40]);
  });

  it("of which no more than one step are there keeps them while somebody types", async () => {
    const counts: number[] = [];
    const Search = () => {
      const [isRefreshing, setIsRefreshing] = useState(false);
      useLayoutEffect(() => void counts.push(document.querySelectorAll("tbody tr").length));
      return (
        <>
          <input aria-label="Chercher" onChange={() => setIsRefreshing(true)} />
          <Cinemas rows={twenty} refreshing={isRefreshing} followsTyping />
        </>
      );
    };
    renderUi(<Search />);
    await userEvent.type(screen.getByRole("textbox"), "r");
    expect(new Set(counts)).toEqual(new Set([20]));
  });

  it("shows at once all down to the current row, which the screen scrolls to", () => {
    const drawn: number[] = [];
    show({
      rows: hundred,
      isCurrent: ({ id }) => id === 60,
      columns: [{ key: "name", header: "Nom", cell: ({ id }) => (drawn.push(id), id) }],
    });
    expect(drawn.slice(0, 61)).toEqual(hundred.slice(0, 61).map(({ id }) => id));
  });

  it("draws a row again only when it changes", async () => {
    const drawn: number[] = [];
    const named: DataColumn<Cinema>[] = [
      { key: "name", header: "Nom", cell: ({ id, name }) => (drawn.push(id), name) },
    ];
    const Changing = () => {
      const [rows, setRows] = useState(cinemas);
      const rename = () =>
        setRows(([first]) => (first ? [first, { id: 2, name: "Le Méliès 2", seats: 120 }] : []));
      return (
        <>
          <button type="button" onClick={rename}>
            Renommer
          </button>
          <Cinemas columns={named} rows={rows} />
        </>
      );
    };
    renderUi(<Changing />);
    expect(drawn).toEqual([1, 2]);
    await userEvent.click(screen.getByRole("button", { name: "Renommer" }));
    expect(drawn).toEqual([1, 2, 2]);
    expect(rowNames()).toEqual(["Le Rex", "Le Méliès 2"]);
  });
});

describe("rows that come", () => {
  /** A search and what it found; each time that the page changes, what it shows. */
  const Search = ({ found, shown, follows }: { found: Cinema[]; shown: string[]; follows: boolean }) => {
    const [rows, setRows] = useState(cinemas);
    const [words, setWords] = useState("");
    const find = (text: string) => {
      setWords(text);
      setRows(found);
    };
    useLayoutEffect(() => {
      const counted = document.querySelector("table")?.ariaRowCount;
      shown.push(`« ${words} » ${counted}${document.querySelector("[aria-busy=true]") ? " …" : ""}`);
    });
    return (
      <>
        <input aria-label="Chercher" value={words} onChange={(event) => find(event.currentTarget.value)} />
        <button type="button" onClick={() => find("tous")}>
          Tous
        </button>
        <Cinemas rows={rows} followsTyping={follows} />
      </>
    );
  };
  const seen = async (count: number, act: () => Promise<void>, follows = true): Promise<string[]> => {
    const shown: string[] = [];
    renderUi(<Search found={manyCinemas(count)} shown={shown} follows={follows} />);
    await act();
    const last = `${screen.getByRole("table").ariaRowCount}`;
    return [...shown.slice(1), last];
  };
  const type = () => userEvent.type(screen.getByRole("textbox"), "r");
  const press = () => userEvent.click(screen.getByRole("button", { name: "Tous" }));

  it("while somebody types are drawn behind the letter, where the list follows", async () => {
    expect(await seen(5, type)).toEqual(["« r » 3 …", "6"]);
    cleanup();
    expect(await seen(5, type, false)).toEqual(["« r » 6", "6"]);
  });

  it("stay when somebody begins to type who has seen them", async () => {
    const drawn = () => screen.getAllByRole("row").length - 1;
    const Growing = ({ rows }: { rows: Cinema[] }) => {
      useLayoutEffect(() => void counts.push(drawn()));
      return (
        <>
          <input aria-label="Chercher" />
          <Cinemas rows={rows} followsTyping />
        </>
      );
    };
    const counts: number[] = [];
    const { rerender } = renderUi(<Growing rows={cinemas} />);
    rerender(<Growing rows={manyCinemas(5)} />);
    screen.getByRole("textbox").focus();
    rerender(<Growing rows={manyCinemas(5)} />);
    expect(counts.slice(0, 2)).toEqual([2, 5]);
    expect(Math.min(...counts.slice(1))).toBe(5);
  });

  it("after a click are there with what it changes", async () => {
    expect(await seen(5, press)).toEqual(["« tous » 6", "6"]);
  });

  it("and make a list long are drawn anew behind the click", async () => {
    expect(await seen(300, press)).toEqual(["« tous » 3 …", "301"]);
  });
});
