import type { InvoiceTotals } from "@bobine/contract/invoices";
import { formatInteger, Money } from "@bobine/shared-ui";
import { TotalsStrip } from "../../list-filters/totals-strip.tsx";

/** The sums of all invoices that the filter finds. */
export function InvoiceTotalsStrip({
  totals,
  refreshing,
}: {
  totals: InvoiceTotals | undefined;
  refreshing: boolean;
}) {
  return (
    <TotalsStrip
      refreshing={refreshing}
      totals={[
        {
          label: totals && totals.count < 2 ? "Facture" : "Factures",
          value: totals && formatInteger(totals.count),
        },
        { label: "Total HT", value: totals && <Money amount={totals.total_net_amount} />, isMinor: true },
        { label: "TVA", value: totals && <Money amount={totals.total_vat_amount} />, isMinor: true },
        { label: "Total TTC", value: totals && <Money amount={totals.total_amount} /> },
        { label: "Reste dû", value: totals && <Money amount={totals.outstanding} />, isMain: true },
      ]}
    />
  );
}
