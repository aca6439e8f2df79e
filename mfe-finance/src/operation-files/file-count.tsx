import { VisuallyHidden } from "@mantine/core";
import { IconPaperclip } from "@tabler/icons-react";
import classes from "../comments/comments.module.css";
import { TEXTS } from "./operation-files.texts.ts";

/** How many files a row has (COM-3); nothing where there are none. */
export function FileCount({ count = 0 }: { count?: number | undefined }) {
  if (count === 0) return null;
  return (
    <span className={classes["rowCount"]} title={TEXTS.count(count)}>
      <IconPaperclip size={14} aria-hidden />
      <span aria-hidden>{count}</span>
      <VisuallyHidden>{TEXTS.count(count)}</VisuallyHidden>
    </span>
  );
}
