import { Paper, type PaperProps } from "@mantine/core";
import type { ReactNode } from "react";

/** A card on the page: the one surface of the product. */
export function Surface({ children, ...paper }: PaperProps & { children: ReactNode }) {
  return (
    <Paper bg="var(--bobine-surface)" bd="1px solid var(--bobine-line)" radius="lg" p="lg" {...paper}>
      {children}
    </Paper>
  );
}
