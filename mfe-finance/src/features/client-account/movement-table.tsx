import type { AccountMovement } from "@bobine/contract/client-accounts";
import { type DataColumn, DataTable, FrenchDate, Money } from "@bobine/shared-ui";
import { Anchor } from "@mantine/core";
import { Link } from "react-router-dom";
import { paths } from "../../paths.ts";
import classes from "./client-account.module.css";
import { TEXTS } from "./client-account.texts.ts";

interface MovementTableProps {
  label: string;
  movements: readonly AccountMovement[] | undefined;
  emptyText: string;
  emptyHint: string;
  refreshing: boolean;
  error: string | undefined;
  onRetry: () => void;
}

/** What moved a client's account, each with the balance after it. */
export function MovementTable({ movements, ...props }: MovementTableProps) {
  return (
    <div className={classes["movements"]}>
      <DataTable {...props} columns={COLUMNS} rows={movements} rowKey={({ key }) => key} />
    </div>
  );
}

/** A side that did not move stays empty. */
const side = (amount: string) => (amount === "0.00" ? "" : <Money amount={amount} />);

const COLUMNS: readonly DataColumn<AccountMovement>[] = [
  {
    key: "date",
    part: "subtitle",
    header: TEXTS.columns.date,
    width: 105,
    cell: ({ date }) => <FrenchDate date={date} />,
  },
  {
    key: "label",
    part: "title",
    header: TEXTS.columns.label,
    width: 190,
    cell: ({ label, invoice_id }) =>
      invoice_id === null ? (
        label
      ) : (
        <Anchor component={Link} to={paths.invoice(invoice_id)} inherit>
          {label}
        </Anchor>
      ),
  },
  { key: "detail", width: "auto", header: TEXTS.columns.detail, cell: ({ detail }) => detail },
  {
    key: "due_date",
    header: TEXTS.columns.due_date,
    width: 105,
    cell: ({ due_date }) => (due_date === null ? "" : <FrenchDate date={due_date} />),
  },
  // On a phone the side that moved leads, a credit with its sign: no header says which it is.
  {
    key: "debit",
    width: "11.5%",
    part: "amount",
    header: TEXTS.columns.debit,
    align: "right",
    cell: ({ debit }) => side(debit),
  },
  {
    key: "credit",
    width: "11.5%",
    part: "amount",
    header: TEXTS.columns.credit,
    align: "right",
    cell: ({ credit }) =>
      credit === "0.00" ? (
        ""
      ) : (
        <span className={classes["movement"]}>
          <span className={classes["sign"]}>−</span>
          {side(credit)}
        </span>
      ),
  },
  { key: "letters", width: "8%", header: TEXTS.columns.letters, cell: ({ letters }) => letters },
  {
    key: "balance",
    width: "12.5%",
    header: TEXTS.columns.balance,
    align: "right",
    cell: ({ balance }) => <Money amount={balance} />,
  },
];
