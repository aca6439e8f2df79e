import { AGED_COLUMNS } from "@bobine/contract/aged-labels";
import type { AgedAmounts, AgedClient, AgedGroup } from "@bobine/contract/client-accounts";
import { type DataColumn, DataTable, formatInteger, Money } from "@bobine/shared-ui";
import { Anchor, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { paths } from "../../paths.ts";
import { TEXTS } from "./aged-balance.texts.ts";

/** A client with the group that it is of. */
export interface ListedClient extends AgedClient {
  readonly group: string;
}

interface TableProps<Row> {
  rows: readonly Row[] | undefined;
  emptyText: string;
  emptyHint: string;
  emptyAction: ReactNode;
  refreshing: boolean;
  error: string | undefined;
  onRetry: () => void;
}

/** Nothing shows as nothing: the eye finds the amounts. */
const amountColumns = <Row extends { readonly amounts: AgedAmounts }>(): DataColumn<Row>[] =>
  AGED_COLUMNS.map(({ name, label }) => ({
    key: name,
    width: "9.5%",
    header: label,
    align: "right",
    ...(name === "balance" ? { part: "amount" as const } : {}),
    cell: ({ amounts }: Row) =>
      amounts[name] === "0.00" && name !== "balance" ? "–" : <Money amount={amounts[name]} />,
  }));

const CLIENT: DataColumn<AgedClient> = {
  key: "client",
  width: "auto",
  part: "title",
  header: TEXTS.columns.client,
  cell: ({ client_account, client_name }) => (
    <>
      <Anchor component={Link} to={paths.clientAccount(client_account)} inherit>
        {client_name}
      </Anchor>
      <Text size="xs" c="dimmed">
        {client_account}
      </Text>
    </>
  ),
};

const CLIENT_COLUMNS: readonly DataColumn<ListedClient>[] = [
  CLIENT,
  {
    key: "group",
    width: "11%",
    part: "subtitle",
    header: TEXTS.columns.group,
    cell: ({ group }) => group || "–",
  },
  ...amountColumns<ListedClient>(),
];

export function ClientTable(props: TableProps<ListedClient>) {
  return (
    <DataTable
      {...props}
      label={TEXTS.table}
      columns={CLIENT_COLUMNS}
      followsTyping
      rowKey={({ client_account }) => client_account}
    />
  );
}

const GROUP_COLUMNS: readonly DataColumn<AgedGroup>[] = [
  {
    key: "group",
    width: "auto",
    part: "title",
    header: TEXTS.columns.group,
    cell: ({ group }) => <strong>{nameOf(group)}</strong>,
  },
  {
    key: "clients",
    width: "6%",
    header: TEXTS.columns.clients,
    align: "right",
    cell: ({ clients }) => formatInteger(clients.length),
  },
  ...amountColumns<AgedGroup>(),
];
const MEMBER_COLUMNS: readonly DataColumn<AgedClient>[] = [CLIENT, ...amountColumns<AgedClient>()];

const nameOf = (group: string): string => group || TEXTS.noGroup;

/** Groups with their sums; an opened one shows its clients. */
export function GroupTable(props: TableProps<AgedGroup>) {
  return (
    <DataTable
      {...props}
      label={TEXTS.groupTable}
      columns={GROUP_COLUMNS}
      rowKey={({ group }) => group}
      rowName={groupName}
      expanded={membersOf}
    />
  );
}

// The same at each turn: a row is drawn again only when its group changes.
const groupName = ({ group }: AgedGroup) => nameOf(group);
const membersOf = ({ group, clients }: AgedGroup) => (
  <DataTable
    label={TEXTS.clientsOf(nameOf(group))}
    columns={MEMBER_COLUMNS}
    rows={clients}
    rowKey={({ client_account }) => client_account}
    emptyText={TEXTS.noneFound}
  />
);
