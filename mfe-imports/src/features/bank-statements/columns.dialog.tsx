import {
  AMOUNT_SIGNS,
  type ChosenLayout,
  choiceProblems,
  DATE_ORDERS,
  DECIMAL_MARKS,
  type StatementTable,
} from "@bobine/contract/statement-columns";
import { FormDialog } from "@bobine/shared-ui/forms";
import { Select, Text } from "@mantine/core";
import { useState } from "react";
import { type ColumnForm, choiceOf, formOf, layoutOf, valuesOf, withHeader } from "./column-form.ts";
import { ColumnTable } from "./column-table.tsx";
import classes from "./columns.module.css";
import { COLUMN_TEXTS as TEXTS } from "./columns.texts.ts";
import { RowPreviews } from "./row-previews.tsx";

const NOTHING_WRONG = {};

interface ColumnsDialogProps {
  /** One at least. */
  tables: readonly [StatementTable, ...StatementTable[]];
  onChosen: (layout: ChosenLayout) => void;
  close: () => void;
}

/** Which column of a table is what, with what its rows then say (BANK-30). */
export function ColumnsDialog({ tables, onChosen, close }: ColumnsDialogProps) {
  const [place, setPlace] = useState(0);
  const [forms, setForms] = useState<readonly ColumnForm[]>(() => tables.map(formOf));
  const [isAsked, setAsked] = useState(false);
  const table = tables[place] ?? tables[0];
  const form = forms[place] ?? formOf(table);
  const change = (next: ColumnForm) =>
    setForms(forms.map((other, index) => (index === place ? next : other)));
  const write = (part: Partial<ColumnForm>) => change({ ...form, ...part });
  const problems = choiceProblems(choiceOf(form));
  const wrong: Partial<typeof problems> = isAsked ? problems : NOTHING_WRONG;
  const values = valuesOf(table, form, "sense");
  const lines = table.rows.map(({ line }, index) => ({ value: String(index), label: TEXTS.line(line) }));
  return (
    <FormDialog
      title={TEXTS.title}
      submitLabel={TEXTS.submit}
      size="min(1120px, 96vw)"
      pending={false}
      draft={{ isDirty: forms.some((one, index) => one !== forms[index] || isChanged(one, tables[index])) }}
      errors={wrong as Record<string, string>}
      failure={undefined}
      onSubmit={() => {
        setAsked(true);
        if (Object.keys(problems).length > 0) return false;
        onChosen(layoutOf(table, form));
        return true;
      }}
      close={close}
    >
      <Text size="sm" c="dimmed">
        {table.origin === "remembered" ? TEXTS.remembered : TEXTS.intro}
      </Text>
      {tables.length > 1 ? (
        <Choice
          label={TEXTS.table}
          data={tables.map((one, index) => ({ value: String(index), label: TEXTS.tableName(one) }))}
          value={String(place)}
          onChoice={(chosen) => setPlace(Number(chosen))}
        />
      ) : null}
      <div className={classes["controls"]}>
        <Choice
          label={TEXTS.header}
          data={[{ value: "", label: TEXTS.noHeader }, ...lines]}
          value={form.header === null ? "" : String(form.header)}
          onChoice={(chosen) => change(withHeader(form, chosen === "" ? null : Number(chosen)))}
        />
        <Choice
          label={TEXTS.first}
          data={lines.slice(form.header === null ? 0 : form.header + 1)}
          value={String(form.first)}
          onChoice={(chosen) => write({ first: Number(chosen) })}
        />
        <Choice
          label={TEXTS.order}
          data={DATE_ORDERS.map((value) => ({ value, label: TEXTS.orders[value] }))}
          value={form.date_order}
          onChoice={(date_order) => write({ date_order })}
        />
        <Choice
          label={TEXTS.decimal}
          data={DECIMAL_MARKS.map((value) => ({ value, label: TEXTS.decimals[value] }))}
          value={form.decimal_mark}
          onChoice={(decimal_mark) => write({ decimal_mark })}
        />
        <Choice
          label={TEXTS.sign}
          data={AMOUNT_SIGNS.map((value) => ({ value, label: TEXTS.signs[value] }))}
          value={form.sign}
          onChoice={(sign) => write({ sign })}
          error={wrong.sign}
        />
        {form.roles.includes("sense") ? (
          <Choice
            label={TEXTS.debitWord}
            data={[
              { value: "", label: TEXTS.usualWords },
              ...values.map((value) => ({ value, label: value })),
            ]}
            value={values.includes(form.debit_word) ? form.debit_word : ""}
            onChoice={(debit_word) => write({ debit_word })}
          />
        ) : null}
      </div>
      <ColumnTable table={table} form={form} wrong={wrong} onForm={change} />
      <RowPreviews rows={table.rows.slice(form.first)} columns={choiceOf(form)} />
    </FormDialog>
  );
}

const isChanged = (form: ColumnForm, table: StatementTable | undefined): boolean =>
  table !== undefined && JSON.stringify(form) !== JSON.stringify(formOf(table));

interface ChoiceProps<Value extends string> {
  label: string;
  data: readonly { readonly value: Value; readonly label: string }[];
  value: Value;
  onChoice: (value: Value) => void;
  error?: string | undefined;
}

function Choice<Value extends string>({ label, data, value, onChoice, error }: ChoiceProps<Value>) {
  return (
    <Select
      label={label}
      data={[...data]}
      value={value}
      onChange={(chosen) => {
        const found = data.find((one) => one.value === chosen);
        if (found) onChoice(found.value);
      }}
      allowDeselect={false}
      error={error}
    />
  );
}
