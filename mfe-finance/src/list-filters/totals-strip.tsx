import { Skeleton } from "@mantine/core";
import type { ReactNode } from "react";
import { FILTER_TEXTS } from "./list-filters.texts.ts";
import classes from "./totals-strip.module.css";

export interface Total {
  readonly label: string;
  /** Undefined while it loads. */
  readonly value: ReactNode | undefined;
  /** The one that counts. */
  readonly isMain?: boolean;
  /** Left out where there is little room. */
  readonly isMinor?: boolean;
}

/** The sums of everything that the filter finds, whatever the page shows (UI-26). */
export function TotalsStrip({ totals, refreshing }: { totals: readonly Total[]; refreshing: boolean }) {
  const isLoading = totals.some(({ value }) => value === undefined);
  return (
    <section aria-label={FILTER_TEXTS.totals} aria-busy={isLoading || refreshing}>
      <dl className={classes["totals"]} data-refreshing={refreshing || undefined}>
        {totals.map(({ label, value, isMain, isMinor }) => (
          <div key={label} data-strong={isMain || undefined} data-minor={isMinor || undefined}>
            <dt>{label}</dt>
            <dd>{value ?? <Skeleton height={18} width={90} mt={4} />}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
