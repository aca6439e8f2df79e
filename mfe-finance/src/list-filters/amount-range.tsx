import { Group } from "@mantine/core";
import { AmountFilter } from "./amount-filter.tsx";
import { FILTER_TEXTS as TEXTS } from "./list-filters.texts.ts";
import type { Narrowing } from "./narrowing.ts";

type Amounts = Pick<Narrowing, "amount_from" | "amount_to">;

/** @param label of which amount, for screen readers: « Montant TTC » */
export function AmountRange({
  label,
  range,
  onRange,
}: {
  label: string;
  range: Amounts;
  onRange: (part: Partial<Amounts>) => void;
}) {
  return (
    <Group gap={6} wrap="nowrap" align="flex-start">
      <AmountFilter
        label={`${label}, à partir de`}
        placeholder={TEXTS.from}
        amount={range.amount_from}
        onAmount={(amount_from) => onRange({ amount_from })}
      />
      <AmountFilter
        label={`${label}, jusqu’à`}
        placeholder={TEXTS.to}
        amount={range.amount_to}
        onAmount={(amount_to) => onRange({ amount_to })}
      />
    </Group>
  );
}
