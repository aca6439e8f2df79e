import type { InvoiceTotals } from "@bobine/contract/invoices";
import { formatInteger, Money } from "@bobine/shared-ui";
import { Skeleton } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./invoices.module.css";
import { TEXTS } from "./invoices.texts.ts";

/** The sums of everything that the filter finds, whatever the page shows. */
export function InvoiceTotalsStrip({
  totals,
  refreshing,
}: {
  totals: InvoiceTotals | undefined;
  refreshing: boolean;
}) {
  const figures: [string, ReactNode][] = totals
    ? [
        [totals.count < 2 ? "Facture" : "Factures", formatInteger(totals.count)],
        ["Total HT", <Money key="net" amount={totals.total_net_amount} />],
        ["TVA", <Money key="vat" amount={totals.total_vat_amount} />],
        ["Total TTC", <Money key="total" amount={totals.total_amount} />],
        ["Reste dû", <Money key="due" amount={totals.outstanding} />],
      ]
    : ["Factures", "Total HT", "TVA", "Total TTC", "Reste dû"].map((label) => [
        label,
        <Skeleton key={label} height={18} width={90} mt={4} />,
      ]);
  return (
    <section aria-label={TEXTS.totals} aria-busy={totals === undefined || refreshing}>
      <dl className={classes["totals"]} data-refreshing={refreshing || undefined}>
        {figures.map(([label, value], index) => (
          <div key={label} data-strong={index === figures.length - 1 || undefined}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
