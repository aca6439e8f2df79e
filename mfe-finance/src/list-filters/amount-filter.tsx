import { centsFromWire, centsToWire } from "@bobine/contract/money";
import { TextInput } from "@mantine/core";
import { useState } from "react";
import { amountText } from "../bank-parts/typed-parts.ts";
import { centsTyped } from "../typed-amount.ts";
import { FILTER_TEXTS as TEXTS } from "./list-filters.texts.ts";

interface AmountFilterProps {
  label: string;
  placeholder: string;
  /** As it goes on the wire; undefined is any. */
  amount: string | undefined;
  onAmount: (amount: string | undefined) => void;
}

/** One bound of the amounts, taken with Enter or when one leaves it; what is no amount stays and is said. */
export function AmountFilter({ label, placeholder, amount, onAmount }: AmountFilterProps) {
  const [typed, setTyped] = useState<string>();
  const shown = amount === undefined ? "" : amountText(centsFromWire(Number(amount).toFixed(2)));
  const isWrong = typed !== undefined && typed.trim() !== "" && centsTyped(typed) === undefined;
  const take = () => {
    if (typed === undefined || isWrong) return;
    const cents = centsTyped(typed);
    setTyped(undefined);
    const next = cents === undefined ? undefined : centsToWire(cents);
    if (next !== amount) onAmount(next);
  };
  return (
    <TextInput
      aria-label={label}
      placeholder={placeholder}
      inputMode="decimal"
      autoComplete="off"
      w={120}
      value={typed ?? shown}
      error={isWrong ? TEXTS.amountWrong : undefined}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === "Enter") take();
      }}
    />
  );
}
