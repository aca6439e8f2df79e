import type { ReactNode } from "react";
import classes from "./status-badge.module.css";

export type StatusColor = "blue" | "yellow" | "orange" | "green" | "red" | "gray";

/** A status in its colour (TXT-7). The colours keep AA contrast in both schemes, yellow included. */
export function StatusBadge({ color, children }: { color: StatusColor; children: ReactNode }) {
  return <span className={`${classes["badge"]} ${classes[color]}`}>{children}</span>;
}
