import { Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { createMemoryRouter, RouterProvider, useLocation } from "react-router-dom";
import { type Cinema, columns, manyCinemas } from "../data-table.example.tsx";
import { DataTable } from "../data-table.tsx";
import { SearchBox } from "../forms/search-box.tsx";
import { Pager } from "../pager.tsx";
import { type ListView, textValue } from "./list-address.ts";
import { useListView } from "./use-list-view.ts";

const ADDRESS = { filters: { search: textValue }, endsWithChange: ["opened"] };
const PAGE_SIZE = 2;

/** What the query of a screen gives. */
export interface Loaded {
  readonly data: { readonly count: number; readonly results: readonly Cinema[] } | undefined;
  readonly isPlaceholderData: boolean;
}
type Load = (view: ListView<{ search: string }>) => Loaded;

const CINEMAS = [{ id: 9, name: "Le Rex", seats: 300 }, ...manyCinemas(8)];

const loadFromMemory: Load = ({ search, page }) => {
  const found = CINEMAS.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));
  const results = found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  return { data: { count: found.length, results }, isPlaceholderData: false };
};

function CinemaList({ load }: { load: Load }) {
  const list = useListView(ADDRESS);
  const { pathname, search } = useLocation();
  const cinemas = load(list.view);
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <SearchBox
          label="Rechercher un cinéma"
          placeholder="Rechercher un cinéma…"
          search={list.view.search}
          onSearch={(text) => list.change({ search: text })}
        />
        <Button variant="default" onClick={() => list.change({ search: "rex" })}>
          {"Chercher «\u00a0rex\u00a0»"}
        </Button>
      </Group>
      <DataTable
        label="Cinémas"
        columns={columns}
        rows={list.rowsOf(cinemas)}
        rowKey={({ id }) => id}
        emptyText="Aucun cinéma ne correspond à vos critères"
      />
      <Pager {...list.pagerOf(cinemas)} pageSize={PAGE_SIZE} unit={["cinéma", "cinémas"]} />
      <Text c="dimmed" size="sm">
        {pathname + search}
      </Text>
    </Stack>
  );
}

/** A list of two rows a page at an address. */
export const listAt = (address: string, load: Load = loadFromMemory) =>
  createMemoryRouter([{ path: "*", element: <CinemaList load={load} /> }], { initialEntries: [address] });

/** Search, page and address follow each other. */
export function CinemasByPage() {
  const [router] = useState(() => listAt("/cinemas?page=2"));
  return <RouterProvider router={router} />;
}
