import type { ChosenLayout, ColumnChoice, StatementTable } from "@bobine/contract/statement-columns";

const LABEL_ROLES = ["label_1", "label_2", "label_3", "label_4", "label_5"] as const;
const SINGLE_ROLES = [
  "date",
  "value_date",
  "amount",
  "debit",
  "credit",
  "sense",
  "balance",
  "currency",
  "reference",
  "account",
  "status",
] as const;

/** What a column may be; empty: it is not read. */
export type ColumnRole = "" | (typeof LABEL_ROLES)[number] | (typeof SINGLE_ROLES)[number];
/** In the order in which they are offered. */
export const COLUMN_ROLES: readonly ColumnRole[] = [
  "",
  "date",
  "value_date",
  ...LABEL_ROLES,
  ...SINGLE_ROLES.slice(2),
];

type CellWriting = Pick<ColumnChoice, "decimal_mark" | "date_order" | "sign" | "debit_word">;

/** What a person says of a table: a role for each column, and how its cells are written. */
export interface ColumnForm extends CellWriting {
  /** Place in the rows of the names of columns; null: there are none. */
  readonly header: number | null;
  /** Place of the first operation. */
  readonly first: number;
  /** By column; each but the empty one at most once. */
  readonly roles: readonly ColumnRole[];
}

export function formOf({ header, first, width, choice }: StatementTable): ColumnForm {
  const { decimal_mark, date_order, sign, debit_word } = choice;
  const roles = Array.from({ length: width }, (_, column): ColumnRole => {
    const part = LABEL_ROLES[choice.labels.indexOf(column)];
    return part ?? SINGLE_ROLES.find((role) => choice[role] === column) ?? "";
  });
  return { header, first, roles, decimal_mark, date_order, sign, debit_word };
}

/** The form with a role for a column; whichever had the role before is not read any more. */
export const withRole = (form: ColumnForm, column: number, role: ColumnRole): ColumnForm => ({
  ...form,
  roles: form.roles.map((other, place) => (place === column ? role : other === role ? "" : other)),
});

/** The first operation stands below the names. */
export const withHeader = (form: ColumnForm, header: number | null): ColumnForm => ({
  ...form,
  header,
  first: header === null ? form.first : header + 1,
});

export function choiceOf({ roles, decimal_mark, date_order, sign, debit_word }: ColumnForm): ColumnChoice {
  const columnOf = (role: ColumnRole): number | null => {
    const column = roles.indexOf(role);
    return column === -1 ? null : column;
  };
  return {
    date: columnOf("date"),
    value_date: columnOf("value_date"),
    labels: LABEL_ROLES.map(columnOf).filter((column) => column !== null),
    amount: columnOf("amount"),
    debit: columnOf("debit"),
    credit: columnOf("credit"),
    sense: columnOf("sense"),
    balance: columnOf("balance"),
    currency: columnOf("currency"),
    reference: columnOf("reference"),
    account: columnOf("account"),
    status: columnOf("status"),
    decimal_mark,
    date_order,
    sign,
    debit_word: columnOf("sense") === null ? "" : debit_word,
  };
}

/** What is sent with the file. */
export function layoutOf(table: StatementTable, form: ColumnForm): ChosenLayout {
  const names = form.header === null ? undefined : table.rows[form.header];
  return {
    header_key: names?.key ?? table.shape_key,
    skip: names === undefined || form.header === null ? form.first : form.first - form.header - 1,
    columns: choiceOf(form),
  };
}

/** The values of a column below the names, each once. */
export function valuesOf({ rows }: StatementTable, { first, roles }: ColumnForm, role: ColumnRole): string[] {
  const column = roles.indexOf(role);
  const values = rows.slice(first).map(({ cells }) => (cells[column] ?? "").trim().slice(0, 40));
  return column === -1 ? [] : [...new Set(values)].filter((value) => value !== "");
}
