import { guideAddress } from "@bobine/contract/guide-address";
import { Surface } from "@bobine/shared-ui";
import { Anchor } from "@mantine/core";
import type { ReactNode } from "react";
import { paths } from "../../paths.ts";
import classes from "./auth-card.module.css";

/** The frame of the public screens; `brand` is the shell's. */
export function AuthCard({ brand, children }: { brand: ReactNode; children: ReactNode }) {
  return (
    <main className={classes["page"]}>
      <div className={classes["column"]}>
        {brand}
        <Surface p="xl">{children}</Surface>
      </div>
      <Anchor
        href={guideAddress({ pathname: paths.signIn(), search: "" })}
        target="_blank"
        rel="noopener"
        size="sm"
      >
        Aide à la connexion
      </Anchor>
    </main>
  );
}
