import { currentViewer } from "@bobine/shared-auth";
import {
  type DataColumn,
  DataTable,
  formatDateTime,
  formatInteger,
  PageHeader,
  StatusBadge,
} from "@bobine/shared-ui";
import { useFederation } from "../../federation/federation-context.ts";
import { STATES, TEXTS } from "./about.texts.ts";
import { compositionOf, HOST, type Part } from "./composition.ts";

const COLUMNS: readonly DataColumn<Part>[] = [
  {
    key: "name",
    part: "title",
    header: TEXTS.name,
    cell: ({ name }) => <strong>{name === HOST ? TEXTS.host : name}</strong>,
  },
  { key: "version", header: TEXTS.version, cell: ({ version }) => version },
  { key: "build", header: TEXTS.build, cell: ({ build }) => <code>{build}</code> },
  {
    key: "state",
    part: "status",
    header: TEXTS.state,
    cell: ({ state }) => <StatusBadge color={STATES[state].color}>{STATES[state].label}</StatusBadge>,
  },
  {
    key: "load",
    header: TEXTS.load,
    align: "right",
    cell: ({ loadMs }) =>
      loadMs === undefined ? TEXTS.unknown : TEXTS.milliseconds(formatInteger(Math.round(loadMs))),
  },
  { key: "owner", header: TEXTS.owner, cell: ({ owner }) => owner ?? TEXTS.unknown },
  { key: "deployed", header: TEXTS.deployed, cell: ({ deployedAt }) => instantOf(deployedAt) },
];

/** Which builds this page runs, for whoever helps a user (FED-8). */
export function AboutPage() {
  const { registry, loader } = useFederation();
  return (
    <>
      <PageHeader title={TEXTS.title} description={TEXTS.composition(registry.id)} />
      <DataTable
        label={TEXTS.table}
        columns={COLUMNS}
        rows={compositionOf(registry, loader, currentViewer())}
        rowKey={({ name }) => name}
        emptyText={TEXTS.empty}
      />
    </>
  );
}

/** A wrong entry of the registry has no such time. */
const instantOf = (instant: string | undefined): string =>
  instant !== undefined && !Number.isNaN(Date.parse(instant)) ? formatDateTime(instant) : TEXTS.unknown;
