import type { RemoteState } from "@bobine/contract/remotes";
import { type DataColumn, DataTable, Dialog } from "@bobine/shared-ui";
import { Anchor, Text } from "@mantine/core";
import { TEXTS } from "./modules.texts.ts";

type Counts = RemoteState["health"][number];

/** Failures that are the build's own. */
export const failuresOf = ({ load_failures, chunk_failures, render_failures }: Counts): number =>
  load_failures + chunk_failures + render_failures;

/** What browsers told of each build of a module since yesterday (FED-26). */
export function HealthDialog({
  remote: { name, health },
  close,
}: {
  remote: RemoteState;
  close: () => void;
}) {
  return (
    <Dialog opened onClose={close} title={TEXTS.healthTitle(name)} size="xl">
      <Text size="sm" c="dimmed" mb="sm">
        {TEXTS.healthHint}
      </Text>
      <DataTable
        label={TEXTS.healthTitle(name)}
        columns={COLUMNS}
        rows={health}
        rowKey={({ build }) => build}
        rowName={({ build }) => build}
        emptyText={TEXTS.healthEmpty}
      />
    </Dialog>
  );
}

const count = (key: keyof Counts & `${string}s`, header: string): DataColumn<Counts> => ({
  key,
  header,
  align: "right",
  cell: (counts) => Number(counts[key]).toLocaleString("fr"),
});

const COLUMNS: DataColumn<Counts>[] = [
  {
    key: "build",
    part: "title",
    header: TEXTS.healthColumns.build,
    cell: ({ build }) => <code>{build}</code>,
  },
  count("loads", TEXTS.healthColumns.loads),
  count("load_failures", TEXTS.healthColumns.load),
  count("chunk_failures", TEXTS.healthColumns.chunk),
  count("render_failures", TEXTS.healthColumns.render),
  count("outside_failures", TEXTS.healthColumns.outside),
  {
    key: "replay",
    part: "actions",
    header: TEXTS.healthColumns.replay,
    cell: ({ build, composition }) =>
      composition === null ? (
        TEXTS.none
      ) : (
        <Anchor
          size="sm"
          href={`/?composition=${composition}`}
          target="_blank"
          aria-label={TEXTS.of(TEXTS.replay, build)}
        >
          {TEXTS.replay}
        </Anchor>
      ),
  },
];
