import { VisuallyHidden } from "@mantine/core";
import { IconMessage } from "@tabler/icons-react";
import classes from "./comments.module.css";
import { TEXTS } from "./comments.texts.ts";

/** How much is said of a row (COM-3); nothing where nothing is. */
export function CommentCount({ count = 0 }: { count?: number | undefined }) {
  if (count === 0) return null;
  return (
    <span className={classes["rowCount"]} title={TEXTS.count(count)}>
      <IconMessage size={14} aria-hidden />
      <span aria-hidden>{count}</span>
      <VisuallyHidden>{TEXTS.count(count)}</VisuallyHidden>
    </span>
  );
}
