import type { Bill } from "@bobine/contract/billing";
import { type DataColumn, DataTable, formatMoney, FrenchDate, Money, StatusBadge } from "@bobine/shared-ui";
import { Anchor, Group, Text, Title } from "@mantine/core";
import { useId } from "react";
import { BILL_STATE, BILLING, isPaidInPart } from "./billing.texts.ts";

const link = (url: string, text: string, name: string) => (
  <Anchor href={url} target="_blank" rel="noreferrer" size="sm" underline="always" aria-label={name}>
    {text}
  </Anchor>
);

const COLUMNS: readonly DataColumn<Bill>[] = [
  {
    key: "date",
    part: "subtitle",
    header: BILLING.columns.date,
    cell: ({ date }) => <FrenchDate date={date} />,
    width: 120,
  },
  { key: "number", part: "title", header: BILLING.columns.number, cell: ({ number }) => number },
  {
    key: "amount",
    part: "amount",
    header: BILLING.columns.amount,
    align: "right",
    cell: (bill) => (
      <>
        <Money amount={bill.amount} currency={bill.currency_code} />
        {isPaidInPart(bill) ? (
          <Text size="xs" c="dimmed">
            {BILLING.leftOf(formatMoney(bill.outstanding, bill.currency_code))}
          </Text>
        ) : null}
      </>
    ),
  },
  {
    key: "state",
    part: "status",
    header: BILLING.columns.state,
    cell: ({ state }) => <StatusBadge color={BILL_STATE[state].color}>{BILL_STATE[state].label}</StatusBadge>,
  },
  {
    key: "documents",
    part: "actions",
    header: BILLING.columns.documents,
    cell: ({ number, page_url, pdf_url }) => (
      <Group gap="sm" wrap="nowrap">
        {page_url === null ? null : link(page_url, BILLING.see, BILLING.seeOne(number))}
        {pdf_url === null ? null : link(pdf_url, BILLING.pdf, BILLING.pdfOf(number))}
      </Group>
    ),
  },
];

/** The provider's bills, with their page and their PDF there (SUB-4). */
export function BillsSection({ bills }: { bills: readonly Bill[] }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Title order={2} id={id} mb="sm">
        {BILLING.bills}
      </Title>
      <DataTable
        label={BILLING.bills}
        columns={COLUMNS}
        rows={bills}
        rowKey={({ number, date, page_url }) => page_url ?? `${number} ${date}`}
        emptyText={BILLING.noBills}
      />
    </section>
  );
}
