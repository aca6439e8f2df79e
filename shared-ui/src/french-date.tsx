import type { CivilDate } from "@bobine/contract/civil-date";
import { formatDate, formatDateTime } from "./format.ts";
import classes from "./money.module.css";

/** A civil date (`YYYY-MM-DD`) or an instant (ISO), as French people write it. */
export function FrenchDate(props: { date: CivilDate } | { instant: string }) {
  if ("date" in props) {
    return (
      <time className={classes["money"]} dateTime={props.date}>
        {formatDate(props.date)}
      </time>
    );
  }
  return (
    <time className={classes["money"]} dateTime={props.instant}>
      {formatDateTime(props.instant)}
    </time>
  );
}
