import type { VatEntry } from "@bobine/contract/vat";
import { type DataColumn, DataTable, FrenchDate, Money } from "@bobine/shared-ui";
import { Anchor, Text } from "@mantine/core";
import { Link } from "react-router-dom";
import { paths } from "../../paths.ts";
import { VAT_TEXTS as TEXTS } from "./vat.texts.ts";

const COLUMNS: readonly DataColumn<VatEntry>[] = [
  {
    key: "piece",
    part: "title",
    header: TEXTS.entryColumns.piece,
    cell: ({ piece, invoice_id }) =>
      invoice_id === null ? (
        piece
      ) : (
        <Anchor component={Link} to={paths.invoice(invoice_id)} underline="always">
          {piece}
        </Anchor>
      ),
  },
  {
    key: "date",
    part: "subtitle",
    header: TEXTS.entryColumns.date,
    cell: ({ date }) => <FrenchDate date={date} />,
  },
  {
    key: "entry",
    header: TEXTS.entryColumns.entry,
    cell: ({ number, journal }) => number ?? `${journal} (${TEXTS.isProvisional})`,
  },
  { key: "label", part: "minor", header: TEXTS.entryColumns.label, cell: ({ label }) => label },
  {
    key: "base",
    header: TEXTS.entryColumns.base,
    align: "right",
    cell: ({ base }) => <Money amount={base} />,
  },
  {
    key: "tax",
    part: "amount",
    header: TEXTS.entryColumns.tax,
    align: "right",
    cell: ({ tax }) => <Money amount={tax} />,
  },
];

/** The entries behind a figure, and how many are only in the file. */
export function VatEntries({
  label,
  entries,
  count,
}: {
  label: string;
  entries: readonly VatEntry[];
  count: number;
}) {
  return (
    <>
      <DataTable
        label={label}
        columns={COLUMNS}
        rows={entries.map((entry, place) => ({ ...entry, place }))}
        // An entry and its reversal may be told by the same values.
        rowKey={({ place }) => place}
        emptyText={TEXTS.noEntries}
      />
      {count > entries.length ? (
        <Text size="sm" c="dimmed" mt="xs">
          {TEXTS.more(count - entries.length)}
        </Text>
      ) : null}
    </>
  );
}
