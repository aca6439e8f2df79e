import { civilDate } from "@bobine/contract/civil-date";
import { cents } from "@bobine/contract/money";
import { INVOICE_STATUS } from "@bobine/contract/status-labels";
import { Button, Text } from "@mantine/core";
import { useState } from "react";
import { DataTable } from "./data-table.tsx";
import type { DataColumn, DataTableProps, Sort } from "./data-table-props.ts";
import { FrenchDate } from "./french-date.tsx";
import { Money } from "./money.tsx";
import { StatusBadge } from "./status-badge.tsx";

export interface Cinema {
  id: number;
  name: string;
  seats: number;
}

export const columns: DataColumn<Cinema>[] = [
  { key: "name", header: "Nom", cell: (cinema) => cinema.name, sortable: true },
  { key: "seats", header: "Fauteuils", cell: (cinema) => cinema.seats, align: "right" },
];
export const cinemas: Cinema[] = [
  { id: 1, name: "Le Rex", seats: 300 },
  { id: 2, name: "Le Méliès", seats: 120 },
];

/** As many cinemas as a test asks for. */
export const manyCinemas = (count: number): Cinema[] =>
  Array.from({ length: count }, (_, id) => ({ id, name: `Cinéma ${id}`, seats: id }));

export const Cinemas = (props: Partial<DataTableProps<Cinema>>) => (
  <DataTable
    label="Cinémas"
    columns={columns}
    rows={cinemas}
    rowKey={({ id }) => id}
    emptyText="Aucun cinéma trouvé"
    {...props}
  />
);

/** The screen keeps the order, and asks the server for it. */
export function Sorted(props: Partial<DataTableProps<Cinema>>) {
  const [sort, setSort] = useState<Sort>({ key: "name", direction: "asc" });
  const rows = cinemas.toSorted((a, b) => a.name.localeCompare(b.name, "fr"));
  return (
    <Cinemas
      sort={sort}
      onSort={setSort}
      rows={sort.direction === "asc" ? rows : rows.toReversed()}
      {...props}
    />
  );
}

/** Rows act on click and Enter, arrows walk; one is shown beside the table; a chevron opens a line. */
export function RowsThatAct(props: Partial<DataTableProps<Cinema>>) {
  const [current, setCurrent] = useState(1);
  return (
    <Cinemas
      onRowClick={({ id }) => setCurrent(id)}
      isCurrent={({ id }) => id === current}
      expanded={({ name, seats }) => (
        <Text size="sm">{`${name}\u00a0: ${seats} fauteuils dans une salle.`}</Text>
      )}
      rowName={({ name }) => name}
      {...props}
    />
  );
}

export const Loading = () => <Cinemas rows={undefined} />;

export const Empty = () => (
  <Cinemas rows={[]} emptyHint="Importez un rapport." emptyAction={<Button>Importer</Button>} />
);

export const Failed = (props: Partial<DataTableProps<Cinema>>) => (
  <Cinemas error="Impossible de charger la liste des cinémas" onRetry={() => undefined} {...props} />
);

const INVOICES = [
  {
    number: "F26000128",
    date: "2026-11-18",
    cinema: "Cinéma Le Beffroi",
    status: "awaiting_payment",
    cents: 28_973,
  },
  { number: "F26000127", date: "2026-11-11", cinema: "Ciné Royal Dole", status: "part_paid", cents: 120_455 },
  { number: "A26000003", date: "2026-11-04", cinema: "Mégascope Rennes", status: "paid", cents: -8_200 },
] as const;
type Invoice = (typeof INVOICES)[number];

const INVOICE_COLUMNS: DataColumn<Invoice>[] = [
  { key: "number", header: "Numéro", part: "title", cell: ({ number }) => number },
  { key: "date", header: "Date", cell: ({ date }) => <FrenchDate date={civilDate(date)} /> },
  { key: "cinema", header: "Cinéma", part: "subtitle", cell: ({ cinema }) => cinema },
  {
    key: "status",
    header: "Statut",
    part: "status",
    cell: ({ status }) => (
      <StatusBadge color={INVOICE_STATUS[status].color}>{INVOICE_STATUS[status].label}</StatusBadge>
    ),
  },
  {
    key: "total",
    header: "Montant TTC",
    part: "amount",
    align: "right",
    cell: (invoice) => <Money amount={cents(invoice.cents)} signed />,
  },
];

/** `part` gives each column its place where rows are stacked: look at it at 360 px. */
export const StackedOnPhones = () => (
  <DataTable
    label="Factures"
    columns={INVOICE_COLUMNS}
    rows={INVOICES}
    rowKey={({ number }) => number}
    emptyText="Aucune facture trouvée correspondant à vos critères"
  />
);

/** Of six thousand rows, those in sight are in the page. */
export const SixThousandRows = (props: Partial<DataTableProps<Cinema>>) => (
  <Cinemas rows={SIX_THOUSAND} maxHeight="16rem" {...props} />
);
const SIX_THOUSAND = manyCinemas(6_000);
