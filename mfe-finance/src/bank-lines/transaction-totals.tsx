import { cents, centsFromWire } from "@bobine/contract/money";
import { formatInteger, Money } from "@bobine/shared-ui";
import { TotalsStrip } from "../list-filters/totals-strip.tsx";
import { type ShownLines, useTransactionTotals } from "./bank-lines.queries.ts";
import { LINE_TEXTS as TEXTS } from "./bank-lines.texts.ts";

/** What the lines that a filter finds sum to, in euros (UI-26). */
export function TransactionTotals({ isWanted, shown }: { isWanted: boolean; shown: ShownLines }) {
  const { data: totals, isError, isPlaceholderData } = useTransactionTotals(isWanted, shown);
  if (isError && !totals) return null;
  const net = totals && cents(centsFromWire(totals.credits) + centsFromWire(totals.debits));
  return (
    <TotalsStrip
      refreshing={isPlaceholderData}
      totals={[
        {
          label: TEXTS.count[totals && totals.count < 2 ? 0 : 1],
          value: totals && formatInteger(totals.count),
        },
        { label: TEXTS.credits, value: totals && <Money amount={totals.credits} /> },
        { label: TEXTS.debits, value: totals && <Money amount={totals.debits} /> },
        { label: TEXTS.net, value: net !== undefined && <Money amount={net} signed />, isMain: true },
        ...(totals && totals.other_currencies > 0
          ? [{ label: TEXTS.otherCurrencies, value: formatInteger(totals.other_currencies), isMinor: true }]
          : []),
      ]}
    />
  );
}
