import { Surface } from "@bobine/shared-ui";
import type { ReactNode } from "react";
import classes from "./auth-card.module.css";

/** The frame of the public screens; `brand` is the shell's. */
export function AuthCard({ brand, children }: { brand: ReactNode; children: ReactNode }) {
  return (
    <main className={classes["page"]}>
      <div className={classes["column"]}>
        {brand}
        <Surface p="xl">{children}</Surface>
      </div>
    </main>
  );
}
