import type { choiceProblems, StatementTable } from "@bobine/contract/statement-columns";
import { Input } from "@mantine/core";
import { useId } from "react";
import { COLUMN_ROLES, type ColumnForm, type ColumnRole, withRole } from "./column-form.ts";
import classes from "./columns.module.css";
import { COLUMN_TEXTS as TEXTS } from "./columns.texts.ts";

interface ColumnTableProps {
  table: StatementTable;
  form: ColumnForm;
  wrong: ReturnType<typeof choiceProblems>;
  onForm: (form: ColumnForm) => void;
}

/** The rows of a table as its file has them, under a choice of what each column is. */
export function ColumnTable({ table, form, wrong, onForm }: ColumnTableProps) {
  const id = useId();
  const { date, labels, amount } = wrong;
  const messages = [date, labels, amount].filter((message) => message !== undefined);
  const names = form.header === null ? [] : (table.rows[form.header]?.cells ?? []);
  return (
    <div>
      {/* It scrolls in both directions: the keyboard must reach it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={classes["scroll"]} aria-label={TEXTS.rows} tabIndex={0}>
        <table className={classes["table"]}>
          <thead>
            <tr>
              <th scope="col" className={classes["line"]}>
                {TEXTS.lineHead}
              </th>
              {form.roles.map((role, column) => (
                // Columns are known by their place.
                // oxlint-disable-next-line react/no-array-index-key
                <th key={column} scope="col">
                  <Input
                    component="select"
                    pointer
                    size="sm"
                    aria-label={TEXTS.column(column, (names[column] ?? "").trim())}
                    value={role}
                    onChange={({ currentTarget: { value } }) =>
                      onForm(withRole(form, column, value as ColumnRole))
                    }
                    {...(messages.length > 0
                      ? { error: true, "aria-invalid": true, "aria-describedby": id }
                      : {})}
                    {...(column === 0 ? { "data-autofocus": true } : {})}
                  >
                    {COLUMN_ROLES.map((one) => (
                      <option key={one} value={one}>
                        {TEXTS.roles[one]}
                      </option>
                    ))}
                  </Input>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map(({ line, cells }, place) => (
              <tr
                key={line}
                data-above={place < form.first || undefined}
                data-names={place === form.header || undefined}
              >
                <td className={classes["line"]}>{line}</td>
                {form.roles.map((_, column) => (
                  // oxlint-disable-next-line react/no-array-index-key
                  <td key={column} className={classes["cell"]} title={cells[column]}>
                    {cells[column]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {messages.length > 0 ? (
        <ul id={id} role="alert" className={classes["wrong"]}>
          {messages.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
