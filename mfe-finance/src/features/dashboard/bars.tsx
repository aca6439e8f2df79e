import { VisuallyHidden } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./figures.module.css";
import { percentOf } from "./weights.ts";

interface Bar {
  readonly key: string;
  /** Which colour it has. */
  readonly tone: string;
  readonly weight: number;
  readonly name: ReactNode;
  readonly note: string;
  readonly value: string;
}

/** A table whose rows are drawn as bars: names, numbers and picture are one. */
export function Bars({
  label,
  headers,
  rows,
}: {
  label: string;
  headers: readonly [name: string, note: string, value: string];
  rows: readonly Bar[];
}) {
  const longest = Math.max(...rows.map(({ weight }) => weight));
  return (
    <table className={classes["bars"]} aria-label={label}>
      <thead>
        <tr>
          {headers.map((header) => (
            <th key={header} scope="col">
              <VisuallyHidden>{header}</VisuallyHidden>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, tone, weight, name, note, value }) => (
          <tr key={key}>
            <th scope="row">
              <span className={classes["name"]}>{name}</span>
              <span
                className={classes["bar"]}
                data-tone={tone}
                style={{ width: percentOf(weight, longest) }}
                aria-hidden
              />
            </th>
            <td className={classes["note"]}>{note}</td>
            <td className={classes["value"]}>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
